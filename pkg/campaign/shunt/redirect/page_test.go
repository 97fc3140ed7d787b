package redirect_test

import (
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/shunt"
	"herald/pkg/kit/store"
)

// Machines read a page with Open Graph tags. They get no number, no cookie and no turn, and are counted apart.
func TestMachines(t *testing.T) {
	s := open(t, numbers(1, 1)...)
	for name, header := range map[string][]string{
		"WhatsApp": {"User-Agent", "WhatsApp/2.23.20.0"}, "Facebook": {"User-Agent", "facebookexternalhit/1.1"}, "Telegram": {"User-Agent", "TelegramBot (like TwitterBot)"},
		"none": {"User-Agent", ""}, "Meta's network": {"X-Forwarded-For", "31.13.65.1"}, "IPv6": {"X-Forwarded-For", "2a03:2880:f003:c07:face:b00c::2"},
		"curl": {"User-Agent", "curl/8.5.0"},
	} {
		a := s.get(header...)
		page := text(a)
		if a.StatusCode != 200 || a.Header.Get("Location") != "" || len(a.Cookies()) > 0 || strings.Contains(page, "55119") || strings.Contains(page, "internal name") {
			t.Errorf("%s: %d %s", name, a.StatusCode, page)
		}
		for _, want := range []string{`<meta property="og:title" content="Chat on WhatsApp">`, `<meta property="og:description" content="Open`,
			`<meta property="og:url" content="https://herald.test/s/` + code + `">`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: %s lacks %s", name, page, want)
			}
		}
		if got := s.events(); len(got) != 1 || !got[0].Bot || got[0].Target != 0 || got[0].Params != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if a := s.visit(s.serve, "HEAD", "/s/"+code); a.StatusCode != 200 || a.Header.Get("Location") != "" || !s.events()[0].Bot {
		t.Error(a.Status)
	}
	// A mail gateway may be a person: it is led on, without a turn.
	for range 3 {
		if a := s.get("Referer", "https://eu1.urlsand.com/x", "X-Forwarded-For", "198.51.100.1"); phone(a) == "" && a.StatusCode != 302 {
			t.Error(a.Status)
		}
	}
	s.events()
	if a, b := phone(s.get()), phone(s.get()); a != "5511987654301" || b != "5511987654302" {
		t.Errorf("machines took turns: %s, %s", a, b)
	}
}

// An unknown code is answered as late as a known one. It is not counted, and nothing in the answer tells it from a malformed code.
func TestUnknownCodes(t *testing.T) {
	s := open(t, numbers(1)...)
	var pages []string
	for _, path := range []string{"Ab3dEf7i", "0000000l", "x", "Ab3dEf7h1", "%2e%2e", strings.Repeat("a", 4000)} {
		a := s.visit(s.serve, "GET", "/s/"+path)
		if a.StatusCode != 404 {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
		pages = append(pages, text(a))
	}
	for _, page := range pages {
		if page != pages[0] || !strings.Contains(page, "This link doesn&#39;t exist") {
			t.Error(page)
		}
	}
	if n := len(s.events()); n != 0 {
		t.Errorf("%d events", n)
	}
}

// A link that was disabled, has ended or was deleted leads nowhere from the next second on.
func TestLinksThatEnd(t *testing.T) {
	s := open(t, numbers(1)...)
	s.get()
	s.row.Status = shunt.Disabled
	s.write()
	if a := s.get(); a.StatusCode != 410 || a.Header.Get("Location") != "" {
		t.Error(a.Status)
	}
	end := s.env.Now().Add(time.Hour)
	s.row.Status, s.row.ExpireTime = shunt.Enabled, &end
	s.write()
	if a := s.get(); a.StatusCode != 302 {
		t.Error(a.Status)
	}
	s.env.Clock.Add(time.Hour)
	if a := s.get(); a.StatusCode != 410 {
		t.Error(a.Status)
	}
	if _, err := s.env.DB.Write(t.Context(), store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "SHUNT#" + code, SK: "L"}}); err != nil {
		t.Fatal(err)
	}
	s.env.Clock.Add(2 * time.Second)
	if a := s.get(); a.StatusCode != 404 {
		t.Error(a.Status)
	}
}
