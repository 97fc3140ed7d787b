package domain_test

import (
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/campaign/domain"
)

// Each record that is wrong tells what to do, in the four languages.
func TestWhatToDoAboutARecord(t *testing.T) {
	h := start(t)
	long := func(n int) (terms string) {
		for i := range n {
			terms += " a:h" + string(rune('a'+i)) + ".example"
			if err := h.names.Set("h" + string(rune('a'+i)) + ".example A 192.0.2.1"); err != nil {
				t.Fatal(err)
			}
		}
		return terms
	}
	spf := func(words string) string { return `bounce.shop.example TXT "v=spf1 ` + words + `"` }
	const ours = "include:spf.herald.test"
	for name, c := range map[string]struct {
		purpose string
		records []string
		state   string
		help    string
	}{
		"no proof":          {domain.Ownership, nil, domain.Missing, "Add it at your DNS provider"},
		"another proof":     {domain.Ownership, []string{`_herald.shop.example TXT "x"`}, domain.Wrong, "Change it to herald-verification="},
		"a doubled host":    {domain.Ownership, []string{`_herald.shop.example.shop.example TXT "x"`}, domain.Missing, "enter only _herald as the host"},
		"another key":       {domain.DKIM, []string{`k1._domainkey.shop.example CNAME other.test.`}, domain.Wrong, "Change it to k1.dkim.mail.test"},
		"a doubled key":     {domain.DKIM, []string{`k1._domainkey.shop.example.shop.example CNAME k1.dkim.mail.test.`}, domain.Missing, "enter only k1._domainkey"},
		"no mail host":      {domain.ReturnPath, nil, domain.Missing, "Add it at"},
		"two mail hosts":    {domain.ReturnPath, []string{"bounce.shop.example MX 10 bounce.herald.test.", "bounce.shop.example MX 20 mx.shop.example."}, domain.Wrong, "Remove the other MX"},
		"a doubled host MX": {domain.ReturnPath, []string{"bounce.shop.example.shop.example MX 10 bounce.herald.test."}, domain.Missing, "enter only bounce as"},
		"no SPF":            {domain.SPF, nil, domain.Missing, "Add it at"},
		"two SPF":           {domain.SPF, []string{spf(ours + " -all"), spf("-all")}, domain.Wrong, "several SPF records"},
		"a bad word":        {domain.SPF, []string{spf(ours + " ip4:x -all")}, domain.Wrong, "ip4:x isn't valid"},
		"an empty include":  {domain.SPF, []string{spf(ours + " include:nowhere.test -all")}, domain.Wrong, "include:nowhere.test leads to"},
		"a loop":            {domain.SPF, []string{spf(ours + " include:bounce.shop.example -all")}, domain.Wrong, "include itself"},
		"eleven lookups":    {domain.SPF, []string{spf(ours + long(10) + " -all")}, domain.Wrong, "more than 10 lookups"},
		"ten lookups":       {domain.SPF, []string{spf(ours + long(9) + " -all")}, domain.OK, ""},
		"three voids":       {domain.SPF, []string{spf(ours + " a:x.test a:y.test a:z.test -all")}, domain.Wrong, "More than 2 lookups"},
		"not ours":          {domain.SPF, []string{spf("ip4:192.0.2.1 -all")}, domain.Wrong, "lacks include:spf.herald.test"},
		"no DMARC":          {domain.DMARC, nil, domain.Missing, "No DMARC record"},
		"two DMARC":         {domain.DMARC, []string{`_dmarc.shop.example TXT "v=DMARC1; p=none"`, `_dmarc.shop.example TXT "v=DMARC1; p=reject"`}, domain.Wrong, "several DMARC"},
		"a bad policy":      {domain.DMARC, []string{`_dmarc.shop.example TXT "v=DMARC1; p=maybe"`}, domain.Wrong, "has an error"},
		"only watching":     {domain.DMARC, []string{`_dmarc.shop.example TXT "v=DMARC1; p=none"`}, domain.OK, "only monitors"},
		"a good policy":     {domain.DMARC, []string{`_dmarc.shop.example TXT "x"`, `_dmarc.shop.example TXT "v=DMARC1; p=reject"`}, domain.OK, ""},
		"another host":      {domain.Tracking, []string{"click.shop.example CNAME elsewhere.test."}, domain.Wrong, "Change it to click.herald.test"},
		"a link elsewhere":  {domain.Link, []string{"shop.example A 192.0.2.99"}, domain.Wrong, "Change it to go.herald.test"},
		"a link by alias":   {domain.Link, []string{"shop.example CNAME go.herald.test."}, domain.OK, ""},
		"a link to nothing": {domain.Link, []string{"shop.example CNAME nowhere.test."}, domain.Wrong, "Change it to go.herald.test"},
		"a link by address": {domain.Link, []string{"shop.example A 192.0.2.80"}, domain.OK, ""},
		"no link":           {domain.Link, nil, domain.Missing, "Add it at"},
	} {
		h.names.Reset()
		long(10)
		if err := h.names.Set(c.records...); err != nil {
			t.Fatal(name, err)
		}
		d := h.add(h.Direct, "shop.example", domain.UseEmail, domain.UseLink)
		rec := record(d, c.purpose)
		if rec.State != c.state || !strings.Contains(rec.Help, c.help) || (c.help == "") != (rec.Help == "") {
			t.Errorf("%s: %+v", name, rec)
		}
		if rec.Found == nil {
			t.Errorf("%s: what is there came as null, not as a list", name)
		}
		if rec.State == domain.Wrong && len(rec.Found) == 0 {
			t.Errorf("%s: not told what is there", name)
		}
		seen := map[string]bool{}
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			help := record(testkit.Data[domain.Detail](h.Direct.In(lang).Get("/domain/"+d.ID)), c.purpose).Help
			if seen[help] && help != "" || strings.ContainsAny(help, "{}") || strings.HasPrefix(help, "domain.") {
				t.Errorf("%s in %s: %q", name, lang, help)
			}
			seen[help] = true
		}
		h.Direct.Delete("/domain/"+d.ID, nil).OK()
		h.work()
	}
}

// The policy of the domain above holds for a domain without one.
func TestAnInheritedPolicy(t *testing.T) {
	h := start(t)
	if err := h.names.Set(`_dmarc.shop.example TXT "v=DMARC1; p=reject; sp=quarantine"`); err != nil {
		t.Fatal(err)
	}
	d := h.add(h.Direct, "mail.shop.example")
	if d.DMARC == nil || d.DMARC.Policy != "quarantine" || d.DMARC.Inherited != "shop.example" || record(d, domain.DMARC).State != domain.OK {
		t.Errorf("%+v", d.DMARC)
	}
}
