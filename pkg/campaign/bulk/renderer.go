package bulk

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

// renderer makes messages to single recipients of an order's message. What is the same for all is made once.
type renderer struct {
	base         provider.Message
	names        []string
	fixed        []string
	places       *template.Places  // of an own template
	media        map[string]string // files at other senders than the order's own
	own          string            // that one; empty: any
	placeholders []string          // names of the values that recipients bring; nil: names
	other        *renderer         // of the second message of a trial
}

// By makes the messages of another sender, at which the file of the order lies under another id; nil where it does not lie.
func (l *renderer) By(sender string) dispatch.Renderer {
	id, there := l.media[sender]
	if sender == l.own || l.own == "" || l.base.MediaID == "" && (l.base.Template == nil || l.base.Template.File() == "") {
		return l
	}
	if !there {
		return nil
	}
	by := *l
	if by.base.Template == nil {
		by.base.MediaID = id
		return &by
	}
	by.base.Template = l.base.Template.WithFile(id)
	return &by
}

// newRenderer prepares a message whose media are at the provider already.
func newRenderer(m Message, media string) *renderer {
	b := provider.Message{Kind: m.Type, Text: m.Text, MediaID: media}
	switch m.Type {
	case provider.Link:
		b.Text = m.Link.body(m.Text)
		b.Link = &provider.LinkPart{URL: m.Link.target(), Button: m.Link.Button.Name, Header: m.Link.heading(), Footer: m.Link.Footer}
	case provider.Template:
		b.MediaID = ""
		b.Template = m.template.Bare(media)
	}
	l := &renderer{base: b, names: m.used()}
	if m.template != nil && m.template.Own() {
		l.places = m.template.Places()
	}
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

// part fills a template. Of an own one each text gets the values of its own placeholders.
func (l *renderer) part(values []string) *provider.TemplatePart {
	if l.places == nil {
		part := *l.base.Template
		for i := range values {
			values[i] = template.OneLine(values[i])
		}
		part.Values = values
		return &part
	}
	return l.places.Fill(*l.base.Template, func(name string) string { return values[slices.Index(l.names, name)] })
}

// place is where the value of a placeholder stands among those that recipients bring.
func (l *renderer) place(i int) int {
	if l.placeholders == nil {
		return i
	}
	return slices.Index(l.placeholders, l.names[i])
}

// Second makes the other message of a trial; nil where there is none.
func (l *renderer) Second() dispatch.Renderer {
	if l.other == nil {
		return nil
	}
	return l.other
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
		if k := l.place(i); k < len(own) && !order.Blank(own[k]) {
			values[i] = plain.Text(own[k])
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
		m.Template = l.part(values)
	}
	return m
}

// over tells whether a text of a message is longer than the channel carries, and how many characters it may have.
func (l *renderer) over(m *provider.Message, p provider.Profile) (most int, over bool) {
	limits := []template.Text{{Is: m.Text, Most: p.TextLimit}}
	switch m.Kind {
	case provider.Image, provider.Video:
		limits[0].Most = p.CaptionLimit
	case provider.Link:
		limits[0].Most = p.LinkBodyLimit
		limits = append(limits, template.Text{Is: m.Link.Header, Most: p.HeaderLimit}, template.Text{Is: m.Link.Footer, Most: p.HeaderLimit})
	case provider.Template:
		if l.places == nil {
			return 0, false // its text is unknown here
		}
		limits = l.places.Texts(m.Template)
	}
	for _, one := range limits {
		if utf8.RuneCountInString(one.Is) > one.Most {
			return one.Most, true
		}
	}
	return 0, false
}
