package awssmssim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
)

// Each rule of the service's model refuses its case, and nothing else does.
func TestRules(t *testing.T) {
	days := func(n int) *int { return &n }
	broken := map[string]bool{}
	for name, c := range map[string]struct {
		change func(m *request)
		text   string
	}{
		"a good message":        {func(*request) {}, ""},
		"1600 characters":       {func(m *request) { m.MessageBody = strings.Repeat("ü", 1600) }, ""},
		"1601 characters":       {func(m *request) { m.MessageBody = strings.Repeat("ü", 1601) }, "MessageBody"},
		"no text":               {func(m *request) { m.MessageBody = "" }, "MessageBody"},
		"a number from 0":       {func(m *request) { m.DestinationPhoneNumber = "+0551198765" }, "DestinationPhoneNumber"},
		"letters for a number":  {func(m *request) { m.DestinationPhoneNumber = "Ana" }, "DestinationPhoneNumber"},
		"another type":          {func(m *request) { m.MessageType = "MARKETING" }, "MessageType"},
		"nobody sends":          {func(m *request) { m.OriginationIdentity = "" }, "no origination"},
		"a sender with a blank": {func(m *request) { m.OriginationIdentity = "My Shop" }, "OriginationIdentity"},
		"a long keyword":        {func(m *request) { m.Keyword = strings.Repeat("K", 31) }, "Keyword"},
		"a long set":            {func(m *request) { m.ConfigurationSetName = strings.Repeat("s", 257) }, "ConfigurationSetName"},
		"a day to live":         {func(m *request) { m.TimeToLive = days(86400) }, ""},
		"four days to live":     {func(m *request) { m.TimeToLive = days(345600) }, "TimeToLive"},
		"a value of 801":        {func(m *request) { m.Context = map[string]string{"ref": strings.Repeat("x", 801)} }, "Context"},
		"six in the context": {func(m *request) {
			m.Context = map[string]string{"a": "1", "b": "1", "c": "1", "d": "1", "e": "1", "f": "1"}
		}, "Context"},
	} {
		m := request{DestinationPhoneNumber: "+5511987654321", OriginationIdentity: "pool-1", MessageBody: "Hi", MessageType: "PROMOTIONAL",
			Context: map[string]string{"ref": "1"}}
		c.change(&m)
		err := valid(&m)
		r, _ := err.(*sim.Refusal)
		if c.text == "" && err != nil || c.text != "" && (r == nil || !strings.HasPrefix(r.Details, c.text)) {
			t.Errorf("%s: %v", name, err)
		}
		if r != nil {
			broken[r.Details] = true
		}
	}
	for _, r := range rules {
		if !broken[r.text] {
			t.Errorf("no case breaks: %s (%s)", r.text, r.source)
		}
	}
}
