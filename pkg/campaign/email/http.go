package email

import (
	"context"
	"strconv"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)

	_ orderkind.Kind   = (*Service)(nil)
	_ orderkind.Sender = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	order.Mount[change](a, r.intake(), r.detail)
	r.testRoute(a)
	r.Engine.Statistics().TargetRoutes(a)
	r.variantRoute(a)
	web.Handle(a, web.Route{Method: "GET", Path: r.Spec().Path + "/{id}/preview", Perm: r.Spec().Perm + ":page",
		Summary: "Get an order's email as a recipient without values sees it"}, r.preview)
}

// SendTasks are the handlers of queue send.
func (r *Service) SendTasks() map[string]queue.Handler { return r.Engine.SendTasks() }

// Exports declares the list of recipients as an export.
func (r *Service) Exports(a *web.API, d *export.Exporter) { r.Engine.Statistics().Exports(a, d) }

// ContentView is an email of an order.
type ContentView struct {
	Subject         string              `json:"subject"`
	Format          string              `json:"format" enum:"html,text"`
	Text            string              `json:"text,omitempty"`
	Design          *emaildesign.Design `json:"design,omitempty"`
	TemplateID      string              `json:"templateId,omitempty"`
	TemplateName    string              `json:"templateName,omitempty" doc:"Name of the template when the order was made."`
	TemplateVersion int64               `json:"templateVersion,omitempty" doc:"Version of the template that the order copied."`
}

func (c *Copy) view() ContentView {
	return ContentView{c.Subject, c.Format, string(c.Text), c.Design, c.TemplateID, c.TemplateName, c.TemplateVersion}
}

// SenderView is who the emails of an order come from.
type SenderView struct {
	ID      string `json:"id"`
	Address string `json:"address"`
	Name    string `json:"name"`
}

// Detail is an order as of now.
type Detail struct {
	order.Detail
	GroupID string `json:"groupId,omitempty"`
	FileID  string `json:"fileId,omitempty"`
	ContentView
	Sender  SenderView `json:"sender"`
	ReplyTo *ReplyTo   `json:"replyTo,omitempty" doc:"Address for replies: the request's, or the sender's own setting. Missing: the sender's address."`

	Placeholders []Placeholder `json:"placeholders" nullable:"false"`
	Filter       *Filter       `json:"filter,omitempty" doc:"Which members of the contact list. Missing: all members."`
	TrackLoads   bool          `json:"trackLoads"`
	TrackClicks  bool          `json:"trackClicks"`

	HardBounces int                `json:"hardBounces" doc:"Emails that were returned because the address does not exist."`
	SoftBounces int                `json:"softBounces" doc:"Emails that were returned because the mailbox was full or away. They are refunded later."`
	Blacklisted int                `json:"blacklisted" doc:"Emails that were returned because the address is on a provider's blocklist."`
	Waits       *dispatch.Blocker  `json:"waits,omitempty" doc:"Why the order is not sending now. It continues without a request."`
	AB          *Trial             `json:"ab,omitempty" doc:"Only for an order with two emails."`
	HeldBack    []dispatch.Blocked `json:"heldBack" doc:"Recipients that were skipped and not charged, by reason. They are part of the failed."`
}

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	var body Body
	var full time.Time
	err := parallel.Do(
		func() (err error) {
			if body, err = r.body(ctx, id, false); err == nil {
				full, err = r.spentUntil(ctx, body.Sender.ID)
			}
			return err
		},
		func() error { return r.Engine.Statistics().LoadForecast(ctx) })
	return func(common order.Detail, t *order.Tally) *Detail {
		waits, err := r.Engine.Statistics().BlockersOf(ctx, &common, t)
		if err != nil {
			r.Engine.Flow.Log(map[string]any{"warning": "waits: " + err.Error(), "order": id})
		}
		waits = blocked(waits, common.Status, full)
		w, s := &body.Request, &body.Sender
		d := &Detail{Detail: common, GroupID: w.GroupID, FileID: w.FileID, ContentView: body.First.view(),
			Sender: SenderView{s.ID, s.Address, s.Name}, ReplyTo: w.ReplyTo, Placeholders: w.Placeholders,
			TrackLoads: w.TrackLoads == nil || *w.TrackLoads, TrackClicks: w.TrackClicks == nil || *w.TrackClicks,
			HardBounces: t.Bounces.Hard, SoftBounces: t.Bounces.Soft, Blacklisted: t.Bounces.Blacklist,
			Waits: waits, AB: r.trialOf(ctx, &body, common.Of, t), HeldBack: dispatch.BlockedOf(t)}
		if d.Placeholders == nil {
			d.Placeholders = []Placeholder{}
		}
		if d.Filter = w.Filter; d.ReplyTo == nil && s.ReplyTo.Address != "" {
			d.ReplyTo = &s.ReplyTo
		}
		return d
	}, err
}

// Preview is an email as it is sent.
type Preview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html" doc:"Empty of an email of format text."`
	Text    string `json:"text"`
}

func (r *Service) preview(ctx context.Context, in *struct {
	ID      string `path:"id"`
	Variant string `query:"variant" enum:"a,b," doc:"Which of two emails. Default: the first."`
	Links   string `query:"links" enum:"numbers," doc:"numbers: the address of each link is #link- and its number, as the clicks by link name it."`
}) (*Preview, error) {
	o, err := r.Engine.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	known, err := r.programOf(ctx, o)
	if err != nil {
		return nil, err
	}
	c, offset := known.first, 0
	if in.Variant == order.VariantB && known.second != nil {
		c, offset = known.second, len(known.first.urls())
	}
	var part provider.EmailPart
	c.fill(&part, known.body.Request.fixed, func(link int, url string) string {
		if link == emaildesign.Unsubscribe {
			return "#"
		}
		if in.Links == "numbers" && link >= 0 {
			return "#link-" + strconv.Itoa(offset+link)
		}
		return url
	})
	return &Preview{part.Subject, part.HTML, part.Text}, nil
}
