package ledger

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/user"
)

// Service is the ledger's routes.
type Service struct {
	Ledger *Ledger
	Users  *user.Store
	NewID  func(ctx context.Context) string
	// Notices notify users of credit they got, once for each movement. A movement never fails because of its notice.
	Notices *notice.Store
	// Max is the setting recharge.max: the most credit of one change, in whole credits.
	Max func(ctx context.Context) (int, error)
	// Limits are of what staff move by hand.
	Limits *stafflimit.Store
}

// within holds an amount between the least and the setting recharge.max, which is at most 100 million RMB (decisions §12).
func (r *Service) within(ctx context.Context, field string, amount, least money.Amount) error {
	most, err := r.Max(ctx)
	if err == nil && (amount < least || amount > money.Amount(most)*money.Credit) {
		err = fault.Bad(field, "ledger.amountRange", "min", least.String(), "max", most)
	}
	return err
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	put := func(path, perm, summary string) web.Route {
		return web.Route{Method: "PUT", Path: "/aty/customerinfo/" + path, Perm: "aty:customerinfo:" + perm, Summary: summary, Spends: true}
	}
	web.Handle(a, put("recharge", "recharge", "Recharge a customer by the platform, in whole credits"),
		r.staff(PlatformRecharge, CashIn+"platform", 1))
	web.Handle(a, put("give", "give", "Give credit to a customer, with at most two decimals"), r.staff(Gift, Gifts, 1))
	web.Handle(a, put("rebate", "rebate", "Rebate credit to a customer, with at most two decimals"), r.staff(Rebate, Rebates, 1))
	web.Handle(a, put("withdrawal", "withdrawal", "Withdraw credit from a customer, at most the balance, with at most two decimals"),
		r.staff(Withdrawal, CashOut, -1))
	web.Handle(a, put("{userId}/{num}", "amount",
		"Increase (num above 0) or decrease (num below 0) a customer's credit, with at most two decimals"), r.adjust)
	web.Handle(a, web.Route{Method: "POST", Path: "/aty/customerinfo/amounts/move", Perm: "aty:customerinfo:move",
		Summary: "Transfer credit between an agent and one of its customers, or a customer and one of its secondaries", Spends: true}, r.move)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/customerinfo/balances", Perm: "aty:accountstatement:page",
		Summary: "Get the balances of customers and agents in the caller's scope"}, r.balances)
	statement := func(path, perm, summary string) web.Route {
		return web.Route{Method: "GET", Path: path, Perm: perm, Summary: summary, Sorts: lines.Sorts(), Filters: lines.Filters()}
	}
	web.Handle(a, statement("/pi/personal/info/statement/page", web.SignedIn, "List the caller's statement lines"), r.own)
	web.Handle(a, statement("/aty/accountstatement/page", "aty:accountstatement:page",
		"List statement lines of all users in the caller's scope or of one user"), r.page)
	web.Handle(a, statement("/aty/customerinfo/statement/page", "aty:accountstatement:page", "List statement lines of a customer"), r.page)
	r.correctionRoutes(a)
	r.statisticsRoute(a)
	r.agentRoutes(a)
}

// AmountBody moves credit of one customer.
type AmountBody struct {
	UserID   string       `json:"userId" minLength:"1" example:"01JD0000000000000000000000"`
	Amount   money.Amount `json:"amount" example:"30000"`
	Currency string       `json:"currency,omitempty" enum:"RMB,USD,EUR,USDT," doc:"For the record only."`
	Remark   string       `json:"remark,omitempty" maxLength:"255"`
}

// CreditChange tells the new balance.
type CreditChange struct {
	SerialNumber string       `json:"serialNumber"`
	Balance      money.Amount `json:"balance"`
}

// staff are the changes that staff and agents make by hand: whole credits of a recharge, two decimals of everything else (decisions §12).
func (r *Service) staff(kind, contra string, sign money.Amount) func(context.Context, *struct{ Body AmountBody }) (*CreditChange, error) {
	return func(ctx context.Context, in *struct{ Body AmountBody }) (*CreditChange, error) {
		b := in.Body
		check := func() error {
			if kind != PlatformRecharge {
				return r.within(ctx, "amount", b.Amount, 1)
			}
			if err := r.within(ctx, "amount", b.Amount, money.Credit); err != nil || b.Amount%money.Credit == 0 {
				return err
			}
			return fault.Bad("amount", "ledger.wholeCredits")
		}
		return r.change(ctx, b, check, Change{Type: kind, Available: sign * b.Amount}, contra)
	}
}

func (r *Service) adjust(ctx context.Context, in *struct {
	UserID string `path:"userId"`
	Num    string `path:"num" example:"-12.50"`
}) (*CreditChange, error) {
	amount, err := money.Parse(in.Num)
	if err != nil || amount == 0 {
		return nil, fault.Bad("num", "ledger.twoDecimals")
	}
	check := func() error { return r.within(ctx, "num", max(amount, -amount), 1) }
	return r.change(ctx, AmountBody{UserID: in.UserID}, check, Change{Type: Compensate, Available: amount}, Adjusted)
}

// change moves credit of one customer against a platform account, or the agent's own. Its reads run in parallel.
func (r *Service) change(ctx context.Context, b AmountBody, check func() error, c Change, contra string) (*CreditChange, error) {
	p, kind, amount := auth.Must(ctx), c.Type, c.Available
	accounts := []string{b.UserID}
	if p.Type == auth.Agent {
		accounts = append(accounts, p.UserID)
	}
	var who user.User
	var seen *View
	var counted []store.Op
	err := parallel.Do(check,
		func() (err error) { counted, err = r.manualMovement(ctx, amount); return err },
		func() (err error) { who, err = r.holder(ctx, b.UserID); return err },
		func() (err error) { seen, err = r.Ledger.Snapshot(ctx, "", accounts...); return err })
	if err != nil {
		return nil, err
	}
	if who.ID == p.UserID && p.Type != auth.Admin {
		return nil, fault.New(fault.Forbidden, 40303, "ledger.ownAccount")
	}
	id := web.OperationID(ctx, r.NewID)
	m := Movement{ID: id, Snapshot: firstTry(ctx, seen), Operator: OperatorOf(p), Remark: b.Remark, Currency: b.Currency, With: counted,
		Changes: []Change{{Account: who.ID, Type: kind, Available: amount, Forced: p.Type == auth.Admin}}, Contra: []Leg{{contra, -amount}}}
	if p.Type == auth.Agent {
		// An agent gives of its own credit and takes back into it: only the platform makes credit.
		own := Change{Account: p.UserID, Type: Withdrawal, Available: -amount, Internal: true}
		if amount < 0 {
			own.Type = Recharge
		}
		m.Changes, m.Contra = append(m.Changes, own), nil
	}
	m.Then = func(e []Entry) []store.Op {
		return []store.Op{notice.OutboxOp(r.Ledger.Now(), changed(who.ID, e[0], p.Name))}
	}
	entries, err := r.Ledger.Post(ctx, m)
	if store.ConditionFailed(err) != nil {
		return nil, r.overLimit(ctx, amount, err)
	}
	if fault.Is(err, "ledger.short") && amount < 0 {
		return nil, fault.New(fault.Payment, 40203, "ledger.aboveBalance")
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, who.ID, nil, map[string]any{"type": kind, "amount": amount.String(), "serial": entries[0].Serial(who.ID)})
	r.Notices.NotifyLater(ctx, changed(who.ID, entries[0], p.Name))
	return &CreditChange{entries[0].Serial(who.ID), entries[0].Balance}, nil
}

// changed is the notice to a user that its account got credit, or that by took some from it.
func changed(userID string, e Entry, by string) notice.Personal {
	if e.Amount >= 0 {
		return Received(userID, e)
	}
	return notice.Personal{UserID: userID, Key: "credit." + e.Movement, Title: "ledger.tell.takenTitle", Body: "ledger.tell.taken",
		Args: map[string]string{"amount": (-e.Amount).String(), "balance": e.Balance.String(), "by": by}}
}

// Received tells a user what its account got.
func Received(userID string, e Entry) notice.Personal {
	return notice.Personal{UserID: userID, Key: "credit." + e.Movement, Title: "ledger.tell.receivedTitle", Body: "ledger.tell.received",
		Args: map[string]string{"amount": e.Amount.String(), "balance": e.Balance.String()}}
}

// firstTry is a view for a movement that was not tried before; of one that was, its record must be asked for.
func firstTry(ctx context.Context, v *View) *View {
	if web.Repeated(ctx) {
		return nil
	}
	return v
}

// holder gives a user in the caller's scope that can hold credit; staff cannot (decisions §13).
func (r *Service) holder(ctx context.Context, userID string) (user.User, error) {
	who, err := r.Users.Find(ctx, auth.Must(ctx).Scope(), userID)
	if err == nil && who.Type == auth.Admin {
		err = fault.Missing()
	}
	return who, err
}

// below reports whether b is a customer of the agent a, or a secondary of the customer a.
func below(a, b user.User) bool {
	switch a.Type {
	case auth.Agent:
		return b.Type == auth.First && b.Owner().Agent == a.ID
	case auth.First:
		return b.Type == auth.Secondary && b.Owner().Tenant == a.ID
	}
	return false
}

// OperatorOf is the caller as an operator.
func OperatorOf(p *auth.Principal) Operator {
	kind := map[auth.Type]string{auth.Admin: "admin", auth.Agent: "agent", auth.First: "customer", auth.Secondary: "secondary"}[p.Type]
	return Operator{Type: kind, ID: p.UserID, Name: p.Name}
}

func (r *Service) move(ctx context.Context, in *struct {
	Body struct {
		From   string       `json:"fromUserId" minLength:"1"`
		To     string       `json:"toUserId" minLength:"1"`
		Amount money.Amount `json:"amount"`
		Remark string       `json:"remark,omitempty" maxLength:"255"`
	}
}) (*CreditChange, error) {
	p, b := auth.Must(ctx), in.Body
	var from, to user.User
	var seen *View
	var counted []store.Op
	err := parallel.Do(func() error { return r.within(ctx, "amount", b.Amount, 1) },
		func() (err error) { counted, err = r.manualMovement(ctx, b.Amount); return err },
		func() (err error) { from, err = r.holder(ctx, b.From); return err },
		func() (err error) { to, err = r.holder(ctx, b.To); return err },
		func() (err error) { seen, err = r.Ledger.Snapshot(ctx, "", b.From, b.To); return err })
	if err != nil {
		return nil, err
	}
	switch {
	case from.ID == to.ID:
		return nil, fault.Bad("toUserId", "ledger.sameAccount")
	case !below(from, to) && !below(to, from):
		return nil, fault.Bad("toUserId", "ledger.movePair")
	}
	id := web.OperationID(ctx, r.NewID)
	entries, err := r.Ledger.Post(ctx, Movement{ID: id, Snapshot: firstTry(ctx, seen), Operator: OperatorOf(p), Remark: b.Remark,
		With: counted, Changes: []Change{
			{Account: from.ID, Type: Withdrawal, Available: -b.Amount, Internal: true},
			{Account: to.ID, Type: Recharge, Available: b.Amount, Internal: true}},
		Then: func(e []Entry) (ops []store.Op) {
			for _, n := range movementNotices(p, from.ID, to.ID, e) {
				ops = append(ops, notice.OutboxOp(r.Ledger.Now(), n))
			}
			return ops
		}})
	if store.ConditionFailed(err) != nil {
		return nil, r.overLimit(ctx, b.Amount, err)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, to.ID, nil, map[string]any{"from": from.ID, "amount": b.Amount.String(), "serial": id})
	for _, n := range movementNotices(p, from.ID, to.ID, entries) {
		r.Notices.NotifyLater(ctx, n)
	}
	return &CreditChange{entries[0].Serial(from.ID), entries[0].Balance}, nil
}

// movementNotices are the notices of a move: to the account that got credit, and to the one that gave it unless it
// did so itself.
func movementNotices(p *auth.Principal, from, to string, e []Entry) []notice.Personal {
	all := []notice.Personal{Received(to, e[1])}
	if from != p.UserID {
		all = append(all, changed(from, e[0], p.Name))
	}
	return all
}
