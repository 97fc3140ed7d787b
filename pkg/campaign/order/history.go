package order

import (
	"context"
	"time"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/parallel"
)

// Bounds of the customer data that a reviewer gets.
const (
	historyTime     = 365 * 24 * time.Hour
	historyMost     = 1000
	refusalsToldNow = 3
)

// History is what a customer and its secondaries ordered before.
type History struct {
	Orders        int            `json:"orders" doc:"Orders of the last year of every kind, without this one and without tests."`
	More          bool           `json:"more,omitempty" doc:"True when there are more than 1,000: only the newest 1,000 are counted."`
	First         time.Time      `json:"firstOrderTime,omitzero" doc:"Time of the first of these orders."`
	Sent          int            `json:"sent" doc:"Messages, calls and groups sent."`
	SentAlike     int            `json:"sentAlike" doc:"Those of the same kind as this order."`
	Failed        int            `json:"failed" doc:"Failed, skipped recipients included."`
	Complained    int            `json:"complained"`
	FailureRate   float64        `json:"failureRate" doc:"failed / (sent + failed), 0 to 1."`
	ComplaintRate float64        `json:"complaintRate" doc:"complained / sent, 0 to 1."`
	Refused       int            `json:"refused" doc:"Orders that a reviewer refused."`
	Refusals      []RefusedOrder `json:"refusals" doc:"The 3 newest refused orders."`
}

// ReviewInfo is the data that a reviewer gets beside an order.
type ReviewInfo struct {
	Version  int      `json:"version" doc:"Version of the order that this belongs to. A review that approves the order sends it."`
	Audience Audience `json:"audience"`
	History  History  `json:"history"`
	Waiting  int      `json:"waiting" doc:"Orders that wait for review, including this one."`
	Others   int      `json:"others" doc:"Orders that wait for review, without this one."`
	Next     string   `json:"next" doc:"Id of the next order to review. Empty: none."`
}

// RefusedOrder is one that a reviewer refused.
type RefusedOrder struct {
	ID         string    `json:"id"`
	OrderNo    string    `json:"orderNo"`
	Reason     string    `json:"reason"`
	CreateTime time.Time `json:"createTime"`
}

// Audience is the recipients that an order would reach.
type Audience struct {
	Source    string            `json:"source" enum:"collection,file,none" doc:"none: the order reaches no recipients."`
	Name      string            `json:"name" doc:"Name of the contact list or file. Empty: deleted, or none."`
	Countries []AudienceCountry `json:"countries"`
	Held      []Refusal         `json:"held" doc:"Recipients that would be skipped now, by reason."`
}

// AudienceCountry counts targets of a country.
type AudienceCountry struct {
	Code  string `json:"countryCode"`
	Count int    `json:"count"`
}

// AudienceOf is what an order itself tells of its audience.
func AudienceOf(o *Order) *Audience {
	a := &Audience{Source: "collection", Countries: []AudienceCountry{{o.Country, o.Total}}, Held: []Refusal{}}
	if o.Group == "" {
		a.Source = "file"
	}
	return a
}

// NoAudience is what an order without recipients tells instead: its country and quantity.
func NoAudience(o *Order) *Audience {
	a := AudienceOf(o)
	a.Source = "none"
	return a
}

// AddHeld adds recipients who would be held back now, in the reader's language.
func (a *Audience) AddHeld(ctx context.Context, f *Flow, held []Refusal) {
	for _, h := range held {
		a.Held = append(a.Held, Refusal{Reason: f.Texts(ctx, h.Reason), Count: h.Count})
	}
}

// dossier returns to a reviewer the order's audience, the customer's earlier orders, and the following orders under
// review.
func (in *Intake[W, T, D]) dossier(ctx context.Context, q *byID) (*ReviewInfo, error) {
	o, err := in.Flow.Find(ctx, q.ID)
	if err != nil {
		return nil, err
	}
	audience := AudienceOf(o)
	var d *ReviewInfo
	err = parallel.Do(
		func() (err error) { d, err = in.Flow.Reviews().before(ctx, o); return err },
		func() (err error) {
			if in.Audience != nil {
				audience, err = in.Audience(ctx, o)
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	d.Audience, d.Version = *audience, o.ReviewVersion()
	return d, nil
}

// before is what the orders of a customer, and the queue, tell a reviewer of one.
func (rv Reviews) before(ctx context.Context, o *Order) (*ReviewInfo, error) {
	d := &ReviewInfo{}
	scope, queue := auth.Must(ctx).Scope(), ReviewOf(o.Kind)
	err := parallel.Do(
		func() (err error) { d.History, err = rv.history(ctx, o); return err },
		func() error {
			waiting, err := review.Count(ctx, rv.flow.DB, queue, scope)
			d.Waiting = waiting.N
			return err
		},
		func() (err error) { d.Next, err = review.Next(ctx, rv.flow.DB, queue, scope, o.ID); return err })
	d.Others = d.Waiting
	if o.Status == Review {
		d.Others = max(0, d.Waiting-1)
	}
	return d, err
}

func (rv Reviews) history(ctx context.Context, of *Order) (History, error) {
	h := History{Refusals: []RefusedOrder{}}
	since := id.Floor(rv.flow.Now().Add(-historyTime))
	rows, _, err := rv.flow.Orders.Since(ctx, rv.flow.Kinds(), auth.UserScope(of.Owner.Tenant), since, historyMost)
	if err != nil {
		return h, err
	}
	h.More = len(rows) == historyMost
	for i := range rows {
		r := &rows[i]
		if r.Test || r.ID == of.ID {
			continue
		}
		h.Orders++
		h.First = r.CreateTime // newest first
		h.Complained += r.Counts["complained"]
		sent := r.Counts["sent"] + r.Counts["arrived"] + r.Counts["read"] + r.Counts["complained"] + r.Counts["created"]
		if h.Sent += sent; r.Kind == of.Kind {
			h.SentAlike += sent
		}
		h.Failed += r.Counts["failed"]
		if r.Status != Refused {
			continue
		}
		if h.Refused++; len(h.Refusals) < refusalsToldNow {
			h.Refusals = append(h.Refusals, RefusedOrder{r.ID, r.OrderNo, rv.flow.Texts(ctx, r.Reason), r.CreateTime})
		}
	}
	h.FailureRate, h.ComplaintRate = share(h.Failed, h.Sent+h.Failed), share(h.Complained, h.Sent)
	return h, nil
}

// share is a part of a whole to four places.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part*10000/whole) / 10000
}
