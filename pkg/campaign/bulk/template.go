package bulk

import (
	"context"
	"slices"

	"herald/pkg/campaign/template"
	"herald/pkg/kit/auth"
	"herald/pkg/provider"
)

// findTemplate looks for the template that a message names. Faults: 404 for one that the caller does not see, the refusal of one
// that may not be sent.
func (r *Service) findTemplate(ctx context.Context, p *auth.Principal, m *Message) (err error) {
	m.template = nil
	if m.Type == provider.Template {
		m.template, err = (&template.Store{DB: r.Engine.Flow.DB}).Find(ctx, p.Scope(), m.TemplateID)
	}
	return err
}

// markets tells whether a message is a template that the provider takes for marketing, as every one that was made elsewhere.
func (m *Message) markets() bool {
	return m.Type == provider.Template && (m.template == nil || m.template.Category == "" || m.template.Category == "MARKETING")
}

// message is what an order sends, with its template as it was priced. What was ordered before templates were kept names it alone.
func (b *Body) message() Message {
	return b.Message.using(b.Template)
}

// using is a message with its template.
func (m Message) using(used *template.InUse) Message {
	if m.template = used; used == nil && m.Type == provider.Template {
		m.template = template.LinkElsewhere(m.TemplateID)
	}
	return m
}

// wanted are the placeholders that an order's recipients may have values for.
func (b *Body) placeholderNames() []string {
	m := b.message()
	names := m.used()
	if b.Second != nil {
		for _, name := range b.Second.message().used() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
