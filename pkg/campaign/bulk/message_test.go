package bulk

import (
	"strings"
	"testing"

	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

var official = provider.Profile{Kinds: provider.Kinds(), TextLimit: 4096, CaptionLimit: 1024, LinkBodyLimit: 1024, ButtonLimit: 20,
	HeaderLimit: 60}

func TestMessageRules(t *testing.T) {
	link := func(change func(*Link)) Message {
		l := &Link{Title: "Sale", Content: "Today only", URL: "https://shop.example/x", Button: &Button{Name: "Open"}}
		change(l)
		return Message{Type: provider.Link, Link: l}
	}
	for name, c := range map[string]struct {
		m       Message
		columns []string
		field   string // "" passes
		key     string
	}{
		"text":         {Message{Type: provider.Text, Text: "hi"}, nil, "", ""},
		"text empty":   {Message{Type: provider.Text}, nil, "message.text", "web.valid.missing"},
		"text of 4096": {Message{Type: provider.Text, Text: strings.Repeat("ã", 4096)}, nil, "", ""},
		"text of 4097": {Message{Type: provider.Text, Text: strings.Repeat("ã", 4097)}, nil, "message.text",
			"web.valid.maxLength"},
		"image without file": {Message{Type: provider.Image}, nil, "message.mediaId", "bulk.mediaMissing"},
		"caption of 1025": {Message{Type: provider.Image, MediaID: "x", Text: strings.Repeat("x", 1025)}, nil, "message.text",
			"web.valid.maxLength"},
		"link":                {link(func(*Link) {}), nil, "", ""},
		"link without button": {link(func(l *Link) { l.Button = nil }), nil, "message.link.button.name", "web.valid.missing"},
		"link button of 21": {link(func(l *Link) { l.Button.Name = strings.Repeat("x", 21) }), nil, "message.link.button.name",
			"web.valid.maxLength"},
		"link header of 61": {link(func(l *Link) { l.Header = strings.Repeat("x", 61) }), nil, "message.link.header",
			"web.valid.maxLength"},
		"link footer of 61": {link(func(l *Link) { l.Footer = strings.Repeat("x", 61) }), nil, "message.link.footer",
			"web.valid.maxLength"},
		"link body of 1025": {link(func(l *Link) { l.Content = strings.Repeat("x", 1025) }), nil, "message.link.content",
			"web.valid.maxLength"},
		"link to a script":       {link(func(l *Link) { l.URL = "javascript:alert(1)" }), nil, "message.link.url", "web.valid.url"},
		"template":               {Message{Type: provider.Template, TemplateID: "offer/pt_BR"}, nil, "", ""},
		"template of a bad name": {Message{Type: provider.Template, TemplateID: "Offer!"}, nil, "message.templateId", "bulk.template"},
		"three placeholders":     {Message{Type: provider.Text, Text: "{a}{b}{c}"}, []string{"a", "b", "c"}, "", ""},
		"four placeholders": {Message{Type: provider.Text, Text: "{a}{b}{c}{d}"}, []string{"a", "b", "c", "d"},
			"message.placeholders", "bulk.placeholders"},
		"a placeholder without content": {Message{Type: provider.Text, Text: "{a}"}, nil, "message.placeholders", "bulk.placeholderUnknown"},
		"an empty placeholder": {Message{Type: provider.Text, Text: "{a}", Placeholders: []Placeholder{{Name: "a"}}},
			nil, "message.placeholders", "bulk.placeholderEmpty"},
		"a content beyond the limit": {Message{Type: provider.Text, Text: "Hi {a}",
			Placeholders: []Placeholder{{"a", strings.Repeat("x", 4094)}}}, nil, "message.text", "web.valid.maxLength"},
		"a content at the limit": {Message{Type: provider.Text, Text: "Hi {a}",
			Placeholders: []Placeholder{{"a", strings.Repeat("x", 4093)}}}, nil, "", ""},
		"a default beyond the limit": {Message{Type: provider.Image, MediaID: "x", Text: "{a}",
			Placeholders: []Placeholder{{"a", strings.Repeat("x", 1025)}}}, []string{"a"}, "message.text", "web.valid.maxLength"},
		"link header filled to 61": {link(func(l *Link) { l.Header = "{a}" }).with("a", strings.Repeat("x", 61)), nil,
			"message.link.header", "web.valid.maxLength"},
		"link beside a button to a script": {link(func(l *Link) { l.URL, l.Button.URL = "javascript:alert(1)", "https://shop.example" }), nil,
			"message.link.url", "web.valid.url"},
		"link of 2001": {link(func(l *Link) { l.URL = "https://shop.example/" + strings.Repeat("x", 1980) }),
			nil, "message.link.url", "web.valid.url"},
		"no such kind": {Message{Type: "carrier pigeon"}, nil, "message.type", "bulk.kind"},
	} {
		err := c.m.check(official, c.columns, 3)
		e := fault.As(err)
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.field != "" && (e == nil || e.Fields[0].Name != c.field || e.Key != c.key):
			t.Errorf("%s: %v %+v, want %s at %s", name, err, e, c.key, c.field)
		}
	}
}

func (m Message) with(name, content string) Message {
	m.Placeholders = append(m.Placeholders, Placeholder{name, content})
	return m
}

func TestPlaceholdersAreFilled(t *testing.T) {
	m := Message{Type: provider.Text, Text: "Olá {name}, {code} {name}!", Placeholders: []Placeholder{{"name", "cliente"}, {"code", "X1"}}}
	l := newRenderer(m, "")
	if got := l.To(5511987654321, "ref", nil); got.Text != "Olá cliente, X1 cliente!" || got.To != "5511987654321" {
		t.Errorf("%+v", got)
	}
	if got := l.To(1, "ref", []string{"Ana {code}", ""}).Text; got != "Olá Ana {code}, X1 Ana {code}!" {
		t.Errorf("a value is text, never a placeholder: %q", got)
	}
}

// A thumbnail replaces the header: the title then moves into the text.
func TestATitleHasAPlaceBesideAThumbnail(t *testing.T) {
	for _, c := range []struct {
		header, thumbnail, heading, body string
	}{
		{"", "", "Title", "Summary\nText"},
		{"Header", "", "Header", "Title\nSummary\nText"},
		{"", "p", "Title", "Title\nSummary\nText"},
		{"Header", "p", "Header", "Title\nSummary\nText"},
	} {
		l := &Link{Title: "Title", Summary: "Summary", Content: "Text", Header: c.header, ThumbnailID: c.thumbnail}
		if h, b := l.heading(), l.body(""); h != c.heading || b != c.body {
			t.Errorf("%+v: %q %q", c, h, b)
		}
	}
}
