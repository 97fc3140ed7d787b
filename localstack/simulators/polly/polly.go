// Package pollysim is a simulator of Amazon Polly (facts §4): SynthesizeSpeech, whose sound is as long as its text takes to be spoken, and
// DescribeVoices. The script looks at the id of the voice.
package pollysim

import (
	"encoding/binary"
	"encoding/xml"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// Config describes the account that is simulated.
type Config struct {
	Rate      int    // texts a second; 0 means 100
	Seed      uint64 // of the random choices; 0 takes the time
	AccessKey string // the one that is accepted beside that of the platform; empty: every one is
}

const defaultRate = 100

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg Config
}

// Voice is one of the voices, as DescribeVoices tells it.
type Voice struct {
	ID               string `json:"Id"`
	Name             string
	Gender           string
	LanguageCode     string
	LanguageName     string
	SupportedEngines []string
}

// voices are some of Polly's own.
var voices = []Voice{
	{"Joanna", "Joanna", "Female", "en-US", "US English", []string{"neural", "standard"}},
	{"Matthew", "Matthew", "Male", "en-US", "US English", []string{"neural", "standard"}},
	{"Camila", "Camila", "Female", "pt-BR", "Brazilian Portuguese", []string{"neural", "standard"}},
	{"Ricardo", "Ricardo", "Male", "pt-BR", "Brazilian Portuguese", []string{"standard"}},
	{"Zhiyu", "Zhiyu", "Female", "cmn-CN", "Chinese Mandarin", []string{"neural", "standard"}},
	{"Mia", "Mia", "Female", "es-MX", "Mexican Spanish", []string{"neural", "standard"}},
	{"Kajal", "Kajal", "Female", "hi-IN", "Hindi", []string{"neural"}},
}

var outcomes = map[string]sim.Outcome{
	"throttled": {Refuse: "ThrottlingException", Times: 2}, "failure": {Refuse: "ServiceFailureException", Times: 2},
	"down":   {Refuse: "ServiceFailureException"},
	"denied": {Refuse: "AccessDeniedException"}, "ssml": {Refuse: "InvalidSsmlException"},
}

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: "polly", Outcomes: outcomes, Rate: cfg.Rate, Seed: cfg.Seed})
	s.Handle("POST /v1/speech", s.speak)
	s.Handle("GET /v1/voices", s.describe)
	s.Handle("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		sim.JSON(w, http.StatusOK, map[string]string{"name": "polly"})
	})
	return s
}

// request of SynthesizeSpeech, as far as the simulator looks at it.
type request struct{ Engine, LanguageCode, OutputFormat, SampleRate, Text, TextType, VoiceId string } //nolint:revive // Polly's own name

var signature = regexp.MustCompile(
	`^AWS4-HMAC-SHA256 Credential=([^/]+)/[0-9]{8}/[a-z0-9-]+/polly/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$`)

func (s *Sim) signed(r *http.Request) error {
	m := signature.FindStringSubmatch(r.Header.Get("Authorization"))
	switch {
	case m == nil:
		return sim.Refuse("MissingAuthenticationTokenException", "the request is not signed")
	case s.cfg.AccessKey != "" && strings.HasPrefix(m[1], "AKIA") && m[1] != s.cfg.AccessKey:
		return sim.Refuse("UnrecognizedClientException", "the security token included in the request is invalid")
	}
	return nil
}

func (s *Sim) speak(w http.ResponseWriter, r *http.Request) {
	var m request
	err := s.signed(r)
	if err == nil {
		if bad := sim.Read(r, &m); bad != nil {
			err = sim.Refuse("ValidationException", "the body cannot be read")
		}
	}
	var t spoken
	if err == nil && s.Throttled() {
		err = sim.Refuse("ThrottlingException", "rate exceeded")
	}
	if err == nil {
		t, err = m.check()
	}
	if err != nil {
		refuse(w, s.Refused(m.VoiceId, err))
		return
	}
	taken, err := s.Take(sim.Message{Key: m.VoiceId, Kind: "speech", Body: m.Text})
	if err != nil {
		refuse(w, err)
		return
	}
	rate, _ := strconv.Atoi(m.SampleRate) // it was checked
	sound := t.sound(rate)
	w.Header().Set("X-Amzn-Requestcharacters", strconv.Itoa(t.characters))
	taken.Answer(plain{w}, r, http.StatusOK, sound)
}

// plain says that an answer is sound, where the body says that it is JSON.
type plain struct{ http.ResponseWriter }

// WriteHeader begins an answer.
func (p plain) WriteHeader(status int) {
	if status == http.StatusOK {
		p.Header().Set("Content-Type", "audio/pcm")
	}
	p.ResponseWriter.WriteHeader(status)
}

// spoken is a text as it is to be spoken: the words of its SSML, and their prosody.
type spoken struct {
	characters           int
	volume, pitch, speed float64 // of 1
}

// spoken reads how a request that was checked is to be spoken.
func (m *request) spoken() spoken {
	t := spoken{characters: billed(m), volume: 1, pitch: 1, speed: 1}
	if m.TextType != "ssml" {
		return t
	}
	walk(m.Text, func(token xml.Token, _ int) {
		e, element := token.(xml.StartElement)
		if !element {
			return
		}
		for _, a := range e.Attr {
			n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSuffix(a.Value, "%"), "dB"), 64)
			switch {
			case err != nil: // a word: as the voice speaks
			case a.Name.Local == "volume":
				t.volume = math.Pow(10, n/20)
			case a.Name.Local == "pitch":
				t.pitch = 1 + n/100
			case a.Name.Local == "rate":
				t.speed = n / 100
			}
		}
	})
	return t
}

// perSecond is how many characters a voice speaks in a second.
const perSecond = 14

// sound is a hum that rises and falls like words, as long as the text takes.
func (t spoken) sound(rate int) []byte {
	n := int(float64(t.characters) / perSecond / t.speed * float64(rate))
	out := make([]byte, 2*n)
	for i := range n {
		at := float64(i) / float64(rate)
		word := math.Pow(math.Sin(math.Pi*at*2.3*t.speed), 2)
		v := 0.4 * t.volume * word * math.Sin(2*math.Pi*180*t.pitch*at)
		binary.LittleEndian.PutUint16(out[2*i:], uint16(int16(max(-1, min(1, v))*32767)))
	}
	return out
}

func (s *Sim) describe(w http.ResponseWriter, r *http.Request) {
	if err := s.signed(r); err != nil {
		refuse(w, err)
		return
	}
	found := []Voice{}
	for _, v := range voices {
		if code := r.URL.Query().Get("LanguageCode"); code == "" || code == v.LanguageCode {
			found = append(found, v)
		}
	}
	sim.JSON(w, http.StatusOK, map[string]any{"Voices": found})
}

// refuse answers as the service does: the exception in a header, 500 for what it calls its own failure.
func refuse(w http.ResponseWriter, err error) {
	code, details, status := sim.Code("ServiceFailureException"), err.Error(), http.StatusBadRequest
	if r, ok := err.(*sim.Refusal); ok {
		code, details = r.Code, r.Details
	}
	switch code {
	case "ServiceFailureException":
		status = http.StatusInternalServerError
	case "AccessDeniedException", "UnrecognizedClientException", "MissingAuthenticationTokenException":
		status = http.StatusForbidden
	}
	w.Header().Set("X-Amzn-Errortype", string(code))
	sim.JSON(w, status, map[string]string{"message": details})
}
