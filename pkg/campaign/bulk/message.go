package bulk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/link"
	"herald/pkg/kit/plain"
	"herald/pkg/provider"
)

// Message is what an order sends (decisions §10).
type Message struct {
	Type         provider.Kind `json:"type" dynamodbav:"t" enum:"text,image,video,link,template"`
	Text         string        `json:"text,omitempty" dynamodbav:"x,omitempty" maxLength:"4096" doc:"Body, or caption of a picture or video. {name} is a placeholder."`
	MediaID      string        `json:"mediaId,omitempty" dynamodbav:"m,omitempty" doc:"Id of an uploaded file."`
	Link         *Link         `json:"link,omitempty" dynamodbav:"l,omitempty"`
	TemplateID   string        `json:"templateId,omitempty" dynamodbav:"i,omitempty" doc:"Id of a template, or the provider's name of an approved one, optionally with /language. Default language: en_US." example:"offer/pt_BR"`
	Placeholders []Placeholder `json:"placeholders,omitempty" dynamodbav:"p,omitempty" doc:"At most 3."`

	template *template.InUse // that TemplateID names, once it was looked for
}

// Link is a message with a button (business-domain §3).
type Link struct {
	Title       string  `json:"title,omitempty" dynamodbav:"t,omitempty"`
	Summary     string  `json:"summary,omitempty" dynamodbav:"s,omitempty"`
	ThumbnailID string  `json:"thumbnailId,omitempty" dynamodbav:"m,omitempty" doc:"Id of an uploaded picture that is shown as header."`
	URL         string  `json:"url,omitempty" dynamodbav:"u,omitempty"`
	Content     string  `json:"content,omitempty" dynamodbav:"c,omitempty"`
	Button      *Button `json:"button,omitempty" dynamodbav:"b,omitempty"`
	Header      string  `json:"header,omitempty" dynamodbav:"h,omitempty"`
	Footer      string  `json:"footer,omitempty" dynamodbav:"f,omitempty"`
}

// Button of a link message.
type Button struct {
	Name string `json:"name" dynamodbav:"n"`
	URL  string `json:"url,omitempty" dynamodbav:"u,omitempty"`
}

// Placeholder is a {name} in the text. A column of the same name, of the file or kept with the
// members of the collection, gives each recipient its own content.
type Placeholder struct {
	Name    string `json:"name" dynamodbav:"n"`
	Content string `json:"content" dynamodbav:"c" doc:"Content for recipients without content of their own."`
}

var placeholder = lazyregexp.New(`\{([\p{L}\p{N}_]{1,30})\}`)

// doubled is a placeholder as other systems write it.
var doubled = lazyregexp.New(`\{\{\s*([\p{L}\p{N}_]{1,30})\s*\}\}`)

// brings tells whether one of the columns fills a placeholder.
func placeholderColumns(columns []string, name string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return c != "" && contact.Fold(c) == contact.Fold(name) })
}

// used lists the placeholders of all texts, in the order of their first use.
func (m *Message) used() []string {
	var names []string
	for _, text := range m.texts() {
		for _, hit := range placeholder.Regexp().FindAllStringSubmatch(*text, -1) {
			if !slices.Contains(names, hit[1]) {
				names = append(names, hit[1])
			}
		}
	}
	if m.template != nil && m.template.Own() {
		return m.template.Names()
	}
	if m.Type == provider.Template {
		for _, p := range m.Placeholders {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

func (m *Message) texts() []*string {
	out := []*string{&m.Text}
	if m.Link != nil {
		out = append(out, &m.Link.Title, &m.Link.Summary, &m.Link.Content, &m.Link.Header, &m.Link.Footer)
	}
	return out
}

// plain removes from the texts what their reader cannot see and an operator charges for. Check does it first, so that what is
// counted, kept, reviewed and sent is one text.
func (m *Message) plain() {
	if m.Link != nil {
		link := *m.Link
		link.URL = plain.URL(link.URL)
		if link.Button != nil {
			link.Button = &Button{plain.Text(link.Button.Name), plain.URL(link.Button.URL)}
		}
		m.Link = &link
	}
	for _, text := range m.texts() {
		*text = plain.Text(*text)
	}
	m.Placeholders = slices.Clone(m.Placeholders)
	for i := range m.Placeholders {
		m.Placeholders[i].Content = plain.Text(m.Placeholders[i].Content)
	}
}

// check applies the rules of the message's kind and the limits of the channel. columns are the values that a
// file brings, most is the setting order.placeholders (business-domain §5, §9).
func (m *Message) check(p provider.Profile, columns []string, most int) error {
	m.plain()
	for _, text := range m.texts() {
		if hit := doubled.Regexp().FindStringSubmatch(*text); hit != nil {
			return fault.Bad("message.text", "bulk.placeholderDoubled", "name", "{"+hit[1]+"}", "written", hit[0])
		}
	}
	if len(m.Placeholders) > most || len(m.used()) > most {
		return fault.Bad("message.placeholders", "bulk.placeholders", "max", most)
	}
	for _, ph := range m.Placeholders {
		if ph.Name == "" || (order.Blank(ph.Content) && !placeholderColumns(columns, ph.Name)) {
			return fault.Bad("message.placeholders", "bulk.placeholderEmpty")
		}
	}
	for _, name := range m.used() {
		if !placeholderColumns(columns, name) && !slices.ContainsFunc(m.Placeholders, func(ph Placeholder) bool { return ph.Name == name }) {
			return fault.Bad("message.placeholders", "bulk.placeholderUnknown", "name", name)
		}
	}
	if slices.Contains(provider.Kinds(), m.Type) && !p.Carries(m.Type) {
		return fault.Bad("message.type", "bulk.kindHere", "channel", p.Channel)
	}
	m = m.filled()
	switch m.Type {
	case provider.Text:
		return length("message.text", m.Text, 1, p.TextLimit)
	case provider.Image, provider.Video:
		if m.MediaID == "" {
			return fault.Bad("message.mediaId", "bulk.mediaMissing")
		}
		return length("message.text", m.Text, 0, p.CaptionLimit)
	case provider.Link:
		return m.Link.check(m.Text, p)
	case provider.Template:
		return m.checkTemplate()
	}
	return fault.Bad("message.type", "bulk.kind")
}

// filled is the message as who has no content of its own gets it: the limits hold for that (business-domain §5).
func (m *Message) filled() *Message {
	var pairs []string
	for _, ph := range m.Placeholders {
		if !order.Blank(ph.Content) {
			pairs = append(pairs, "{"+ph.Name+"}", ph.Content)
		}
	}
	out := *m
	if m.Link != nil {
		link := *m.Link
		out.Link = &link
	}
	fill := strings.NewReplacer(pairs...)
	for _, text := range out.texts() {
		*text = fill.Replace(*text)
	}
	return &out
}

// checkTemplate refuses a template that was not found, contents for placeholders that an own one does not have, and texts that are
// too long with them. m is filled.
func (m *Message) checkTemplate() error {
	used := m.template
	if used == nil || !used.Own() {
		return template.CheckName(m.TemplateID)
	}
	for _, ph := range m.Placeholders {
		if !slices.Contains(used.Names(), ph.Name) {
			return fault.Bad("message.placeholders", "bulk.placeholderNowhere", "name", ph.Name)
		}
	}
	contents := map[string]string{}
	for _, ph := range m.Placeholders {
		contents[ph.Name] = ph.Content
	}
	places := used.Places()
	for _, text := range places.Texts(places.Fill(provider.TemplatePart{}, func(name string) string { return contents[name] })) {
		if err := length("message.placeholders", text.Is, 0, text.Most); err != nil {
			return err
		}
	}
	return nil
}

func (l *Link) check(text string, p provider.Profile) error {
	if l == nil {
		return fault.Bad("message.link", "web.valid.missing")
	}
	if l.Button == nil || order.Blank(l.Button.Name) {
		return fault.Bad("message.link.button.name", "web.valid.missing")
	}
	if l.URL != "" && !opens(l.URL) || l.URL == "" && l.Button.URL == "" {
		return fault.Bad("message.link.url", "web.valid.url")
	}
	if !opens(l.target()) {
		return fault.Bad("message.link.button.url", "web.valid.url")
	}
	for _, c := range []struct {
		field, text string
		min, max    int
	}{
		{"message.link.content", l.body(text), 1, p.LinkBodyLimit}, {"message.link.button.name", l.Button.Name, 1, p.ButtonLimit},
		{"message.link.header", l.heading(), 0, p.HeaderLimit}, {"message.link.footer", l.Footer, 0, p.HeaderLimit},
	} {
		if err := length(c.field, c.text, c.min, c.max); err != nil {
			return err
		}
	}
	return nil
}

// opens reports an address that a button can open.
func opens(address string) bool {
	_, ok := link.Parse(address)
	return ok && len(address) <= mostURL
}

const mostURL = 2000 // of the provider's button

func (l *Link) target() string {
	if l.Button != nil && l.Button.URL != "" {
		return l.Button.URL
	}
	return l.URL
}

func (l *Link) heading() string {
	if l.Header != "" {
		return l.Header
	}
	return l.Title
}

// body joins what the channel has no place of its own for.
func (l *Link) body(text string) string {
	var parts []string
	if l.Title != "" && (l.Header != "" || l.ThumbnailID != "") { // the place of the header is taken
		parts = append(parts, l.Title)
	}
	for _, s := range []string{l.Summary, l.Content, text} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

func length(field, text string, least, most int) error {
	switch n := utf8.RuneCountInString(text); {
	case least > 0 && order.Blank(text):
		return fault.Bad(field, "web.valid.missing")
	case n > most:
		return fault.Bad(field, "web.valid.maxLength", "n", most)
	}
	return nil
}
