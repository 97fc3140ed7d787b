package bulk

import (
	"context"
	"errors"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
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
	order.Mount[draftChange](a, r.intake(), r.detail)
	r.testRoute(a)
	r.Engine.Statistics().TargetRoutes(a)
	r.variantRoute(a)
	r.mediaRoute(a)
	web.Handle(a, web.Route{Method: "GET", Path: "/gc/groupsendorder/senders", Perm: "gc:groupsendorder:estimate",
		Summary: "List senders for an order with their capabilities. The first one of a channel is the default"}, r.senders)
}

// Exports declares the list of recipients as an export.
func (r *Service) Exports(a *web.API, d *export.Exporter) { r.Engine.Statistics().Exports(a, d) }

// SendTasks are those of the function that sends.
func (r *Service) SendTasks() map[string]queue.Handler { return r.Engine.SendTasks() }

// Detail is an order as of now (decisions §10).
type Detail struct {
	order.Detail
	GroupID    string                 `json:"groupId,omitempty"`
	FileID     string                 `json:"fileId,omitempty"`
	Provider   string                 `json:"provider,omitempty" doc:"Provider that sends the order."`
	Avatar     string                 `json:"senderAvatar,omitempty" enum:"blank,custom," doc:"Picture beside the sender. Default: the number's own."`
	SenderID   string                 `json:"senderId,omitempty" doc:"Sender shown to recipients. Default: the provider's own number."`
	WAFilter   bool                   `json:"waFilter,omitempty" doc:"Only members with evidence of a WhatsApp account."`
	ActiveDays int                    `json:"activeDays,omitempty" doc:"Only members with activity in the last N days before the order was made. Missing: all members."`
	Segment    string                 `json:"segment,omitempty" doc:"Only members whose number starts with one of these segments."`
	Message    Message                `json:"message"`
	Template   *template.InUse        `json:"template,omitempty" doc:"Template of the message, as it was when the order was made."`
	Waits      *dispatch.Blocker      `json:"waits,omitempty" doc:"Why the order is not sending now. It continues without a request."`
	Window     *order.Window          `json:"window,omitempty" doc:"Hours in which recipients may receive messages. Missing: any hour, or the order has ended."`
	Asleep     *dispatch.OutsideHours `json:"asleep,omitempty" doc:"Recipients that wait for their own sending hours while others are being sent to."`
	AB         *Trial                 `json:"ab,omitempty" doc:"Only for an order with two messages."`
	Split      int                    `json:"split,omitempty"`
	SubOrders  []dispatch.SubOrder    `json:"subOrders,omitempty" doc:"Sub-orders of a split order. Missing until it is planned."`
	HeldBack   []dispatch.Blocked     `json:"heldBack" doc:"Recipients that were skipped and not charged, by reason. They are part of the failed."`
}

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	var body Body
	err := parallel.Do(
		func() (err error) {
			body, _, err = store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(id), false)
			return err
		},
		func() error { return r.Engine.Statistics().LoadForecast(ctx) })
	return func(common order.Detail, t *order.Tally) *Detail {
		waits, err := r.Engine.Statistics().BlockersOf(ctx, &common, t)
		hours, failed := r.Engine.Flow.Clearance().Hours(ctx, common.CountryCode)
		if err := errors.Join(err, failed); err != nil {
			r.Engine.Flow.Log(map[string]any{"warning": "waits: " + err.Error(), "order": id})
		}
		if common.EndTime != nil {
			hours = nil
		}
		w := &body.Request
		return &Detail{Detail: common, Waits: waits, Window: order.WindowOf(hours, r.Engine.Flow.Now()),
			Asleep:  r.Engine.Statistics().OutsideHoursOf(common.Of, t, hours),
			GroupID: w.GroupID, FileID: w.FileID, WAFilter: w.WAFilter, ActiveDays: w.ActiveDays, Segment: w.Segment, Provider: body.Via,
			SenderID: body.From, Avatar: w.Avatar, Message: body.Message, Template: body.Template, HeldBack: dispatch.BlockedOf(t),
			AB: r.trialOf(ctx, &body, common.Of, t), Split: common.Of.Split, SubOrders: r.Engine.Statistics().SubOrders(common.Of, t)}
	}, err
}
