package domain

import (
	"fmt"
	"testing"
)

func TestPolicies(t *testing.T) {
	for record, want := range map[string]string{
		"v=DMARC1; p=none":   "none relaxed relaxed 100",
		"v=DMARC1;p=reject;": "reject relaxed relaxed 100",
		"v=DMARC1; P=Quarantine ; adkim=s; aspf=s; pct=25; rua=mailto:a@b.example; x=1": "quarantine strict strict 25",
		"v=DMARC1; p=none; sp=reject": "reject relaxed relaxed 100",
		"v=DMARC1":                    "", "v=DMARC1; p=": "", "v=DMARC1; p=some": "", "v=DMARC1; p=none; pct=101": "",
		"v=DMARC1; p=none; adkim=x": "",
		"v=DMARC1; p=none; sp=x":    "", "v=DMARC1; p=none; nonsense": "", "v=DMARC1; p=none; v=DMARC1": "", "v=DMARC1; p=none; pct=-1": "",
		"v=DMARC1; rua=mailto:a@b.example": "",
	} {
		p, ok := parsePolicy(record, true)
		got := ""
		if ok {
			got = fmt.Sprint(p.Policy, " ", p.DKIM, " ", p.SPF, " ", p.Percent)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", record, got, want)
		}
	}
	for text, want := range map[string]bool{"v=DMARC1; p=none": true, " v = DMARC1 ;": true, "v=dmarc1; p=none": false, "v=DMARC12; p=none": false,
		"p=none": false, "": false} {
		if isDMARC(text) != want {
			t.Errorf("%q is a record: %v", text, !want)
		}
	}
}

// A DKIM key is the same however a server writes it.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		found string
		same  bool
	}{
		{"v=DKIM1; k=rsa; p=ABC", true}, {"v=DKIM1;p=A BC", true}, {"p=ABC; k=RSA; v=DKIM1", true}, {"v=DKIM1; k=rsa; p=abc", false},
		{"v=DKIM1; k=ed25519; p=ABC", false}, {"v=DKIM1; p=", false}, {"ABC", false},
	} {
		if got := sameKey(c.found, "v=DKIM1; k=rsa; p=ABC"); got != c.same {
			t.Errorf("%q: %v", c.found, got)
		}
	}
}
