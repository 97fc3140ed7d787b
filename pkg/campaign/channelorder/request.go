package channelorder

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it.
type Request struct {
	UserID      string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Numbers for the summer"`
	CountryCode string     `json:"countryCode" dynamodbav:"co" example:"BR" doc:"Country code of the numbers."`
	Type        string     `json:"type" dynamodbav:"ty" example:"whatsapp" enum:"@resource_type"`
	Quality     string     `json:"quality" dynamodbav:"qu" example:"high" enum:"@resource_quality"`
	Age         string     `json:"age" dynamodbav:"ag" example:"new" enum:"@resource_age" doc:"New or old numbers."`
	BatchNo     string     `json:"batchNo,omitempty" maxLength:"40" dynamodbav:"bn,omitempty" doc:"Number of the batch that they come from. Default: any."`
	Pick        string     `json:"pick" dynamodbav:"pi" example:"random" enum:"@resource_pick"`
	Segment     string     `json:"segment,omitempty" maxLength:"40" dynamodbav:"se,omitempty" example:"55119****" doc:"What the numbers begin with, for pick segment. Digits, or * for any digit, beginning with the calling code."`
	Amount      int        `json:"amount" dynamodbav:"am" example:"50" doc:"Whole number from 1 to channel.amount.max."`
	Admins      []string   `json:"admins,omitempty" maxItems:"50" dynamodbav:"ad,omitempty" doc:"Ids of customer-service numbers that administer the numbers, at most channel.admins.max."`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Time at which the numbers are handed out at the earliest. Default: with the approval."`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	OrderID     string     `json:"orderId,omitempty" maxLength:"64" dynamodbav:"-" doc:"For an estimate: id of the order to change. The numbers that it has reserved count as available."`

	price.Expected
}

// body is the row beside an order that holds its request.
type body struct {
	Request Request `dynamodbav:"w"`
}

func bodyKey(id string) store.Key { return order.Part(id, "CHANNEL") }

func holdID(id string, gen int) string { return id + "." + strconv.Itoa(gen) }

// holdOf is the order and the generation of a hold.
func holdOf(hold string) (id string, gen int, err error) {
	id, n, _ := strings.Cut(hold, ".")
	gen, err = strconv.Atoi(n)
	return id, gen, err
}

// normalize gives a request the form in which it is kept.
func (w *Request) normalize() {
	w.Name, w.BatchNo, w.Segment = strings.TrimSpace(w.Name), strings.TrimSpace(w.BatchNo), strings.TrimSpace(w.Segment)
	if w.StartTime != nil {
		utc := w.StartTime.UTC()
		w.StartTime = &utc
	}
	if w.Pick != resource.Segment {
		w.Segment = ""
	}
}

func head(w *Request) order.Basics {
	return order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime,
		Service: serviceOf(w.Type)}
}

// check refuses a request that is wrong, also when there are numbers enough.
func (r *Service) check(ctx context.Context, w *Request) error {
	most, err := r.Flow.Settings.Int(ctx, "channel.amount.max")
	if err != nil {
		return err
	}
	admins, err := r.Flow.Settings.Int(ctx, "channel.admins.max")
	switch {
	case err != nil:
		return err
	case !slices.Contains(resource.Types, w.Type):
		return fault.Bad("type", "channel.type")
	case !slices.Contains(resource.Qualities, w.Quality):
		return fault.Bad("quality", "channel.quality")
	case !slices.Contains(resource.Ages, w.Age):
		return fault.Bad("age", "channel.age")
	case !slices.Contains(resource.Picks, w.Pick):
		return fault.Bad("pick", "channel.pick")
	case w.Amount < 1 || w.Amount > most:
		return fault.Bad("amount", "channel.amount", "max", most)
	case len(w.Admins) > admins:
		return fault.Bad("admins", "channel.admins", "max", admins)
	case len(slices.Compact(slices.Sorted(slices.Values(w.Admins)))) < len(w.Admins):
		return fault.Bad("admins", "channel.adminTwice")
	case w.Pick == resource.Segment:
		return contact.CheckSegment(ctx, r.Flow.Settings, w.Segment, w.CountryCode, contact.SettingTemplateStars)
	}
	return nil
}

// intake is made where orders are taken.
func (r *Service) intake() *order.Intake[Request, Draft, *Draft] {
	return &order.Intake[Request, Draft, *Draft]{Flow: r.Flow, Head: head, Tidy: (*Request).normalize, Quote: r.quote, Requote: r.requote,
		Edited: func(w *Request) string { return w.OrderID },
		Keep:   func(context.Context, *auth.Principal, *Request) error { return nil },
		Listed: drafts, For: func(w *Request) string { return w.UserID }, Written: r.written, Same: same,
		Audience: func(_ context.Context, o *order.Order) (*order.Audience, error) { return order.NoAudience(o), nil }}
}

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	return r.requote(ctx, p, w, &order.Order{})
}

// requote is quote for the edit of an order: the numbers that it has reserved are there for it. An order without an id is a new one.
func (r *Service) requote(ctx context.Context, p *auth.Principal, w *Request, o *order.Order) (order.Quote, error) {
	if err := r.check(ctx, w); err != nil {
		return nil, err
	}
	q := &quote{service: r, request: w}
	return q, parallel.Do(
		func() (err error) {
			q.until, err = r.holdsUntil(ctx, w, o)
			return err
		},
		func() (err error) {
			var own []resource.Number
			if o.ID != "" {
				own, err = r.Numbers.Reserved(ctx, holdsBefore(o.ID, o.Gen+1)...)
			}
			if err == nil {
				q.left, err = r.Numbers.Available(ctx, w.need(r.Flow.Now()), own...)
			}
			return err
		},
		func() error {
			if len(w.Admins) == 0 {
				return nil
			}
			_, usable, err := r.Staff.Numbers(ctx, staff.Scope(p), w.Admins)
			if err == nil && slices.Contains(usable, false) {
				err = fault.Bad("admins", "channel.adminOff")
			}
			return err
		})
}

// holdsUntil is when the reservation of an order ends: channel.hold.hours after it can begin. An edit prolongs it by a later start alone,
// which is at most order.appointment.far.days after the submission. Fault: channel.startFar.
func (r *Service) holdsUntil(ctx context.Context, w *Request, o *order.Order) (time.Time, error) {
	hours, err := r.Flow.Settings.Int(ctx, "channel.hold.hours")
	if err != nil {
		return time.Time{}, err
	}
	now := r.Flow.Now()
	until := w.begins(now).Add(time.Duration(hours) * time.Hour).UTC().Truncate(time.Second)
	if o.Until == nil { // it is new
		return until, nil
	}
	if w.StartTime == nil || !w.StartTime.After(now) || o.StartAt != nil && !w.StartTime.After(*o.StartAt) {
		return earlier(until, *o.Until), nil
	}
	days, err := r.Flow.Settings.Int(ctx, order.AheadFar)
	if err == nil && w.StartTime.After(o.Created.AddDate(0, 0, days)) {
		err = fault.Bad("startTime", "channel.startFar", "days", days)
	}
	return until, err
}

// earlier is the first of two times.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// quote is a checked request.
type quote struct {
	service *Service
	request *Request
	left    int
	until   time.Time // when its reservation ends
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	basics := head(q.request)
	basics.Until = &q.until
	return order.CheckedRequest{Basics: basics, Targets: q.request.Amount, Refused: []order.Refusal{}, Left: &q.left}
}

// Explain implements order.Quote.
func (q *quote) Explain(context.Context, *order.Estimate) error { return nil }

// Precondition implements order.Quote.
func (q *quote) Precondition(string) error { return nil }

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) { o.Channel, o.Chunks = q.request.Type, 1 }

// Terms implements order.Quote.
func (q *quote) Terms(*order.Order) []order.Term { return nil }

// takeover is how long after an edit the numbers of the generations before are freed that no plan has taken over.
const takeover = 10 * time.Minute

// Rows implements order.Quote. After an edit the plan takes over the numbers of the generations before.
func (q *quote) Rows(o *order.Order) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: bodyKey(o.ID), Item: body{*q.request}}}
	if o.Gen > 1 {
		ops = append(ops, q.service.releases().At(q.service.Flow.Now().Add(takeover), holdID(o.ID, o.Gen-1), "", nil))
	}
	return ops
}

// AmendedRows implements order.Quote.
func (q *quote) AmendedRows(o *order.Order) []store.Op {
	return []store.Op{{Verb: store.Update, Key: bodyKey(o.ID), Set: map[string]any{"w": *q.request}}}
}

// RetryPlan refuses: a number that was not handed out has no reason to be asked for again.
func (r *Service) RetryPlan(context.Context, *order.Order) (*order.RetryPlan, error) {
	return nil, fault.State("order.retryNone")
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	b, ok, err := store.Load[body](ctx, r.Flow.DB, bodyKey(o.ID), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &b.Request, err
}

// same tells whether two requests ask for the same but for name, time of the same day, and remark.
func same(a, b *Request) bool {
	x, y := *a, *b
	day := func(w *Request) string {
		if w.StartTime == nil {
			return ""
		}
		return resource.DayOf(*w.StartTime)
	}
	if day(a) != day(b) {
		return false
	}
	for _, w := range []*Request{&x, &y} {
		w.ExpectedCost = nil
		w.Name, w.Remark, w.StartTime, w.UserID, w.OrderID = "", "", nil, "", ""
	}
	return reflect.DeepEqual(x, y)
}

// Draft is a request that was not ordered yet.
type Draft struct {
	order.DraftHead
	Request
}

// change is the body of a change of a draft or an order.
type change struct {
	ID string `json:"id"`
	Request
}

// Parts implements order.DraftRow.
func (d *Draft) Parts() (*order.DraftHead, *Request) { return &d.DraftHead, &d.Request }

// Parts implements order.ChangeBody.
func (c *change) Parts() (string, *Request) { return c.ID, &c.Request }

var drafts = order.Drafts[Request, Draft](Kind, head, order.DraftCountry[Request, Draft](head))
