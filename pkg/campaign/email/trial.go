package email

import (
	"context"
	"strings"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// AB is a second email that is tried beside the first on a sample of the recipients, before one of them goes to the rest. A content of
// the subject alone has the text or design of the first.
type AB struct {
	Content
	Share  int    `json:"share" dynamodbav:"s" minimum:"10" maximum:"50" doc:"Size of the sample in percent of the recipients. Each email goes to half of it."`
	By     string `json:"by,omitempty" dynamodbav:"b" enum:"delivered,clicked," doc:"Rate that decides between the emails. Default: clicked of an order that counts clicks, else delivered."`
	Wait   int    `json:"waitMinutes" dynamodbav:"w" doc:"Minutes between the end of the sample and the choice, from order.ab.least to order.ab.most."`
	Choose string `json:"choose,omitempty" dynamodbav:"c,omitempty" enum:"auto,hand," doc:"auto: the platform chooses the email for the rest. hand: a user chooses. Default: auto."`
}

// second is the content of the second email: what it leaves out is the first one's.
func (ab *AB) second(first *Content) Content {
	c := ab.Content
	if c.Text == "" && c.TemplateID == "" && c.Design == nil && c.HTML == "" {
		c.Format, c.Text, c.TemplateID, c.Design = first.Format, first.Text, first.TemplateID, first.Design
	}
	return c
}

// fill completes an order: of one email too, for it may have had two before an edit.
func (ab *AB) fill(o *order.Order) {
	o.Trial = nil
	if ab != nil {
		o.Trial = &order.Trial{Share: ab.Share, By: ab.By, Wait: ab.Wait, Hand: ab.Choose == "hand", Sample: o.Chunks}
		o.Chunks *= 2
	}
}

// countsClicks reports whether clicks on the emails of an order are counted where the platform tracks. Text has no links to count.
func (w *Request) countsClicks() bool {
	html := w.Format == formatHTML
	if w.AB != nil {
		second := w.AB.second(&w.Content)
		html = html && second.Format == formatHTML
	}
	return html && (w.TrackClicks == nil || *w.TrackClicks)
}

// check fills in which rate decides when that was left out. It refuses a trial that clicks decide where they are not counted, a trial of
// too few recipients, or of a wait outside of the settings order.ab.least and order.ab.most.
func (ab *AB) check(ctx context.Context, f *order.Flow, w *Request, recipients int) error {
	var least, most int
	var tracking bool
	err := parallel.Do(
		func() (err error) { least, err = f.Settings.Int(ctx, "order.ab.least"); return err },
		func() (err error) { most, err = f.Settings.Int(ctx, "order.ab.most"); return err },
		func() (err error) { tracking, err = f.Settings.Bool(ctx, emaillink.TrackingSetting); return err })
	tracking = tracking && w.countsClicks()
	if ab.By == "" {
		if ab.By = dispatch.ByDelivered; tracking {
			ab.By = dispatch.ByClicked
		}
	}
	switch {
	case err != nil:
		return err
	case ab.By == dispatch.ByClicked && !tracking:
		return fault.Bad("ab.by", "edm.abClicks")
	case ab.Wait < least || ab.Wait > most:
		return fault.Bad("ab.waitMinutes", "bulk.abWait", "min", least, "max", most)
	case plan.Sampled(recipients, ab.Share) < 2:
		return fault.Bad("ab.share", "bulk.abFew", "n", recipients)
	}
	return nil
}

// ofSecond tells a refusal of an email as one of the second.
func ofSecond(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	second := *f
	second.Fields = nil
	for _, field := range f.Fields {
		if !strings.HasPrefix(field.Name, "ab.") {
			field.Name = "ab." + field.Name
		}
		second.Fields = append(second.Fields, field)
	}
	return &second
}

// Trial is how the trial of an order stands, with its second email.
type Trial struct {
	dispatch.TrialView
	ContentView
}

func (r *Service) trialOf(ctx context.Context, body *Body, o *order.Order, t *order.Tally) *Trial {
	view := r.Engine.Statistics().TrialOf(ctx, o, t)
	if view == nil || body.Second == nil {
		return nil
	}
	return &Trial{*view, body.Second.view()}
}

// variantRoute lets a user choose the email of the rest.
func (r *Service) variantRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "PUT", Path: r.Spec().Path + "/{id}/variant", Perm: r.Spec().Perm + ":variant", Spends: true,
		Summary: "Choose which of two emails the rest of an order gets. The choice is final and the request can be repeated"}, r.choose)
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
		func() (err error) { body, err = r.body(ctx, o.ID, false); return err },
		func() (err error) { t, err = r.Engine.Statistics().Tally(ctx, o, false); return err })
	if err != nil {
		return nil, err
	}
	return r.trialOf(ctx, &body, o, t), nil
}
