package bulk

import (
	"fmt"
	"slices"
	"strings"

	"herald/pkg/provider"
)

// renderer makes messages to single recipients of an order's message. What is the same for all is made once.
type renderer struct {
	base  provider.Message
	names []string
	fixed []string
}

// newRenderer prepares a message whose media are at the provider already.
func newRenderer(m Message, media string) *renderer {
	b := provider.Message{Kind: m.Type, Text: m.Text, MediaID: media}
	switch m.Type {
	case provider.Link:
		b.Text = m.Link.body(m.Text)
		b.Link = &provider.LinkPart{URL: m.Link.target(), Button: m.Link.Button.Name, Header: m.Link.heading(), Footer: m.Link.Footer}
	case provider.Template:
		name, lang, _ := strings.Cut(m.TemplateID, "/")
		if lang == "" {
			lang = "en_US"
		}
		b.Template = &provider.TemplatePart{Name: name, Language: lang}
	}
	l := &renderer{base: b, names: m.used()}
	for _, name := range l.names {
		content := ""
		for _, p := range m.Placeholders {
			if p.Name == name {
				content = p.Content
			}
		}
		l.fixed = append(l.fixed, content)
	}
	return l
}

// To fills in a recipient; own are its values in the order of the placeholders, empty for none.
func (l *renderer) To(number uint64, reference string, own []string) provider.Message {
	m := l.base
	m.To, m.Reference = fmt.Sprint(number), reference
	if len(l.names) == 0 {
		return m
	}
	values := slices.Clone(l.fixed)
	pairs := make([]string, 0, 2*len(l.names))
	for i, name := range l.names {
		if i < len(own) && own[i] != "" {
			values[i] = own[i]
		}
		pairs = append(pairs, "{"+name+"}", values[i])
	}
	fill := strings.NewReplacer(pairs...)
	m.Text = fill.Replace(m.Text)
	if m.Link != nil {
		part := *m.Link
		part.Header, part.Footer = fill.Replace(part.Header), fill.Replace(part.Footer)
		m.Link = &part
	}
	if m.Template != nil {
		part := *m.Template
		part.Values = values
		m.Template = &part
	}
	return m
}
