package twiliosim

import (
	"net/url"
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
)

// Each rule of the documentation refuses its case with its code, and nothing else does.
func TestRules(t *testing.T) {
	broken := map[string]bool{}
	for name, c := range map[string]struct{ field, value, code string }{
		"a good message":          {"Body", "Hi", ""},
		"1600 characters":         {"Body", strings.Repeat("ü", 1600), ""},
		"1601 characters":         {"Body", strings.Repeat("ü", 1601), "21617"},
		"no text":                 {"Body", "", "21602"},
		"a number without +":      {"To", "5511987654321", "21211"},
		"a number of 16 digits":   {"To", "+1234567890123456", "21211"},
		"nobody sends":            {"From", "", "21603"},
		"a short code":            {"From", "12345", ""},
		"a name":                  {"From", "My Shop 1", ""},
		"a name of 12":            {"From", "MyLongShopNa", "21212"},
		"a name with a sign":      {"From", "Shop!", "21212"},
		"digits that are no code": {"From", "1234567", "21212"},
		"a callback to nowhere":   {"StatusCallback", "herald", "21609"},
		"ten hours":               {"ValidityPeriod", "36000", ""},
		"more than ten hours":     {"ValidityPeriod", "36001", "20001"},
	} {
		f := url.Values{"To": {"+5511987654321"}, "From": {"+12065550100"}, "Body": {"Hi"}, "StatusCallback": {"https://herald.test/hook?ref=1"}}
		f.Set(c.field, c.value)
		err := valid(f)
		r, _ := err.(*sim.Refusal)
		if c.code == "" && err != nil || c.code != "" && (r == nil || string(r.Code) != c.code) {
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
