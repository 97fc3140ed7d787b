package bulk

import (
	"context"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Wish is an order as its customer writes it (decisions §10).
type Wish struct {
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Black Friday"`
	GroupID     string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"a contact collection; either this or fileId"`
	FileID      string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"an uploaded contact file"`
	Channel     string     `json:"channel" enum:"whatsapp,sms" dynamodbav:"ch"`
	CountryCode string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	Message     Message    `json:"message" dynamodbav:"m"`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"not in the past, at most order.appointment.days ahead; at once when missing"`
	Split       int        `json:"split,omitempty" dynamodbav:"sp,omitempty" minimum:"0" maximum:"10"`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
}

// Body is the part of an order that is long and never changes, but for the media's id at the provider.
type Body struct {
	Wish    Wish    `dynamodbav:"w"`
	Message Message `dynamodbav:"m"`
	Packs   int     `dynamodbav:"p"`           // packs that the collection had
	Sum     string  `dynamodbav:"h,omitempty"` // of the content of the recipients' file that was priced (SHA-256, hex)
	Media   string  `dynamodbav:"d,omitempty"` // id at the provider
}

// tidy gives a wish the form in which it is kept: times are UTC.
func (w *Wish) tidy() {
	w.Name = strings.TrimSpace(w.Name)
	if w.StartTime != nil {
		at := w.StartTime.UTC()
		w.StartTime = &at
	}
}

// Submitted is the answer to an order (decisions §10).
type Submitted struct {
	ID            string       `json:"id"`
	OrderNo       string       `json:"orderNo"`
	Status        order.Status `json:"status"`
	EstimatedCost money.Amount `json:"estimatedCost"`
}

func submitted(o *order.Order) *Submitted { return &Submitted{o.ID, o.No, o.Status, o.Cost} }

// ordered tells the audit log of an order.
func ordered(ctx context.Context, o *order.Order) {
	audit.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "total": o.Total, "cost": o.Cost.String()})
}

// Kept tells which draft an order became.
type Kept struct {
	DraftID string `json:"draftId"`
}

// submit orders a wish. A repeated operation answers the order that stands, before anything is asked that the first one changed.
func (r *Room) submit(ctx context.Context, p *auth.Principal, w *Wish) (*Submitted, error) {
	id := r.NewID(ctx)
	stands, draft, err := r.before(ctx, p, id, id)
	if err != nil || stands != nil {
		return stands, err
	}
	return r.place(ctx, p, w, id, draft) // a draft of this operation: its first try was short
}

// before gives what stands already: the caller's order of an operation, and the caller's draft of an id. One call.
func (r *Room) before(ctx context.Context, p *auth.Principal, operation, draftID string) (*Submitted, *Draft, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{order.Key(operation), drafts.Key(string(p.Scope()), draftID)}, true)
	if err != nil {
		return nil, nil, err
	}
	var o order.Order
	if ok, err := store.Decode(rows[0], &o); err != nil {
		return nil, nil, err
	} else if ok && o.Kind == Kind && o.Owner.User == p.UserID {
		ordered(ctx, &o)
		return submitted(&o), nil, nil
	}
	var d Draft
	if ok, err := store.Decode(rows[1], &d); err != nil || !ok || d.Owner.User != p.UserID {
		return nil, nil, err
	}
	return nil, &d, nil
}

// place validates, prices, reserves and writes an order: it answers at once, whatever the size; the planning follows. from is
// the draft that becomes the order: it goes in the same transaction, so that it becomes one order only. A wish that the balance
// (40201) or the country's stock (40202) does not cover is kept as a draft, and said so.
func (r *Room) place(ctx context.Context, p *auth.Principal, w *Wish, id string, from *Draft) (*Submitted, error) {
	w.tidy()
	if blank(w.Name) {
		return nil, fault.Bad("name", "web.valid.missing")
	}
	of, err := r.estimate(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if of.Targets == 0 {
		return nil, fault.Bad("countryCode", "bulk.noMarketing")
	}
	if err := r.keepFiles(ctx, p, w); err != nil {
		return nil, err
	}
	if !of.Enough {
		if of.short() && of.Balance >= of.Cost {
			return nil, r.keep(ctx, id, w, from, stockShort())
		}
		return nil, r.keep(ctx, id, w, from, creditShort())
	}
	o, err := r.draw(ctx, p, w, of, id)
	if err != nil {
		return nil, err
	}
	with, refusals := r.terms(o, of, from)
	with = append(append(with, r.Orders.Add(o)...),
		store.Op{Verb: store.Put, Key: messageKey(id), Item: Body{Wish: *w, Message: w.Message, Packs: of.group.Packs, Sum: of.file.Sum}},
		store.Op{Verb: store.Put, Key: feederKey(id, o.Gen), Item: Feeder{}})
	_, err = r.Ledger.Reserve(ctx, ledger.Order{Ref: o.Ref(), Account: p.UserID, Service: Kind, Operator: ledger.OperatorOf(p), Remark: o.No}, o.Cost, with...)
	failed := store.ConditionFailed(err)
	switch {
	case fault.Is(err, "ledger.short"):
		return nil, r.keep(ctx, id, w, from, creditShort()) // it was spent meanwhile
	case failed != nil && failed.Index < len(refusals) && refusals[failed.Index] != nil:
		return nil, refusals[failed.Index]
	case failed != nil && failed.Index < len(refusals):
		return nil, r.keep(ctx, id, w, from, stockShort()) // others took the stock meanwhile
	case err != nil:
		return nil, err
	}
	ordered(ctx, o)
	// The order is written. A lost task is found by the janitor, so it fails nothing.
	if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskPlan, o.Owner.Tenant, task{id, o.Gen})); err != nil {
		r.Log(map[string]any{"warning": "plan: " + err.Error(), "order": id})
	}
	return submitted(o), nil
}

// terms gives what must hold when an order is written, and the refusal of each condition that does not; none for the stock,
// which makes a draft. Whatever was true when the order was priced may have changed meanwhile.
func (r *Room) terms(o *order.Order, of *offer, from *Draft) (ops []store.Op, refusals []error) {
	add := func(refusal error, more ...store.Op) {
		for range more {
			refusals = append(refusals, refusal)
		}
		ops = append(ops, more...)
	}
	add(fault.New(fault.Forbidden, 40302, "web.locked"), user.NotLocked(o.Owner.User, o.Owner.Tenant)...)
	if from != nil {
		add(fault.Missing(), dropDraft(from)...) // somebody else ordered or deleted it
	}
	if o.Group != "" {
		add(fault.Missing(), contact.Hold(o.Group, o.ID)...)
	}
	if of.Stock != nil {
		o.Stock = o.Total
		add(nil, r.Stock.Take(o.Country, o.Stock))
	}
	return ops, refusals
}

// draw makes the order of a wish.
func (r *Room) draw(ctx context.Context, p *auth.Principal, w *Wish, of *offer, id string) (*order.Order, error) {
	no, err := r.Orders.Number(ctx, prefix)
	if err != nil {
		return nil, err
	}
	auto, err := r.Settings.Bool(ctx, "order.review.auto")
	if err != nil {
		return nil, err
	}
	o := &order.Order{ID: id, No: no, Kind: Kind, Name: w.Name, Status: order.Review, Owner: p.Owner(), By: p.Name, Lang: string(web.LangOf(ctx)),
		Channel: w.Channel, Sender: r.Channels[w.Channel].Messenger.Profile().Sender, Country: w.CountryCode, Group: w.GroupID, Total: of.Targets,
		Chunks: (of.Targets + chunkSize - 1) / chunkSize, Gen: 1, Price: of.quote.Price, Agent: of.quote.Agent, Cost: of.Cost, Remark: w.Remark,
		StartAt: w.StartTime, Created: r.Now()}
	if w.GroupID != "" {
		o.Chunks = of.group.Packs
	}
	o.Counts = Counts{StateToSend: o.Total}.plain()
	if auto {
		o.Status = order.Waiting
	}
	return o, nil
}

// keep saves a wish that cannot be paid (40201), or that the country's stock does not cover (40202), as a draft, unless it is
// one already, and gives the refusal that says so.
func (r *Room) keep(ctx context.Context, id string, w *Wish, from *Draft, refusal *fault.Error) error {
	if from != nil {
		id = from.ID
	} else if err := r.saveDraft(ctx, auth.Must(ctx), id, w); err != nil {
		return err
	}
	audit.Note(ctx, id, nil, map[string]any{"draft": w.Name})
	return refusal.WithData(Kept{id})
}

func creditShort() *fault.Error { return fault.New(fault.Payment, 40201, "bulk.draftKept") }
func stockShort() *fault.Error  { return fault.New(fault.Payment, 40202, "bulk.stockShort") }
