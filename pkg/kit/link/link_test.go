package link_test

import (
	"testing"

	"herald/pkg/kit/link"
)

func TestParse(t *testing.T) {
	for text, host := range map[string]string{
		"https://a.example": "a.example", "http://a.example:8080/x?y=z#f": "a.example:8080", "HTTPS://a.example/": "a.example",
		"https://[2001:db8::1]/x": "[2001:db8::1]", "https://loja.exemplo/promoção": "loja.exemplo",
	} {
		if u, ok := link.Parse(text); !ok || u.Host != host {
			t.Errorf("%q is refused: %v", text, u)
		}
	}
	for _, text := range []string{
		"", "/x", "//a.example", "a.example", "ftp://a.example", "javascript:alert(1)", "javascript://a.example/%0aalert(1)", "data:text/html,x",
		"https:a.example", "https:/a.example", "https://", "https:///x",
		"https://:443", "https://wa.me@evil.example", "https://wa.me:80@evil.example/", "https://@evil.example",
		`https://a.example\@evil.example`, `https:\\evil.example`, "https://a.example/a b", "https://a.example\n", "\thttps://a.example",
	} {
		if u, ok := link.Parse(text); ok {
			t.Errorf("%q is taken as %v", text, u)
		}
	}
}
