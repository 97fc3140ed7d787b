package useragent_test

import (
	_ "embed"
	"strings"
	"testing"

	"herald/pkg/kit/useragent"
)

//go:embed testdata/agents.tsv
var agents string

// Real user agents have their kinds.
func TestRealUserAgents(t *testing.T) {
	n := 0
	for line := range strings.Lines(agents) {
		want, agent, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if got := useragent.OfAgent(agent).String(); got != want {
			t.Errorf("%q is %s, want %s", agent, got, want)
		}
		n++
	}
	if n < 45 {
		t.Errorf("only %d user agents", n)
	}
}

// HEAD shows nothing to a person, and a gateway's page leads a person or its scanner here.
func TestMethodAndReferrer(t *testing.T) {
	const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	for _, c := range []struct {
		method, agent, referrer string
		want                    useragent.Kind
	}{
		{"HEAD", browser, "", useragent.Head},
		{"GET", browser, "", useragent.Desktop},
		{"GET", browser, "https://nam02.safelinks.protection.outlook.com/?url=x", useragent.Gateway},
		{"GET", browser, "https://urldefense.com/v3/__x", useragent.Gateway},
		{"GET", browser, "https://noturldefense.com/", useragent.Desktop},
		{"GET", browser, "https://mail.google.com/", useragent.Desktop},
		{"GET", browser, "::bad", useragent.Desktop},
		{"GET", "curl/8.5.0", "https://urldefense.com/", useragent.Robot},
		{"GET", strings.Repeat("a", 10_000) + "bot/", "", useragent.Other},
	} {
		if got := useragent.Of(c.method, c.agent, c.referrer); got != c.want {
			t.Errorf("%s %.40q %q: %s, want %s", c.method, c.agent, c.referrer, got, c.want)
		}
	}
}

// A proxy may be a person; everything behind it is a machine.
func TestKindsArePeopleOrMachines(t *testing.T) {
	for k := useragent.Other; k <= useragent.Head; k++ {
		person := k == useragent.Other || k == useragent.Desktop || k == useragent.Phone || k == useragent.Tablet
		if k.Machine() != (!person && !k.Proxy() && k != useragent.Gateway) || k.String() == "" {
			t.Errorf("%s: machine %v", k, k.Machine())
		}
	}
	if useragent.Kind(99).String() != "other" {
		t.Error("an unknown kind has no name")
	}
}
