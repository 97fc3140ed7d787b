package apptest

import (
	"net/url"
	"strings"
)

// FormOf reads what a browser would post.
func FormOf(html string) (action string, values url.Values) {
	attribute := func(tag, name string) string {
		_, rest, _ := strings.Cut(tag, name+`="`)
		value, _, _ := strings.Cut(rest, `"`)
		return strings.NewReplacer("&amp;", "&", "&#34;", `"`, "&#43;", "+", "&#39;", "'", "&lt;", "<", "&gt;", ">").Replace(value)
	}
	parts := strings.Split(html, "<input ")
	values = url.Values{}
	for _, input := range parts[1:] {
		values.Set(attribute(input, "name"), attribute(input, "value"))
	}
	return attribute(parts[0], "action"), values
}
