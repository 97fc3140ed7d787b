package template

import (
	"net/url"
	"strings"

	"herald/pkg/provider"
)

// Places are where an own template has values, found once for all recipients.
type Places struct {
	used    *InUse
	Body    []string // a name for each use
	Header  string   // name; empty for none
	Buttons []Place
}

// Place is a button whose address ends in a placeholder, or which copies a code.
type Place struct {
	Index int // among all buttons, from 0
	Name  string
	Code  bool
}

// Names are the placeholders of an own template in the order of first use.
func (u *InUse) Names() []string {
	return names(append([]string{u.Header, u.Content}, addresses(u.Buttons)...)...)
}

// uses are the names of a text's placeholders, each as often as it is used: the provider counts them through.
func uses(text string) []string {
	var out []string
	for _, hit := range placeholder.Regexp().FindAllStringSubmatch(text, -1) {
		out = append(out, hit[1])
	}
	return out
}

// Places finds where an own template has values.
func (u *InUse) Places() *Places {
	p := &Places{used: u, Body: uses(u.Content), Header: strings.Join(names(u.Header), "")}
	for i, b := range u.Buttons {
		switch b.Type {
		case buttonCode:
			p.Buttons = append(p.Buttons, Place{i, codeName, true})
		case "url":
			for _, name := range names(b.URL) {
				p.Buttons = append(p.Buttons, Place{i, name, false})
			}
		}
	}
	return p
}

// Bare is the template without values, with the media id of its header's file; empty for none.
func (u *InUse) Bare(media string) *provider.TemplatePart {
	part := &provider.TemplatePart{Name: u.ProviderName, Language: u.Language}
	if u.Type == typeVideo {
		part.Video = media
	} else {
		part.Picture = media
	}
	return part
}

// Fill gives a template the values of a recipient.
func (p *Places) Fill(bare provider.TemplatePart, value func(name string) string) *provider.TemplatePart {
	for _, name := range p.Body {
		bare.Values = append(bare.Values, OneLine(value(name)))
	}
	if p.Header != "" {
		bare.Header = OneLine(value(p.Header))
	}
	for _, b := range p.Buttons {
		v := value(b.Name)
		if !b.Code {
			v = tail(v)
		}
		bare.Buttons = append(bare.Buttons, provider.ButtonValue{Index: b.Index, Value: v})
	}
	return &bare
}

// OneLine is a value as a template takes it: without line breaks, tabs and more than four spaces in a row, each of which the provider
// refuses (132018, facts §1.11).
func OneLine(value string) string {
	if !strings.ContainsAny(value, "\n\r\t\v\f\u0085\u2028\u2029") && !strings.Contains(value, "     ") {
		return value
	}
	return strings.Join(strings.Fields(value), " ")
}

// Text is a text of a filled template with how many characters it may have.
type Text struct {
	Is   string
	Most int
}

// Texts are the header, the body, the code, and the addresses that have a placeholder, with the values of a part that Fill made.
func (p *Places) Texts(part *provider.TemplatePart) []Text {
	var pairs []string
	for i, name := range p.Body {
		pairs = append(pairs, "{"+name+"}", part.Values[i])
	}
	header := p.used.Header
	if p.Header != "" {
		header = strings.ReplaceAll(header, "{"+p.Header+"}", part.Header)
	}
	out := []Text{{header, mostHeader}, {strings.NewReplacer(pairs...).Replace(p.used.Content), mostBody}}
	for i, b := range p.Buttons {
		if b.Code {
			out = append(out, Text{part.Buttons[i].Value, mostCode})
			continue
		}
		out = append(out, Text{strings.TrimSuffix(p.used.Buttons[b.Index].URL, "{"+b.Name+"}") + part.Buttons[i].Value, mostURL})
	}
	return out
}

// kept are the characters that stay as they are at the end of an address: what separates its parts, and % of what is escaped already.
const keptCharacters = "-._~:/?#[]@!$&'()*+,;=%"

// tail returns a value in the form in which an address can end in it: spaces, letters beyond ASCII and the like are
// escaped (RFC 3986).
func tail(value string) string {
	if !strings.ContainsFunc(value, strange) {
		return value
	}
	var b strings.Builder
	for _, c := range value {
		if strange(c) {
			b.WriteString(strings.ReplaceAll(url.QueryEscape(string(c)), "+", "%20"))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func strange(c rune) bool {
	switch {
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		return false
	}
	return !strings.ContainsRune(keptCharacters, c)
}
