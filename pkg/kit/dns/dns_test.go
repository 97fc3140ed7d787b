package dns_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	dnssim "herald/localstack/simulators/dns"
	"herald/pkg/kit/dns"
)

func serve(t *testing.T, records ...string) (*dnssim.Server, *dns.Resolver) {
	t.Helper()
	s, err := dnssim.New(records...)
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, dns.New(s.Address())
}

// Every type of record is read, in lower case and without the final dot.
func TestRecordsAreRead(t *testing.T) {
	_, r := serve(t, "shop.example MX 20 b.mail.example.", "shop.example MX 10 A.Mail.example.", "a.shop.example A 192.0.2.7",
		"a.shop.example AAAA 2001:db8::7", `t.shop.example TXT "v=spf1 " "-all"`, "c.shop.example CNAME D.shop.example.",
		"d.shop.example CNAME a.shop.example.", "null.example MX 0 .")
	ask := func(what string, got any, err error, want string) {
		t.Helper()
		if err != nil {
			got = err
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", what, got, want)
		}
	}
	none := dns.ErrNone.Error()
	hosts, err := r.MX(t.Context(), "SHOP.example")
	ask("MX in order", hosts, err, "[a.mail.example b.mail.example]")
	hosts, err = r.MX(t.Context(), "a.shop.example")
	ask("a host without MX", hosts, err, "[a.shop.example]")
	hosts, err = r.MailHosts(t.Context(), "a.shop.example")
	ask("MX records alone", hosts, err, none)
	hosts, err = r.MX(t.Context(), "null.example")
	ask("a null MX", hosts, err, none)
	texts, err := r.TXT(t.Context(), "t.shop.example.")
	ask("TXT", texts, err, "[v=spf1 -all]")
	texts, err = r.TXT(t.Context(), "a.shop.example")
	ask("no TXT", texts, err, none)
	alias, err := r.CNAME(t.Context(), "c.shop.example")
	ask("CNAME, one step", alias, err, "d.shop.example")
	alias, err = r.CNAME(t.Context(), "a.shop.example")
	ask("no alias", alias, err, none)
	addresses, err := r.Addresses(t.Context(), "c.shop.example")
	ask("addresses behind aliases", addresses, err, "[192.0.2.7 2001:db8::7]")
	_, err = r.Addresses(t.Context(), "unknown.example")
	ask("an unknown name", nil, err, none)
	_, err = r.TXT(t.Context(), strings.Repeat("a", 64)+".example")
	ask("a label that is too long", nil, err, none)
	_, err = r.TXT(t.Context(), strings.Repeat("a.", 130)+"example")
	ask("a name that is too long", nil, err, none)
}

// An answer that no datagram carries comes over TCP.
func TestALongAnswerComesOverTCP(t *testing.T) {
	var records []string
	for i := range 40 {
		records = append(records, fmt.Sprintf(`long.example TXT "%d %s"`, i, strings.Repeat("x", 200)))
	}
	s, r := serve(t, records...)
	texts, err := r.TXT(t.Context(), "long.example")
	if err != nil || len(texts) != len(records) {
		t.Errorf("%d texts, %v", len(texts), err)
	}
	if n := s.Asked("long.example", "TXT"); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// A server that fails, or is not there, is no statement about a record.
func TestAFailureIsNoAnswer(t *testing.T) {
	s, r := serve(t, "a.example A 192.0.2.7")
	s.Fail("a.example")
	if _, err := r.Addresses(t.Context(), "a.example"); err == nil || errors.Is(err, dns.ErrNone) {
		t.Errorf("a failing server: %v", err)
	}
	if _, err := r.MX(t.Context(), "a.example"); err == nil || errors.Is(err, dns.ErrNone) {
		t.Errorf("a failing server, MX: %v", err)
	}
	s.Fail()
	if _, err := r.MX(t.Context(), "a.example"); err != nil {
		t.Error(err)
	}
	s.Close()
	if _, err := r.CNAME(t.Context(), "a.example"); err == nil || errors.Is(err, dns.ErrNone) {
		t.Errorf("no server: %v", err)
	}
}
