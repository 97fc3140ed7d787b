package call

import (
	"context"
	"errors"
	"maps"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)

	_ orderkind.Kind     = (*Service)(nil)
	_ orderkind.Sender   = (*Service)(nil)
	_ orderkind.Receiver = (*Service)(nil)

	_ orderkind.EventReceiver = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	order.Mount[change](a, r.intake(), r.detail)
	r.Engine.Statistics().TargetRoutes(a)
}

// Tasks are the flow's, and who hung up.
func (r *Service) Tasks() map[string]queue.Handler {
	all := map[string]queue.Handler{TaskEnded: r.Ended}
	maps.Copy(all, r.Engine.Flow.Tasks())
	return all
}

// Tick does the work of a minute.
func (r *Service) Tick(ctx context.Context) error { return r.Engine.Flow.Tick(ctx) }

// Exports declares the list of recipients as an export.
func (r *Service) Exports(a *web.API, d *export.Exporter) { r.Engine.Statistics().Exports(a, d) }

// EventReceivers take the ends of calls.
func (r *Service) EventReceivers() []webhook.Receiver {
	return []webhook.Receiver{EndReceiver{Queues: r.Engine.Flow.Queues}}
}

// SendTasks are the handlers of queue send.
func (r *Service) SendTasks() map[string]queue.Handler { return r.Engine.SendTasks() }

// Detail is an order as of now.
type Detail struct {
	order.Detail
	APIOrderID  string                 `json:"apiOrderId,omitempty"`
	GroupID     string                 `json:"groupId,omitempty"`
	FileID      string                 `json:"fileId,omitempty"`
	RecordingID string                 `json:"recordingId"`
	Recording   PlayResponse           `json:"recording"`
	Language    string                 `json:"language"`
	CallType    string                 `json:"callType" enum:"play,interactive"`
	Intents     []Intent               `json:"intents"`
	StopKey     string                 `json:"stopKey,omitempty" doc:"Key that a recipient presses to stop further calls and messages."`
	ExpiryType  string                 `json:"expiryType" enum:"none,deadline,hours"`
	Hours       int                    `json:"hours,omitempty"`
	Calls       Calls                  `json:"calls"`
	Waits       *dispatch.Blocker      `json:"waits,omitempty" doc:"Why the order is not calling now. It continues without a request."`
	Window      *order.Window          `json:"window,omitempty" doc:"Hours in which recipients may be called. Missing: any hour, or the order has ended."`
	Asleep      *dispatch.OutsideHours `json:"asleep,omitempty" doc:"Recipients that wait for their own calling hours while others are being called."`
	HeldBack    []dispatch.Blocked     `json:"heldBack" doc:"Recipients that were skipped and not charged, by reason. They are part of the failed."`
}

// PlayResponse is the recording of an order, as it was when the order was made.
type PlayResponse struct {
	Name    string `json:"name"`
	Seconds int    `json:"seconds"`
	Minutes int    `json:"minutes" doc:"Minutes that a call can last. This is reserved for each recipient."`
}

// Calls is what became of the calls of an order.
type Calls struct {
	dispatch.CallSum
	Intents map[string]int `json:"intents" doc:"Answered calls by label of the recognized key or word. other: no intent matched. none: no input."`
}

// Labels of answers that no intent names, and of none.
const (
	labelOther = "other"
	labelNone  = "none"
)

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	var body Body
	err := parallel.Do(
		func() (err error) {
			body, _, err = store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(id), false)
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
		d := &Detail{Detail: common, APIOrderID: w.APIOrderID, GroupID: w.GroupID, FileID: w.FileID, RecordingID: w.RecordingID,
			Recording: PlayResponse{body.Title, body.Seconds, common.Parts},
			Language:  w.Language, CallType: w.CallType, Intents: w.Intents, StopKey: body.StopKey, ExpiryType: w.ExpiryType, Hours: w.Hours,
			Waits: waits, Window: order.WindowOf(hours, r.Engine.Flow.Now()),
			Asleep: r.Engine.Statistics().OutsideHoursOf(common.Of, t, hours), HeldBack: dispatch.BlockedOf(t)}
		if d.Intents == nil {
			d.Intents = []Intent{}
		}
		d.Calls = counted(r.Engine.Statistics().CallsOf(common.Of, t), &body)
		return d
	}, err
}

// counted names the answers of calls.
func counted(s *dispatch.CallSum, body *Body) Calls {
	c := Calls{*s, map[string]int{}}
	if body.Request.CallType != Interactive {
		return c
	}
	labels := body.labels()
	for _, l := range labels {
		c.Intents[l] = 0
	}
	for label, n := range s.Labels {
		switch {
		case label == 0:
			c.Intents[labelNone] += n
		case label == provider.LabelOther || label > len(labels):
			c.Intents[labelOther] += n
		default:
			c.Intents[labels[label-1]] += n
		}
	}
	return c
}
