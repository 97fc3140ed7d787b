package channelorder

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Keys in table campaign: L#channelnumber#<scope> / <id>, the numbers of customers. A number that is handed out again is another entry.

const (
	numberBase = "/channel/number"
	numberPerm = "channel:number"
)

// States of an entry.
const replaced = "replaced"

var entryStates = []string{assigned, returned, replaced}

// Entry is a number that a customer was handed out.
type Entry struct {
	ID          string `dynamodbav:"id" json:"id"`
	PhoneNumber string `dynamodbav:"p" json:"phoneNumber" doc:"E.164 digits without +."`
	CountryCode string `dynamodbav:"co" json:"countryCode"`
	Type        string `dynamodbav:"ty" json:"type" enum:"@resource_type"`
	Quality     string `dynamodbav:"qu" json:"quality" enum:"@resource_quality"`
	Age         string `dynamodbav:"ag" json:"age" enum:"@resource_age"`
	BatchNo     string `dynamodbav:"bn" json:"batchNo"`
	Lot         string `dynamodbav:"lo" json:"-"`

	State      string       `dynamodbav:"s" json:"state" enum:"@channel_number_state"`
	Substitute string       `dynamodbav:"su,omitempty" json:"replacedBy,omitempty" doc:"Number that replaced it."`
	Price      money.Amount `dynamodbav:"pr" json:"price"`

	Owner        auth.Owner `dynamodbav:"ow" json:"-"`
	Hold         string     `dynamodbav:"h" json:"-"`
	OrderID      string     `dynamodbav:"o" json:"orderId"`
	OrderNo      string     `dynamodbav:"on" json:"orderNo"`
	CustomerID   string     `dynamodbav:"cu" json:"customerId"`
	CustomerName string     `dynamodbav:"cn" json:"customerName"`
	EndTime      *time.Time `dynamodbav:"ea,omitempty" json:"endTime,omitempty" doc:"Time of its return or replacement."`
	CreateTime   time.Time  `dynamodbav:"ca" json:"createTime" doc:"Time at which it was handed out."`
	ReturnUntil  *time.Time `dynamodbav:"-" json:"returnUntil,omitempty" doc:"Until then it can be returned and its price goes back."`
}

var entries = store.List[Entry]{Table: "campaign", Entity: "channelnumber", ByTime: true, Columns: []store.Column[Entry]{
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Doc: "Digits, or a part of them.", Title: "phoneNumber",
		Finds: phone.Search, Get: func(n *Entry) any { return n.PhoneNumber }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(n *Entry) any { return n.CountryCode }},
	{Name: "type", Kind: store.Exact, Filter: true, Words: resource.Types, Title: "resource.column.type", Dict: "resource_type",
		Get: func(n *Entry) any { return n.Type }},
	{Name: "quality", Kind: store.Exact, Filter: true, Words: resource.Qualities, Title: "resource.column.quality", Dict: "resource_quality",
		Get: func(n *Entry) any { return n.Quality }},
	{Name: "age", Kind: store.Exact, Filter: true, Words: resource.Ages, Title: "resource.column.age", Dict: "resource_age",
		Get: func(n *Entry) any { return n.Age }},
	{Name: "batchNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "resource.column.batchNo",
		Get: func(n *Entry) any { return n.BatchNo }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, Words: entryStates, Title: "status", Dict: "channel_number_state",
		Get: func(n *Entry) any { return n.State }},
	{Title: "channel.column.substitute", Get: func(n *Entry) any { return n.Substitute }},
	{Name: "orderId", Kind: store.Exact, Filter: true, Get: func(n *Entry) any { return n.OrderID }},
	{Name: "orderNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "orderNo",
		Get: func(n *Entry) any { return n.OrderNo }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(n *Entry) any { return n.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(n *Entry) any { return n.CustomerName }},
	{Title: "channel.column.price", Get: func(n *Entry) any { return n.Price }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "channel.column.assigned",
		Get: func(n *Entry) any { return n.CreateTime }},
}}

func (r *Service) list() list.List[Entry] {
	return list.List[Entry]{List: entries, DB: r.Flow.DB, Path: numberBase, Perm: numberPerm + ":page",
		Summary: "List the numbers that customers in the caller's scope were handed out", Show: r.returnable,
		File: list.File{Name: "channelnumber", Perm: numberPerm + ":export", Summary: "Export the matching numbers as xlsx or CSV"}}
}

// returnable completes rows: until when each can be returned.
func (r *Service) returnable(ctx context.Context, rows []Entry) error {
	ends, err := r.returnEnds(ctx, rows)
	for i, until := range ends {
		if rows[i].State == assigned && until.After(r.Flow.Now()) {
			rows[i].ReturnUntil = &until
		}
	}
	return err
}

// returnEnds gives the times until which numbers can be returned: channel.return.hours after each was handed out, or after its order
// ended if that is later. The zero time is that of a number whose order is not settled: its hours have not begun.
func (r *Service) returnEnds(ctx context.Context, rows []Entry) ([]time.Time, error) {
	hours, err := r.Flow.Settings.Int(ctx, "channel.return.hours")
	if err != nil {
		return nil, err
	}
	at := map[string]int{} // of an order in keys
	var keys []store.Key
	for _, e := range rows {
		if _, known := at[e.OrderID]; !known && e.State == assigned {
			at[e.OrderID] = len(keys)
			keys = append(keys, order.Key(e.OrderID))
		}
	}
	var items []store.Item
	for some := range slices.Chunk(keys, mostKeys) {
		got, err := r.Flow.DB.GetMany(ctx, some, true)
		if err != nil {
			return nil, err
		}
		items = append(items, got...)
	}
	orders, err := store.DecodeAll[order.Order](items)
	if err != nil {
		return nil, err
	}
	out := make([]time.Time, len(rows))
	for i, e := range rows {
		if e.State != assigned || !orders[at[e.OrderID]].Settled {
			continue
		}
		from := e.CreateTime
		if ended := orders[at[e.OrderID]].Ended; ended != nil && ended.After(from) {
			from = *ended
		}
		out[i] = from.Add(time.Duration(hours) * time.Hour)
	}
	return out, nil
}

// mostKeys is how many rows are read at once.
const mostKeys = 100

// handOut gives the operations that list a number with its customer.
func (r *Service) handOut(o *order.Order, _ *Request, n *resource.Number) []store.Op {
	e := entryOf(n, o.Owner, o.By, o.Price)
	e.ID, e.Hold, e.CreateTime = r.Flow.NewID(context.Background()), n.Hold, r.Flow.Now().UTC()
	return entries.Insert(o.Owner.ScopeNames(), e.ID, e)
}

func entryOf(n *resource.Number, of auth.Owner, by string, price money.Amount) Entry {
	return Entry{PhoneNumber: n.PhoneNumber, CountryCode: n.CountryCode, Type: n.Type, Quality: n.Quality, Age: n.Age, BatchNo: n.BatchNo,
		Lot: n.Lot, State: assigned, Price: price, Owner: of, Hold: n.Hold, OrderID: n.OrderID, OrderNo: n.OrderNo, CustomerID: of.User,
		CustomerName: by}
}

// entry reads an entry in the caller's scope; the 404 fault for any other id.
func (r *Service) entry(ctx context.Context, id string) (*Entry, error) {
	it, err := r.Flow.DB.Get(ctx, entries.Key(string(auth.Must(ctx).Scope()), id), true)
	if err == nil && it == nil {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	e, err := entries.Read(it)
	return &e, err
}

type idsRequest struct {
	Body struct {
		IDs []string `json:"ids" minItems:"1" maxItems:"50"`
	}
}

// each does something with each of some numbers by itself, and answers in the order of the ids.
func (r *Service) each(ctx context.Context, in *idsRequest, what string, do func(id string) (*Entry, error)) ([]resource.Line, error) {
	out, done := []resource.Line{}, []string{}
	for _, id := range in.Body.IDs {
		e, err := do(id)
		line, err := r.Lines.LineOf(ctx, id, err)
		if err != nil {
			return nil, err
		}
		if out = append(out, line); line.OK {
			done = append(done, e.OrderNo+" "+e.PhoneNumber)
		}
	}
	auditlog.Note(ctx, in.Body.IDs[0], nil, map[string]any{what: done})
	return out, nil
}

func (r *Service) returning(ctx context.Context, in *idsRequest) ([]resource.Line, error) {
	return r.each(ctx, in, "returned", func(id string) (*Entry, error) { return r.giveBack(ctx, id) })
}

// giveBack returns a number, once, and gives its price back: of what is left of the order's charge, the part of one of the numbers that it
// still has. Faults: channel.returnLate, channel.returnState (409), those of order.GiveBack.
func (r *Service) giveBack(ctx context.Context, id string) (*Entry, error) {
	e, err := r.entry(ctx, id)
	if err != nil || e.State == returned {
		return e, err // returned by an earlier try, or another caller: there is nothing more to be done
	}
	ends, err := r.returnEnds(ctx, []Entry{*e})
	if err != nil {
		return nil, err
	}
	switch {
	case e.State != assigned:
		return nil, fault.State("channel.returnState", "number", e.PhoneNumber)
	case !ends[0].IsZero() && !ends[0].After(r.Flow.Now()):
		return nil, fault.State("channel.returnLate", "number", e.PhoneNumber)
	}
	err = r.Flow.Settlement().GiveBack(ctx, e.OrderID, &order.GiveBack{Operation: "number." + e.ID,
		Operator: ledger.OperatorOf(auth.Must(ctx)), Reason: "channel.returned",
		Amount: func(o *order.Order) (money.Amount, error) {
			h, err := r.Numbers.Held(ctx, e.Hold, true)
			return min(o.Price, o.Refundable()/money.Amount(max(1, h.Assigned-h.Returned))), err
		},
		With: func(ctx context.Context) ([]store.Op, error) {
			n, err := r.Numbers.Get(ctx, e.Lot, e.PhoneNumber)
			if err != nil {
				return nil, err
			}
			if n.State != resource.Assigned || n.Hold != e.Hold {
				return nil, fault.State("channel.returnState", "number", e.PhoneNumber)
			}
			ops, err := r.fromPartner(ctx, n)
			return append(append(ops, r.Numbers.Return(*n, e.Hold)...), r.ended(e, returned, "")...), err
		}})
	return e, err
}

// fromPartner gives the operations that give a number of the partner back to it.
func (r *Service) fromPartner(ctx context.Context, n *resource.Number) ([]store.Op, error) {
	l, _, err := store.Load[resource.Lot](ctx, r.Flow.DB, resource.LotKey(n.CountryCode, n.Lot), false)
	if err != nil || !l.Partner {
		return nil, err
	}
	return numberbatch.GivesBack(r.Flow.Now(), n.Lot, n.PhoneNumber), nil
}

// ended gives the operations that end an entry.
func (r *Service) ended(e *Entry, state, substitute string) []store.Op {
	now := r.Flow.Now().UTC()
	e.State, e.Substitute, e.EndTime = state, substitute, &now
	return entries.Replace(e.Owner.ScopeNames(), e.ID, *e)
}

func (r *Service) replacing(ctx context.Context, in *idsRequest) ([]resource.Line, error) {
	return r.each(ctx, in, "replaced", func(id string) (*Entry, error) { return r.replace(ctx, id) })
}

// replace marks a number as broken and hands another one of its kind out in its place, free of charge, once. Faults: channel.replaceState,
// channel.replaceNone (409), numberbatch.later (503).
func (r *Service) replace(ctx context.Context, id string) (*Entry, error) {
	e, err := r.entry(ctx, id)
	if err != nil || e.State == replaced {
		return e, err // replaced by an earlier try, or another caller
	}
	if e.State != assigned {
		return nil, fault.State("channel.replaceState", "number", e.PhoneNumber)
	}
	o, ok, err := r.Flow.Orders.Get(ctx, e.OrderID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	w, err := r.written(ctx, o)
	if err != nil {
		return nil, err
	}
	err = order.Retry(ctx, func() error {
		bad, err := r.Numbers.Get(ctx, e.Lot, e.PhoneNumber)
		if err != nil {
			return err
		}
		if bad.State == resource.Broken && bad.Hold == e.Hold {
			return nil // ours, and the answer was lost
		}
		if bad.State != resource.Assigned || bad.Hold != e.Hold {
			return fault.State("channel.replaceState", "number", e.PhoneNumber)
		}
		good, back, err := r.substitute(ctx, w, bad)
		if err != nil {
			return err
		}
		next := entryOf(good, e.Owner, e.CustomerName, e.Price)
		next.ID, next.Hold, next.OrderID, next.OrderNo, next.CreateTime = r.Flow.NewID(ctx), e.Hold, e.OrderID, e.OrderNo, r.Flow.Now().UTC()
		was := *e
		ops := append(back, r.Numbers.Replace(*bad, *good)...)
		ops = append(append(ops, r.ended(&was, replaced, good.PhoneNumber)...), entries.Insert(e.Owner.ScopeNames(), next.ID, next)...)
		return r.Flow.DB.Transact(ctx, ops)
	})
	return e, err
}

// substitute finds the number that replaces another one, and gives the operations by which a broken one of the partner goes back to it. The
// partner replaces its own, unless it has none or the last day of the batch is over.
func (r *Service) substitute(ctx context.Context, w *Request, bad *resource.Number) (*resource.Number, []store.Op, error) {
	l, _, err := store.Load[resource.Lot](ctx, r.Flow.DB, resource.LotKey(bad.CountryCode, bad.Lot), false)
	if err != nil {
		return nil, nil, err
	}
	var back []store.Op
	if l.Partner {
		back = numberbatch.GivesBack(r.Flow.Now(), bad.Lot, bad.PhoneNumber)
		if !l.Ended(resource.DayOf(r.Flow.Now())) {
			if good, err := r.Batches.Replacement(ctx, &l, bad.PhoneNumber); err != nil || good != nil {
				return good, resource.Disown(bad), err // with the replacement it is the partner's again
			}
		}
	}
	need := *w
	need.StartTime = nil
	good, err := r.Numbers.Replacement(ctx, need.need(r.Flow.Now()))
	if err == nil && good == nil {
		err = fault.State("channel.replaceNone")
	}
	return good, back, err
}
