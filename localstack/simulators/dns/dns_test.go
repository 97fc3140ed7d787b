package dns_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/miekg/dns"

	dnssim "herald/localstack/simulators/dns"
)

// ask asks a server over a network, as another client than Herald's does.
func ask(t *testing.T, s *dnssim.Server, network, name string, kind uint16) *dns.Msg {
	t.Helper()
	m, _, err := (&dns.Client{Net: network}).Exchange(new(dns.Msg).SetQuestion(dns.Fqdn(name), kind), s.Address())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func call(t *testing.T, s *dnssim.Server, method, path, body string, status int) string {
	t.Helper()
	rec := httptest.NewRecorder()
	s.Control().ServeHTTP(rec, httptest.NewRequest(method, path, strings.NewReader(body)))
	if rec.Code != status {
		t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return rec.Body.String()
}

// Records are set, replaced, removed and reset over HTTP, and answered over both networks.
func TestRecordsAreSetOverHTTP(t *testing.T) {
	s, err := dnssim.New("a.example A 192.0.2.1")
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for _, network := range []string{"udp", "tcp"} {
		if m := ask(t, s, network, "A.example", dns.TypeA); len(m.Answer) != 1 {
			t.Errorf("%s: %v", network, m)
		}
	}
	call(t, s, http.MethodPut, "/_sim/records", `{"records":["x.b.example TXT \"one\"","a.example A 192.0.2.9"]}`, http.StatusOK)
	if m := ask(t, s, "udp", "a.example", dns.TypeA); len(m.Answer) != 1 || !strings.Contains(m.Answer[0].String(), "192.0.2.9") {
		t.Errorf("replaced: %v", m)
	}
	if m := ask(t, s, "udp", "b.example", dns.TypeTXT); m.Rcode != dns.RcodeSuccess || len(m.Answer) != 0 {
		t.Errorf("a name with others below it: %v", m)
	}
	call(t, s, http.MethodDelete, "/_sim/records?name=x.b.example&type=txt", "", http.StatusOK)
	if m := ask(t, s, "udp", "x.b.example", dns.TypeTXT); m.Rcode != dns.RcodeNameError {
		t.Errorf("removed: %v", m)
	}
	call(t, s, http.MethodPut, "/_sim/failures", `{"names":["example"]}`, http.StatusOK)
	if m := ask(t, s, "udp", "a.example", dns.TypeA); m.Rcode != dns.RcodeServerFailure {
		t.Errorf("failing: %v", m)
	}
	call(t, s, http.MethodDelete, "/_sim/failures", "", http.StatusOK)
	call(t, s, http.MethodPut, "/_sim/records", `{"records":["nothing"]}`, http.StatusBadRequest)
	call(t, s, http.MethodPut, "/_sim/records", `{`, http.StatusBadRequest)
	if all := call(t, s, http.MethodPost, "/_sim/reset", "", http.StatusOK); strings.Count(all, "\\t") != 4 || !strings.Contains(all, "192.0.2.1") {
		t.Errorf("reset: %s", all)
	}
}

// Every name without records takes mail when the server is told so, but not those below .invalid and those with other records.
func TestUnknownNamesTakeMail(t *testing.T) {
	s, err := dnssim.New("a.example A 192.0.2.1", "b.example MX 10 mx.b.example.")
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.TakeMail("mail.example")
	for name, want := range map[string]string{"shop.test": "mail.example.", "b.example": "mx.b.example.", "a.example": "", "shop.invalid": ""} {
		got := ""
		for _, rr := range ask(t, s, "udp", name, dns.TypeMX).Answer {
			got = rr.(*dns.MX).Mx
		}
		if got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if m := ask(t, s, "udp", "shop.test", dns.TypeA); m.Rcode != dns.RcodeNameError {
		t.Errorf("an address: %v", m)
	}
}
