package saas

import (
	"cmp"
	"context"
	"errors"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/user"
)

// year is a request for one more year of a subscription.
type year struct {
	owner  auth.Owner
	name   string // of the user
	method string
	fen    int64
	payer  string // the account that pays; empty: none
	by     ledger.Operator
	told   words // the notice to the user; none for who buys by itself and sees it

	expected price.Expected // the cost shown to the payer
	gift     bool           // of staff: it counts against what they may give a day
}

// words are the keys of a notice.
type words struct{ title, body string }

// cost in credits: one fen, one credit.
func (y year) cost() money.Amount {
	if y.payer == "" {
		return 0
	}
	return credits(y.fen)
}

// credits is the credit for so much money: one fen, one credit.
func credits(fen int64) money.Amount { return money.Amount(fen) * money.Credit }

func (y year) order(id string, s Subscription, now time.Time) *Order {
	now = now.UTC().Truncate(time.Millisecond)
	o := &Order{ID: id, UserID: y.owner.User, UserName: y.name, Method: y.method, Fen: y.fen, Amount: y.cost(),
		From:  now.Truncate(time.Second),
		Until: Renewed(s.Until, now), OperatorType: y.by.Type, Operator: y.by.Name, CreateTime: now}
	if s.Until.After(now) {
		o.From = s.Until
	}
	return o
}

// tries bounds how often a year is decided anew after a conflict.
const tries = 20

// extend carries out a year once for an operation's id: the subscription, the order and the money in one transaction. A repetition
// gives the order that stands. seen is the payer's account as it was read; nil: it is read. Faults: ledger.short (40201),
// ledger.frozen (40302), price.raised (40922), stafflimit.years (40316).
func (r *Service) extend(ctx context.Context, y year, seen *ledger.View) (o *Order, was Subscription, err error) {
	id := web.OperationID(ctx, r.NewID)
	err = store.Retry(ctx, tries, func() error {
		var made bool
		was, o, made, err = r.look(ctx, y.owner.Tenant, id)
		if err != nil || made {
			return err
		}
		if err := y.expected.Check(y.cost(), price.Cost{Cost: y.cost()}); err != nil {
			return err
		}
		var counted []store.Op
		if y.gift {
			if counted, err = r.Limits.Year(ctx); err != nil {
				return err
			}
		}
		o = y.order(id, was, r.Now())
		err = r.write(ctx, y, o, append(extend(was, o, y.owner), counted...), seen)
		seen = nil // it is old
		if errors.Is(err, store.ErrUnclear) {
			err = store.Retryable(err) // whether it was written is read again
		}
		return err
	})
	if err != nil {
		return nil, was, err
	}
	if y.told.body != "" {
		r.Notices.NotifyLater(ctx, purchaseNotice(y, o))
	}
	return o, was, nil
}

// look reads a subscription, and the order of an id where it is there already.
func (r *Service) look(ctx context.Context, tenant, id string) (s Subscription, o *Order, made bool, err error) {
	got, err := r.DB.GetMany(ctx, []store.Key{key(tenant), orderKey(id)}, true)
	if err != nil {
		return s, nil, false, err
	}
	o = &Order{}
	_, err = store.Decode(got[0], &s)
	if err == nil {
		made, err = store.Decode(got[1], o)
	}
	return s, o, made, err
}

func (r *Service) write(ctx context.Context, y year, o *Order, ops []store.Op, seen *ledger.View) error {
	if y.told.body != "" {
		ops = append(ops, notice.OutboxOp(o.CreateTime, purchaseNotice(y, o)))
	}
	if y.payer == "" {
		return r.DB.Transact(ctx, ops)
	}
	cost := y.cost()
	_, err := r.Ledger.Post(ctx, ledger.Movement{ID: "saas:" + o.ID, Snapshot: seen, Operator: y.by, Remark: remark(o), Ref: o.ID,
		Changes: []ledger.Change{{Account: y.payer, Type: ledger.Pay, Available: -cost}}, Contra: []ledger.Leg{{Account: revenue, Amount: cost}},
		With: ops})
	return err
}

const revenue = ledger.Revenue + ServiceName

// remark of a statement's line: whose year it is and until when, in words of no language.
func remark(o *Order) string {
	return "SaaS · " + o.UserName + " · " + o.Until.In(clock.China).Format(time.DateOnly)
}

func purchaseNotice(y year, o *Order) notice.Personal {
	return notice.Personal{UserID: y.owner.User, Key: "saas." + o.ID, Title: y.told.title, Body: y.told.body,
		Args: map[string]string{"until": o.Until.In(clock.China).Format(time.DateOnly)}}
}

// buyable gives the first reason why the caller cannot buy: 404 for staff, who hold no credit; saas.secondary
// (40312), web.forbidden, web.locked (40302), saas.inactive (40313).
func (r *Service) buyable(ctx context.Context, p *auth.Principal) error {
	switch {
	case p.Type == auth.Admin:
		return fault.Missing()
	case p.Type == auth.Secondary:
		return fault.New(fault.Forbidden, 40312, "saas.secondary")
	case !p.Can(permBuy):
		return fault.New(fault.Forbidden, 0, "web.forbidden")
	case p.Locked:
		return fault.New(fault.Forbidden, 40302, "web.locked")
	case p.Type != auth.First: // staff make an agent, and look at it then
		return nil
	}
	active, err := r.Activated(ctx, p.UserID)
	if err == nil && !active {
		err = fault.New(fault.Forbidden, 40313, "saas.inactive")
	}
	return err
}

// buy buys the caller a year with its credit.
func (r *Service) buy(ctx context.Context, in *struct{ Body *price.Expected }) (*PurchaseResponse, error) {
	p := auth.Must(ctx)
	var fen int
	var seen *ledger.View
	err := parallel.Do(
		func() error { return r.buyable(ctx, p) },
		func() (err error) { fen, err = r.Price(ctx); return err },
		func() (err error) { seen, err = r.Ledger.Snapshot(ctx, "", p.UserID); return err })
	if err != nil {
		return nil, err
	}
	y := year{owner: p.Owner(), name: p.Name, method: ByCredit, fen: int64(fen), payer: p.UserID, by: ledger.OperatorOf(p),
		expected: price.ExpectedIn(in.Body)}
	return r.buyYear(ctx, y, seen)
}

// give gives a customer of the scope a year: staff for nothing, an agent for its own credit, or for nothing where the setting
// saas.agent.give says so. The caller pays at most, so neither the customer's lock nor its activation matter.
func (r *Service) give(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"Id of the customer."`
	Body *price.Expected
}) (*PurchaseResponse, error) {
	p := auth.Must(ctx)
	y := year{method: ByStaff, expected: price.ExpectedIn(in.Body), by: ledger.OperatorOf(p),
		told: words{"saas.tell.givenTitle", "saas.tell.given"}}
	var fen int
	var who user.User
	var free bool
	err := parallel.Do(
		func() (err error) { who, err = r.Users.Find(ctx, p.Scope(), in.ID); return err },
		func() (err error) { fen, err = r.Price(ctx); return err },
		func() (err error) { free, err = r.AgentsGiveFree(ctx); return err })
	switch {
	case err != nil:
		return nil, err
	case who.Type == auth.Secondary:
		return nil, fault.Bad("id", "saas.ofSecondary")
	case who.Type == auth.Admin, who.ID == p.UserID:
		return nil, fault.Missing()
	}
	y.owner, y.name, y.fen = who.Owner(), cmp.Or(who.Name, who.Login), int64(fen)
	y.gift = p.Type == auth.Admin
	if p.Type == auth.Agent {
		y.method = ByAgent
		if !free {
			y.payer = p.UserID
		}
	}
	return r.buyYear(ctx, y, nil)
}

// buyYear carries out the purchase of a year and gives its response.
func (r *Service) buyYear(ctx context.Context, y year, seen *ledger.View) (*PurchaseResponse, error) {
	o, was, err := r.extend(ctx, y, seen)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, o.UserID, map[string]any{"saasExpireTime": was.Expiry()},
		map[string]any{"saasExpireTime": o.Until, "method": o.Method, "amount": o.Amount.String(), "order": o.ID})
	return &PurchaseResponse{OrderID: o.ID, Status: Active, Expire: o.Until, Amount: o.Amount}, nil
}
