package clean

import (
	"strings"
	"testing"
)

// An empty origin is refused, because a picture of another host could pass as one of the platform's own (S11).
func TestAnEmptyOriginIsRefused(t *testing.T) {
	for _, origin := range []string{"", "/", "https://herald.test"} {
		clean := HTML(origin)
		if out := clean(`<img src="//evil.test/x.png">`); strings.Contains(out, "evil") {
			t.Errorf("%q: %s", origin, out)
		}
		if out := clean(`<img src="/own.png">`); !strings.Contains(out, "/own.png") {
			t.Errorf("%q: %s", origin, out)
		}
	}
}

// Picture addresses that a browser resolves to a disguised host are removed.
func TestPicturesOfDisguisedHosts(t *testing.T) {
	clean := HTML("https://herald.test")
	for _, src := range []string{"//evil.test/x.png", `/\evil.test/x.png`, "/\t/evil.test/x.png", "https://herald.test@evil.test/x.png",
		"https://herald.test?@evil.test/x.png", "https://herald.test#@evil.test/x.png", "http://evil.test/x.png", "https:evil.test/x.png",
		`https:\\evil.test/x.png`} {
		if out := clean(`<img src="` + src + `">`); strings.Contains(out, "evil") {
			t.Errorf("%q: %s", src, out)
		}
	}
}
