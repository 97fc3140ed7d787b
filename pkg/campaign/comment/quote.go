package comment

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/campaign/comment/platform"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// mostInstructions is the most characters of instructions.
const mostInstructions = 1000

// quote is a checked request.
type quote struct {
	request  *Request
	texts    []string
	title    string
	declared Declaration
	each     time.Duration // that a comment takes
}

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	return r.quoteOf(ctx, w, func(q *quote) error { return r.write(ctx, p, w, q) })
}

// requote is quote for an edit. An order that keeps its template keeps the texts that were copied from it: the template may have been
// changed, disabled or deleted since.
func (r *Service) requote(ctx context.Context, p *auth.Principal, w *Request, o *order.Order) (order.Quote, error) {
	b, err := r.body(ctx, o.ID, true)
	if err != nil {
		return nil, err
	}
	same := w.TemplateID != "" && w.Instructions == "" && w.TemplateID == b.Request.TemplateID && w.Platform == b.Request.Platform
	return r.quoteOf(ctx, w, func(q *quote) error {
		if same {
			q.texts, q.title = b.Texts, b.Title
			return nil
		}
		return r.write(ctx, p, w, q)
	})
}

// quoteOf checks a request whose texts write finds.
func (r *Service) quoteOf(ctx context.Context, w *Request, write func(*quote) error) (order.Quote, error) {
	at, err := platform.Find(w.Platform)
	if err == nil {
		err = at.Check("targetUrl", w.TargetURL)
	}
	if err != nil {
		return nil, err
	}
	by := auth.Must(ctx)
	q := &quote{request: w, declared: Declaration{by.UserID, by.Name, r.Now().UTC().Truncate(time.Second), w.TargetURL}}
	var most, minutes int
	err = parallel.Do(
		func() error { return r.Rules.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() (err error) { most, err = r.Settings.Int(ctx, "comment.quantity.max"); return err },
		func() (err error) { minutes, err = r.Settings.Int(ctx, "comment.item.minutes"); return err },
		func() error { return write(q) })
	switch {
	case err != nil:
		return nil, err
	case w.Quantity < 1 || w.Quantity > most:
		return nil, fault.Bad("quantity", "comment.quantity", "max", most)
	case !w.Owned:
		return nil, fault.Bad("owned", "comment.owned")
	}
	q.each = time.Duration(minutes) * time.Minute
	return q, nil
}

// write finds the texts of a request: those of a template that the payer can use, or its instructions.
func (r *Service) write(ctx context.Context, p *auth.Principal, w *Request, q *quote) error {
	if (w.TemplateID == "") == (w.Instructions == "") {
		return fault.Bad("templateId", "comment.either")
	}
	if w.TemplateID == "" {
		if utf8.RuneCountInString(w.Instructions) > mostInstructions {
			return fault.Bad("instructions", "comment.instructions", "max", mostInstructions)
		}
		q.texts = []string{strings.ReplaceAll(w.Instructions, "\r\n", "\n")}
		return nil
	}
	t, err := r.Templates.Load(ctx, p.Scope(), w.TemplateID)
	if err != nil {
		return err
	}
	if t.Platform != w.Platform {
		return fault.Bad("templateId", "comment.template", "name", t.Name)
	}
	q.texts, q.title = t.Texts, t.Name
	return nil
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	return order.CheckedRequest{Basics: head(q.request), Targets: q.request.Quantity, Refused: []order.Refusal{},
		Duration: min(time.Duration(q.request.Quantity)*q.each, defaultHours*time.Hour)}
}

// Explain implements order.Quote.
func (*quote) Explain(context.Context, *order.Estimate) error { return nil }

// Precondition implements order.Quote.
func (*quote) Precondition(string) error { return nil }

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) { o.Channel, o.Chunks = q.request.Platform, 1 }

// Terms implements order.Quote.
func (*quote) Terms(*order.Order) []order.Term { return nil }

// Rows implements order.Quote.
func (q *quote) Rows(o *order.Order) []store.Op {
	return []store.Op{{Verb: store.Put, Key: bodyKey(o.ID), Item: Body{Gen: o.Gen, Request: *q.request, Title: q.title, Texts: q.texts,
		Declared: q.declared}}}
}

// AmendedRows implements order.Quote: the texts stay those of the order.
func (q *quote) AmendedRows(o *order.Order) []store.Op {
	return []store.Op{{Verb: store.Update, Key: bodyKey(o.ID), Set: map[string]any{"w": *q.request}}}
}
