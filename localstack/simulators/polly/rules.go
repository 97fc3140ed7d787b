package pollysim

import (
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	model    = "AWS SDK model polly 2016-06-10, "
	limits   = "Amazon Polly Developer Guide, Quotas (docs.aws.amazon.com/polly/latest/dg/limits.html)"
	tags     = "Amazon Polly Developer Guide, Supported SSML tags (docs.aws.amazon.com/polly/latest/dg/supportedtags.html)"
	prosodic = "Amazon Polly Developer Guide, prosody (docs.aws.amazon.com/polly/latest/dg/prosody-tag.html)"
)

// synthesisRequest is a request and the voice that it names.
type synthesisRequest struct {
	*request
	voice Voice
}

const (
	mostBilled = 3000
	mostTotal  = 6000
)

var rates = map[string][]string{"pcm": {"8000", "16000"}, "mp3": {"8000", "16000", "22050", "24000", "44100", "48000"},
	"ogg_vorbis": {"8000", "16000", "22050", "24000", "44100", "48000"}}

// constraints of a request, in the order in which they are looked at.
var constraints = []sim.Constraint[synthesisRequest]{
	sim.Documented("ValidationException", "VoiceId is none of the voices", model+"VoiceId",
		func(a synthesisRequest) bool { return a.voice.ID == "" }),
	sim.Documented("ValidationException", "Text is missing", model+"SynthesizeSpeechInput$Text is required",
		func(a synthesisRequest) bool { return a.Text == "" }),
	sim.Documented("ValidationException", "OutputFormat is json, mp3, ogg_vorbis or pcm", model+"OutputFormat",
		func(a synthesisRequest) bool { return a.OutputFormat != "json" && rates[a.OutputFormat] == nil }),
	sim.Documented("ValidationException", "TextType is ssml or text", model+"TextType",
		func(a synthesisRequest) bool { return a.TextType != "" && a.TextType != "ssml" && a.TextType != "text" }),
	sim.Documented("ValidationException", "Engine is standard, neural, long-form or generative", model+"Engine",
		func(a synthesisRequest) bool {
			return a.Engine != "" && !slices.Contains([]string{"standard", "neural", "long-form", "generative"}, a.Engine)
		}),
	sim.Documented("InvalidSampleRateException", "pcm has a SampleRate of 8000 or 16000", model+"SampleRate",
		func(a synthesisRequest) bool {
			return a.SampleRate != "" && !slices.Contains(rates[a.OutputFormat], a.SampleRate)
		}),
	sim.Documented("EngineNotSupportedException", "this voice does not support the selected engine", model+"EngineNotSupportedException",
		func(a synthesisRequest) bool { return !slices.Contains(a.voice.SupportedEngines, orStandard(a.Engine)) }),
	sim.Documented("LanguageNotSupportedException", "this voice does not support the requested language",
		model+"LanguageNotSupportedException",
		func(a synthesisRequest) bool { return a.LanguageCode != "" && a.LanguageCode != a.voice.LanguageCode }),
	sim.Documented("TextLengthExceededException", "a text has at most 6000 characters, marks of SSML included",
		limits, func(a synthesisRequest) bool { return utf8.RuneCountInString(a.Text) > mostTotal }),
	sim.Documented("InvalidSsmlException", "SSML is well-formed, with speak as its root",
		tags, func(a synthesisRequest) bool { return a.TextType == "ssml" && !wellFormed(a.Text) }),
	sim.Documented("InvalidSsmlException", "the tag is not supported", tags,
		breaksElement(func(_ synthesisRequest, e xml.StartElement) bool { return !supported[e.Name.Local] })),
	sim.Documented("InvalidSsmlException", "prosody has the attributes volume, rate and pitch", prosodic,
		breaksProsody(func(_ synthesisRequest, name, _ string) bool {
			return name != "volume" && name != "rate" && name != "pitch"
		})),
	sim.Documented("InvalidSsmlException", "pitch is supported by standard voices alone", prosodic,
		breaksProsody(func(a synthesisRequest, name, _ string) bool {
			return name == "pitch" && orStandard(a.Engine) != "standard"
		})),
	sim.Documented("InvalidSsmlException", "volume is a word, +ndB or -ndB",
		prosodic, breaksProsody(func(_ synthesisRequest, name, value string) bool {
			return name == "volume" && !worded(value, "default silent x-soft soft medium loud x-loud") && !signed(value, "dB")
		})),
	sim.Documented("InvalidSsmlException", "pitch is a word, +n% or -n%", prosodic,
		breaksProsody(func(_ synthesisRequest, name, value string) bool {
			return name == "pitch" && !worded(value, "default x-low low medium high x-high") && !signed(value, "%")
		})),
	sim.Documented("InvalidSsmlException", "rate is a word or 20% to 200%",
		prosodic, breaksProsody(func(_ synthesisRequest, name, value string) bool {
			n, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64)
			return name == "rate" && !worded(value, "x-slow slow medium fast x-fast") &&
				(err != nil || !strings.HasSuffix(value, "%") || n < 20 || n > 200)
		})),
	sim.Documented("TextLengthExceededException", "at most 3000 characters of a text are billed", limits,
		func(a synthesisRequest) bool { return billed(a.request) > mostBilled }),
}

func orStandard(engine string) string {
	if engine == "" {
		return "standard"
	}
	return engine
}

// supported are the tags of SSML.
var supported = map[string]bool{"speak": true, "prosody": true, "break": true, "emphasis": true, "lang": true, "mark": true, "p": true,
	"s": true, "phoneme": true,
	"say-as": true, "sub": true, "w": true, "amazon:effect": true, "effect": true, "domain": true}

func worded(value, words string) bool { return slices.Contains(strings.Fields(words), value) }

// signed reports whether a value is a number with its sign and a unit.
func signed(value, unit string) bool {
	number, found := strings.CutSuffix(value, unit)
	_, err := strconv.ParseFloat(number, 64)
	return found && err == nil && (number[0] == '+' || number[0] == '-')
}

// walk gives the elements and the text of a document to do; false when it is not well-formed.
func walk(text string, do func(xml.Token, int)) bool {
	d, depth := xml.NewDecoder(strings.NewReader(text)), 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			return depth == 0
		}
		if err != nil {
			return false
		}
		switch token.(type) {
		case xml.StartElement:
			do(token, depth)
			depth++
		case xml.EndElement:
			depth--
		default:
			do(token, depth)
		}
	}
}

func wellFormed(text string) bool {
	roots, others := 0, false
	whole := walk(text, func(token xml.Token, depth int) {
		e, element := token.(xml.StartElement)
		words, said := token.(xml.CharData)
		if element && (e.Name.Local == "speak") != (depth == 0) || said && depth == 0 && strings.TrimSpace(string(words)) != "" {
			others = true
		}
		if element && depth == 0 {
			roots++
		}
	})
	return whole && roots == 1 && !others
}

func breaksElement(broken func(synthesisRequest, xml.StartElement) bool) func(synthesisRequest) bool {
	return func(a synthesisRequest) (breaks bool) {
		if a.TextType == "ssml" {
			walk(a.Text, func(token xml.Token, _ int) {
				if e, element := token.(xml.StartElement); element {
					breaks = breaks || broken(a, e)
				}
			})
		}
		return breaks
	}
}

func breaksProsody(broken func(a synthesisRequest, name, value string) bool) func(synthesisRequest) bool {
	return breaksElement(func(a synthesisRequest, e xml.StartElement) bool {
		return e.Name.Local == "prosody" && slices.ContainsFunc(e.Attr, func(at xml.Attr) bool { return broken(a, at.Name.Local, at.Value) })
	})
}

// billed is how many characters of a request are paid for: marks of SSML are none.
func billed(m *request) (n int) {
	if m.TextType != "ssml" {
		return utf8.RuneCountInString(m.Text)
	}
	walk(m.Text, func(token xml.Token, _ int) {
		if words, said := token.(xml.CharData); said {
			n += utf8.RuneCount(words)
		}
	})
	return n
}

func (m *request) check() (t spoken, err error) {
	a := synthesisRequest{request: m}
	if at := slices.IndexFunc(voices, func(v Voice) bool { return v.ID == m.VoiceId }); at >= 0 {
		a.voice = voices[at]
	}
	if err := sim.Check(constraints, a); err != nil {
		return t, err
	}
	if m.OutputFormat != "pcm" || m.SampleRate == "" {
		return t, sim.Refuse("ValidationException", "only pcm with its rate is simulated")
	}
	return m.spoken(), nil
}
