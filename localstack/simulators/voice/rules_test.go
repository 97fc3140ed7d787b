package voicesim

import (
	"encoding/xml"
	"net/url"
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

// Each rule of the documentation refuses its case of a request for a call, and nothing else does.
func TestRulesOfCalls(t *testing.T) {
	set := func(name, value string) func(*url.Values) { return func(f *url.Values) { f.Set(name, value) } }
	good := func() url.Values {
		return url.Values{"To": {"+6281234567890"}, "From": {"+12065550100"}, "Url": {"https://herald.test/answer?ref=1"}, "Method": {"POST"},
			"FallbackUrl":    {"https://herald.test/answer"},
			"StatusCallback": {"https://herald.test/hook"}, "StatusCallbackEvent": {"answered", "completed"}, "Timeout": {"30"},
			"TimeLimit": {"120"}, "MachineDetection": {"Enable"}}
	}
	s := &Sim{}
	simtest.Constraints(t, dialled, good, []simtest.Case[url.Values]{
		{"a number without +", set("To", "6281234567890"), "Invalid 'To'"},
		{"a number of 16 digits", set("To", "+1234567890123456"), "Invalid 'To'"},
		{"a name that calls", set("From", "Herald"), "'From'"},
		{"a path alone", set("Url", "/answer"), "Url is"},
		{"a long address", set("Url", "https://herald.test/"+strings.Repeat("x", 4000)), "Url is"},
		{"another scheme", set("FallbackUrl", "ftp://herald.test"), "FallbackUrl"},
		{"a callback to nowhere", set("StatusCallback", "herald"), "The 'StatusCallback'"},
		{"another event", set("StatusCallbackEvent", "done"), "StatusCallbackEvent"},
		{"another method", set("FallbackMethod", "PUT"), "Method, FallbackMethod"},
		{"rings 0 s", set("Timeout", "0"), "Timeout is"},
		{"rings 600 s", set("Timeout", "600"), ""},
		{"rings 601 s", set("Timeout", "601"), "Timeout is"},
		{"four hours", set("TimeLimit", "14400"), ""},
		{"more than four hours", set("TimeLimit", "14401"), "TimeLimit is"},
		{"detects otherwise", set("MachineDetection", "true"), "MachineDetection is"},
		{"detects for a minute", set("MachineDetectionTimeout", "60"), "MachineDetectionTimeout"},
	}, s.valid)
}

// Each rule of the documentation refuses its case of a verb.
func TestRulesOfDocuments(t *testing.T) {
	said := func(text string) func(*verb) {
		return func(v *verb) {
			*v = verb{}
			if err := xml.Unmarshal([]byte(text), v); err != nil {
				t.Fatal(err)
			}
		}
	}
	good := func() (v verb) {
		said(
			`<Gather input="dtmf speech" numDigits="1" finishOnKey="" timeout="6" language="id-ID" method="POST" action="https://herald.test/gather"><Play>https://herald.test/a.wav</Play></Gather>`)(&v)
		return v
	}
	simtest.Constraints(t, spokenOf, good, []simtest.Case[verb]{
		{"another verb", said(`<Sing/>`), "the verb is not known"},
		{"another attribute", said(`<Say loud="1">Hi</Say>`), "the attribute"},
		{"a call in a question", said(`<Gather><Hangup/></Gather>`), "Gather holds"},
		{"a pause in a text", said(`<Say>Hi<Pause/></Say>`), "the verb holds"},
		{"ends with a letter", said(`<Gather finishOnKey="a"/>`), "Gather: Invalid finishOnKey"},
		{"ends with a star", said(`<Gather finishOnKey="*"/>`), ""},
		{"another method", said(`<Gather method="PUT"/>`), "Gather: Invalid method"},
		{"waits for ever", said(`<Gather timeout="auto"/>`), "Gather: Invalid timeout"},
		{"no digit", said(`<Gather numDigits="0"/>`), "Gather: Invalid numDigits"},
		{"speech of half a second", said(`<Gather speechTimeout="0.5"/>`), "Gather: Invalid speechTimeout"},
		{"a long hint", said(`<Gather hints="` + strings.Repeat("x", 101) + `"/>`), "Gather: Invalid hints"},
		{"many hints", said(`<Gather hints="` + strings.Repeat("x,", 500) + `x"/>`), "Gather: Invalid hints"},
		{"hears the eyes", said(`<Gather input="video"/>`), "input is"},
		{"a language by its name", said(`<Gather language="Indonesian"/>`), "language is"},
		{"says nothing", said(`<Say> </Say>`), "Say: Invalid text"},
		{"says too much", said(`<Say>` + strings.Repeat("x", 4097) + `</Say>`), "Say has"},
		{"plays nothing", said(`<Play/>`), "Play has"},
		{"plays without end", said(`<Play loop="-1">https://herald.test/a.wav</Play>`), "Play: Invalid loop"},
		{"no pause", said(`<Pause length="0"/>`), "Pause: Invalid length"},
	}, func(v verb) error { return sim.Check(spokenOf, v) })
	if _, err := read([]byte("<Response><Say>" + strings.Repeat(" ", mostDocument) + "</Say></Response>")); err != errLong {
		t.Errorf("a document of more than 64 kB: %v", err)
	}
	if _, err := read([]byte(`<Response><Gather><Say language="x y">Hi</Say></Gather></Response>`)); err == nil ||
		!strings.HasPrefix(err.Error(), "12200 language") {
		t.Errorf("a nested verb: %v", err)
	}
}
