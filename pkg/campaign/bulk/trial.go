package bulk

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// AB is a second message that is tried beside the first on a sample of the recipients, before one of them goes to the rest (issue 11,
// item 9).
type AB struct {
	Message Message `json:"message" dynamodbav:"m" doc:"The second message. The rules of the first apply."`
	Share   int     `json:"share" dynamodbav:"s" minimum:"10" maximum:"50" doc:"Size of the sample in percent of the recipients. Each message goes to half of it."`
	By      string  `json:"by" dynamodbav:"b" enum:"delivered,read,replied" doc:"Rate that decides between the messages."`
	Wait    int     `json:"waitMinutes" dynamodbav:"w" doc:"Minutes between the end of the sample and the choice, from order.ab.least to order.ab.most."`
	Choose  string  `json:"choose,omitempty" dynamodbav:"c,omitempty" enum:"auto,hand," doc:"auto: the platform chooses the message for the rest. hand: a user chooses. Default: auto."`
}

// Second is the second message of an order as it is kept.
type Second struct {
	Message  Message           `dynamodbav:"m"`
	Media    string            `dynamodbav:"d,omitempty"`  // as of Body
	Beside   map[string]string `dynamodbav:"db,omitempty"` // likewise
	Template *template.InUse   `dynamodbav:"tp,omitempty"` // likewise
}

// message is the second message with its template as it was priced.
func (s *Second) message() *Message {
	m := s.Message.using(s.Template)
	return &m
}

// second is what is kept of the second message; nil of an order of one.
func (ab *AB) second() *Second {
	if ab == nil {
		return nil
	}
	return &Second{Message: ab.Message, Template: ab.Message.template}
}

// fill completes an order: of one message too, for it may have had two before an edit.
func (ab *AB) fill(o *order.Order) {
	o.Trial, o.Second = nil, ""
	if ab == nil {
		return
	}
	o.Trial = &order.Trial{Share: ab.Share, By: ab.By, Wait: ab.Wait, Hand: ab.Choose == "hand", Sample: o.Chunks}
	o.Chunks *= 2
	if ab.Message.template != nil {
		o.Second = ab.Message.template.Ref
	}
}

// findSecond looks for the template of the second message.
func (r *Service) findSecond(ctx context.Context, p *auth.Principal, w *Request) error {
	if w.AB == nil {
		return nil
	}
	return ofSecond(r.findTemplate(ctx, p, &w.AB.Message))
}

// checkSecond checks a trial, and its second message as the first one is checked.
func (r *Service) checkSecond(ctx context.Context, w *Request, to *order.Recipients, p provider.Profile, placeholders int) error {
	ab := w.AB
	if ab == nil {
		return nil
	}
	var least, most int
	var media error
	err := parallel.Do(
		func() (err error) { least, err = r.Engine.Flow.Settings.Int(ctx, settingLeastWait); return err },
		func() (err error) { most, err = r.Engine.Flow.Settings.Int(ctx, settingMostWait); return err },
		func() error { media = r.checkMedia(ctx, &ab.Message); return nil })
	switch {
	case err != nil:
		return err
	case w.Split > 1:
		return fault.Bad("split", "bulk.abSplit")
	case ab.Wait < least || ab.Wait > most:
		return fault.Bad("ab.waitMinutes", "bulk.abWait", "min", least, "max", most)
	case ab.By == dispatch.ByRead && !p.ReadReceipts || ab.By == dispatch.ByReplied && !p.TwoWay:
		return fault.Bad("ab.by", "bulk.abMeasure", "channel", p.Channel)
	}
	if err := ab.Message.check(p, append(to.List.Columns, to.File.Columns...), placeholders); err != nil {
		return ofSecond(err)
	}
	if media != nil {
		return ofSecond(media)
	}
	if plan.Sampled(to.Count, ab.Share) < 2 {
		return fault.Bad("ab.share", "bulk.abFew", "n", to.Count)
	}
	return nil
}

// The settings of how long a trial may wait.
const (
	settingLeastWait = "order.ab.least"
	settingMostWait  = "order.ab.most"
)

// ofSecond tells a refusal of a message as one of the second.
func ofSecond(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	second := *f
	second.Fields = nil
	for _, field := range f.Fields {
		if strings.HasPrefix(field.Name, "message") {
			field.Name = "ab." + field.Name
		}
		second.Fields = append(second.Fields, field)
	}
	return &second
}

// markets tells whether one of the messages is marketing.
func (w *Request) markets() bool {
	return w.Message.markets() || w.AB != nil && w.AB.Message.markets()
}

// longest measures the texts of both messages. Every recipient is reserved and charged at the price of the dearer
// one. So the order has one price, and no user pays more than the estimate.
func (r *Service) longest(ctx context.Context, w *Request, to *order.Recipients, p provider.Profile) (measured, error) {
	size, err := r.size(ctx, w, &w.Message, to, p)
	if err != nil || w.AB == nil {
		return size, err
	}
	second, err := r.size(ctx, w, &w.AB.Message, to, p)
	fewest := min(cmp.Or(size.fewest, size.longest.Parts), cmp.Or(second.fewest, second.longest.Parts))
	if second.longest.Parts > size.longest.Parts {
		size = second
	}
	size.fewest = fewest
	return size, ofSecond(err)
}

// secondTerms must hold when an order of two messages is written.
func (r *Service) secondTerms(o *order.Order, w *Request) []order.Term {
	if o.Second == "" || o.Second == o.Template || r.Engine.Flow.Rules.Templates == nil {
		return nil
	}
	return []order.Term{{Ops: r.Engine.Flow.Rules.Templates.Usable(o.Second),
		Refusal: fault.Bad("ab.message.templateId", "template.unusable.off", "name", w.AB.Message.template.Name)}}
}

// Trial is how the trial of an order stands, with its second message.
type Trial struct {
	dispatch.TrialView
	Message  Message         `json:"message" doc:"The second message."`
	Template *template.InUse `json:"template,omitempty" doc:"Template of the second message, as it was when the order was made."`
}

func (r *Service) trialOf(ctx context.Context, body *Body, o *order.Order, t *order.Tally) *Trial {
	view := r.Engine.Statistics().TrialOf(ctx, o, t)
	if view == nil || body.Second == nil {
		return nil
	}
	return &Trial{*view, body.Second.Message, body.Second.Template}
}

// variantRoute lets a user choose the message of the rest.
func (r *Service) variantRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "PUT", Path: r.Spec().Path + "/{id}/variant", Perm: r.Spec().Perm + ":variant", Spends: true,
		Summary: "Choose which of two messages the rest of an order gets. The choice is final and the request can be repeated"}, r.choose)
}

func (r *Service) choose(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Variant string `json:"variant" enum:"a,b"`
	}
}) (*Trial, error) {
	o, err := r.Engine.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if o, err = r.Engine.Flow.Trials().Choose(ctx, o, in.Body.Variant); err != nil {
		return nil, err
	}
	var body Body
	var t *order.Tally
	err = parallel.Do(
		func() (err error) {
			body, _, err = store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), false)
			return err
		},
		func() (err error) { t, err = r.Engine.Statistics().Tally(ctx, o, false); return err })
	if err != nil {
		return nil, err
	}
	return r.trialOf(ctx, &body, o, t), nil
}
