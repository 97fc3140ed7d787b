package email

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
)

// Limits of an email. Gmail cuts off what is behind 102 KB.
const (
	mostSubject = 200
	mostText    = 100_000
	mostHTML    = 102 << 10
)

// compiled is an email that is ready to be filled in.
type compiled struct {
	subject  string
	program  *emaildesign.Program // nil of format text
	lines    []string             // of format text
	fields   []string             // placeholders
	required []string             // those that have no text for a missing value at some place

	bytes, most int            // without values, and at most with them
	places      map[string]int // of each placeholder
}

// compile makes an email ready. origin is that of the platform, where uploaded pictures lie; empty: nothing is sent of it.
func (c *Content) compile(origin string) (*compiled, error) {
	out := &compiled{subject: c.Subject}
	if c.Format == formatText {
		out.lines = strings.Split(string(c.Text), "\n")
		out.fields = emaildesign.Fields(append([]string{c.Subject}, out.lines...)...)
		out.required = emaildesign.Required(nil, append([]string{c.Subject}, out.lines...)...)
		out.weigh()
		return out, nil
	}
	var err error
	if out.program, err = emaildesign.Compile(c.Design, emaildesign.Options{Subject: c.Subject, Origin: origin}); err != nil {
		return nil, err
	}
	out.fields, out.required = out.program.Fields, emaildesign.Required(c.Design, c.Subject)
	out.weigh()
	return out, nil
}

// urls are the addresses of its links by number.
func (c *compiled) urls() (all []string) {
	if c.program != nil {
		for _, l := range c.program.Links {
			all = append(all, l.URL)
		}
	}
	return all
}

// copyOf is the content of a request as it is priced: a template is copied, so that a later version changes no order. Faults: 404 for a
// template that the scope does not see, emailtemplate.disabled, those of html that cannot be read.
func (r *Service) copyOf(ctx context.Context, p *auth.Principal, c Content) (Copy, error) {
	out := Copy{Content: c}
	if c.HTML != "" && c.Format == formatHTML { // it was not read as a design
		if c.Design != nil || c.TemplateID != "" || r.ImportHTML == nil {
			return out, fault.Bad("html", "edm.oneContent")
		}
		if _, _, err := r.ImportHTML(string(c.HTML)); err != nil {
			return out, err
		}
	}
	if c.TemplateID == "" || c.Format != formatHTML || c.Design != nil {
		return out, nil
	}
	t, err := r.Templates.Load(ctx, p.Scope(), c.TemplateID)
	if err != nil {
		return out, err
	}
	out.Design, out.TemplateName, out.TemplateVersion = t.Design, t.Name, t.Version
	if out.Subject == "" {
		out.Subject = t.Subject
	}
	return out, nil
}

// check refuses a content that cannot be sent to recipients with values in some columns. most is how many placeholders it may have
// beside address and name.
func (c *Copy) check(w *Request, columns []string, most int) (*compiled, error) {
	if err := c.checkForm(); err != nil {
		return nil, err
	}
	if c.Format == formatHTML {
		if problems := emaildesign.Errors(emaildesign.Rules{Subject: c.Subject, Placeholders: most}.Check(c.Design)); len(problems) > 0 {
			return nil, refused(problems)
		}
	}
	out, err := c.compile("")
	if err != nil {
		return nil, fault.Bad("design", "edm.design")
	}
	if out.program != nil && out.program.Size > mostHTML {
		return nil, fault.Bad("design", "edm.size", "kb", out.program.Size>>10, "max", mostHTML>>10)
	}
	counted := 0
	for _, name := range out.fields {
		if slices.Contains(emaildesign.Free, name) {
			continue
		}
		if counted++; counted > most {
			return nil, fault.Bad("placeholders", "edm.placeholders", "max", most)
		}
	}
	for _, name := range out.required {
		if w.fixed(name) == "" && !slices.ContainsFunc(columns, func(c string) bool { return contact.Fold(c) == contact.Fold(name) }) {
			return nil, fault.Bad("placeholders", "edm.placeholderUnknown", "name", name)
		}
	}
	return out, nil
}

// checkForm refuses a content that is no email.
func (c *Copy) checkForm() error {
	switch {
	case c.Subject == "":
		return fault.Bad("subject", "web.valid.missing")
	case strings.ContainsFunc(c.Subject, unicode.IsControl) || strings.ContainsAny(c.Subject, "\u2028\u2029"):
		return fault.Bad("subject", "edm.subjectLine")
	case utf8.RuneCountInString(c.Subject) > mostSubject:
		return fault.Bad("subject", "edm.subjectLong", "max", mostSubject)
	case c.Format == formatText && (c.Design != nil || c.TemplateID != "" || c.HTML != ""):
		return fault.Bad("format", "edm.textOnly")
	case c.Format == formatText && order.Blank(string(c.Text)):
		return fault.Bad("text", "web.valid.missing")
	case c.Format == formatText && utf8.RuneCountInString(string(c.Text)) > mostText:
		return fault.Bad("text", "edm.textLong", "max", mostText)
	case c.Format == formatHTML && c.Text != "":
		return fault.Bad("text", "edm.htmlOnly")
	case c.Format == formatHTML && c.Design == nil:
		return fault.Bad("design", "edm.content")
	}
	return nil
}

// refused is the fault of a design that cannot be sent, with each of its problems.
func refused(problems []emaildesign.Problem) error {
	f := &fault.Error{}
	for i, p := range problems {
		var args []any
		for name, v := range p.Args {
			args = append(args, name, v)
		}
		field := "design"
		if p.Block != "" {
			field += "." + p.Block
		}
		one := fault.Bad(field, p.Key, args...)
		if i == 0 {
			*f = *one
			continue
		}
		f.Fields = append(f.Fields, one.Fields...)
	}
	return f
}

// fixed is the content of a placeholder for recipients without a value; empty for none.
func (w *Request) fixed(name string) string {
	for _, p := range w.Placeholders {
		if contact.Fold(p.Name) == contact.Fold(name) {
			return strings.TrimSpace(p.Content)
		}
	}
	return ""
}

// replyTo checks where answers go, and gives it in the form in which it is sent.
func (w *Request) replyTo() error {
	if w.ReplyTo == nil {
		return nil
	}
	address, ok := email.Normalise(w.ReplyTo.Address)
	if !ok {
		return fault.Bad("replyTo.address", "edm.replyTo")
	}
	if strings.ContainsFunc(w.ReplyTo.Name, unicode.IsControl) {
		return fault.Bad("replyTo.name", "edm.headerLine")
	}
	w.ReplyTo = &ReplyTo{address, strings.TrimSpace(w.ReplyTo.Name)}
	return nil
}

// hole counts recipients without a value for a placeholder that has no text for those.
type hole struct {
	names []string // required, without content for all
	count int
	name  string
	first string // address of one of them
}

// look counts recipients whose email would have a hole; rows are their values in the order of names, of which the first is the address.
func (h *hole) look(names []string, rows [][]string) {
	for _, name := range h.names {
		at := slices.Index(names, name)
		for _, own := range rows {
			if at >= 0 && at < len(own) && !order.Blank(own[at]) {
				continue
			}
			if h.count == 0 && len(own) > 0 {
				h.name, h.first = name, own[0]
			}
			if h.name == name { // one placeholder is reported at a time
				h.count++
			}
		}
	}
}

func (h *hole) fault() error {
	if h.count == 0 {
		return nil
	}
	return fault.Bad("placeholders", "edm.placeholderHole", "n", h.count, "name", h.name, "address", h.first)
}

// values names what recipients bring for some emails: the address first, then their placeholders in the order of first use.
func valueNames(all ...*compiled) []string {
	names := []string{contact.ColumnEmail}
	for _, c := range all {
		if c == nil {
			continue
		}
		for _, name := range c.fields {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// compiledOf compiles what an order was priced with: its first email and its second, nil where there is none.
func (b *Body) compiledOf(origin string) (first, second *compiled, err error) {
	if first, err = b.First.compile(origin); err == nil && b.Second != nil {
		second, err = b.Second.compile(origin)
	}
	if err != nil {
		err = fmt.Errorf("email: content: %w", err)
	}
	return first, second, err
}
