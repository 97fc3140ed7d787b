package bulk_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	voicesim "herald/localstack/simulators/voice"
	"herald/pkg/kit/wav"
	"herald/pkg/platform/setting"
)

// callPath is the API path of call orders.
const callPath = "/call/order"

// telephones is the scenario with the parts that calls need: a price for a minute, recordings, and people in Indonesia.
type telephones struct {
	*ordertest.Scenario
	recordings map[*ordertest.Actor][]string // a short one, and one that begins its second minute
}

// recordingSeconds are the lengths of the recordings.
var recordingSeconds = []float64{20, 66}

var telephoned struct {
	sync.Once
	town *telephones
}

// theTelephones is created once in a process.
func theTelephones(t *testing.T) *telephones {
	first := ordertest.SharedScenario(t)
	telephoned.Do(func() {
		w := &ordertest.Scenario{Agent: first.Agent, Admin: first.Admin, Ana: first.Ana, Bob: first.Bob, Eve: first.Eve, Clerk: first.Clerk,
			EveFile: first.EveFile, Groups: map[*ordertest.Actor][]string{}, Members: map[string][]uint64{}}
		telephoned.town = &telephones{Scenario: w, recordings: map[*ordertest.Actor][]string{}}
		clocktest.Bubble(t, func(*testing.T) { telephoned.town.make(first) })
	})
	return telephoned.town
}

func (w *telephones) make(first *ordertest.Scenario) {
	s := first.Open(1)
	defer s.Close()
	s.Must(w.Admin, ordertest.NewRequest("POST", "/aty/customerinfo/price/charge/save",
		map[string]any{"userId": "platform", "service": "call.voice", "countryCode": "*", "price": json.Number("0.70")}))
	rng := rand.New(rand.NewPCG(2, 2))
	for _, who := range []*ordertest.Actor{w.Ana, w.Bob} {
		for _, seconds := range recordingSeconds {
			file := s.Must(who, ordertest.NewRequest("POST", "/uf/uploadfile?kind=audio", &ordertest.Form{File: hum(seconds), Name: "a.wav"})).ID()
			made := s.Must(who, ordertest.NewRequest("POST", "/call/recording", map[string]any{"name": "hum", "language": "id-ID", "fileId": file}))
			w.recordings[who] = append(w.recordings[who], made.ID())
		}
		for range 2 {
			var numbers []uint64
			for range ordertest.GroupSize {
				numbers = append(numbers, 62_812_0000_0000+uint64(rng.IntN(99_999_999)))
			}
			id := s.CollectionOf(who, "ID", numbers)
			w.Groups[who], w.Members[id] = append(w.Groups[who], id), numbers
		}
	}
	w.Rows, w.Files, w.EndsAt = s.DB.Clone(), s.Objects.Clone(), time.Now()
}

// hum is a WAV file of some seconds.
func hum(seconds float64) []byte {
	samples := make([]byte, 2*int(seconds*8000))
	for i := range len(samples) / 2 {
		binary.LittleEndian.PutUint16(samples[2*i:], uint16(int16(9000*math.Sin(float64(i)/5))))
	}
	return wav.Of(samples, 8000)
}

// dial opens a seed of calls with few lines, while the provider accepts any number of calls.
func (w *telephones) dial(seed uint64) *ordertest.System {
	s := w.Open(seed)
	s.Trunks, s.PerSecond = 2+s.Rand(5), 1+s.Rand(4)
	s.Phone = voicesim.New(voicesim.Config{AccountSID: "AC1", AuthToken: "phone", Number: "+12065550102", Rate: 1000, Lines: 1000,
		Seed: seed + 2, Transport: ordertest.Callbacks{System: s}})
	return s
}

// ways are the outcomes of calls by the last digit of a number; the others are answered.
var ways = []string{"busy", "no_answer", "machine", "hangup_1", "press_1", "say_no", "press_9", "cut_after_accept", "server_error", "never"}

func (v *callVerdict) script() {
	rules := []sim.Rule{{Suffix: "99", Outcome: "answered"}}
	for d, way := range ways {
		if v.pick.IntN(2) == 0 {
			rules = append(rules, sim.Rule{Suffix: fmt.Sprint(d), Outcome: way})
		}
	}
	if err := v.Phone.SetScript(rules); err != nil {
		panic(err)
	}
	drop := float64(v.pick.IntN(2)) * 0.1
	v.whole = drop == 0
	v.knob("webhooks", map[string]any{"delayMs": v.pick.IntN(3000), "duplicate": v.pick.Float64() * 0.4, "reorder": v.pick.Float64() * 0.4,
		"drop": drop})
	book := setting.New(v.System.DB, time.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range map[string]any{"order.review.auto": v.pick.IntN(3) > 0, "receipt.window.seconds": 5 * v.pick.IntN(2)} {
		if err := book.Set(v.Context, key, fmt.Sprint(value), "admin"); err != nil {
			panic(err)
		}
	}
}

// knob changes a setting of the call provider's simulator.
func (v *callVerdict) knob(name string, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	rec := httptest.NewRecorder()
	v.Phone.ServeHTTP(rec, httptest.NewRequest("POST", "/_sim/"+name, strings.NewReader(string(raw))))
	if rec.Code >= 300 {
		panic(rec.Body.String())
	}
}
