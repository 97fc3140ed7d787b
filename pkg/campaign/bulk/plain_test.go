package bulk

import (
	"strings"
	"testing"

	"herald/pkg/kit/gsm"
	"herald/pkg/provider"
)

// Invisible characters are neither counted nor sent, in the message and in a recipient's own value.
func TestInvisibleCharactersAreNotSent(t *testing.T) {
	m := Message{Type: provider.Text, Text: strings.Repeat("a", 150) + "\u00a0{name}\u200b",
		Placeholders: []Placeholder{{"name", "cafe\u0301"}}}
	if err := m.check(official, nil, 3); err != nil {
		t.Fatal(err)
	}
	for own, want := range map[string]string{"": "café", "Bia\u00ad": "Bia"} {
		got := newRenderer(m, "").To(1, "ref", []string{own}).Text
		if got != strings.Repeat("a", 150)+" "+want || gsm.Measure(got).Parts != 1 {
			t.Errorf("%q: %q", own, got)
		}
	}
}

// A web address without a scheme gets https://; an invalid address is refused.
func TestALinkGetsItsScheme(t *testing.T) {
	for address, want := range map[string]string{"praia.com.br": "https://praia.com.br", "http://praia.com.br/x": "http://praia.com.br/x",
		"javascript:alert(1)": ""} {
		m := Message{Type: provider.Link, Link: &Link{URL: address, Content: "Text", Button: &Button{Name: "Open"}}}
		if err := m.check(official, nil, 3); (err == nil) != (want != "") || err == nil && m.Link.target() != want {
			t.Errorf("%s: %v %q", address, err, m.Link.URL)
		}
	}
}
