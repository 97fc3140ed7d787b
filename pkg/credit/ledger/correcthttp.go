package ledger

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

func (r *Service) correctionRoutes(a *web.API) {
	const path = "/aty/accountstatement"
	line := func(method, below, verb, summary string) web.Route {
		return web.Route{Method: method, Path: path + below, Perm: "aty:accountstatement:" + verb, Summary: summary, Spends: true}
	}
	web.Handle(a, line("POST", "", "add", "Add a statement line manually"), r.write)
	web.Handle(a, line("PUT", "", "edit", "Correct a statement line: one new line reverses it, another replaces it"), r.correct)
	web.Handle(a, line("DELETE", "/{id}", "del", "Reverse a statement line with a new line. id is its serial number"), r.takeBack)
	web.Handle(a, line("PUT", "/account/type/update", "edit",
		"Change the business type of a statement line by a reversal and a replacement"), r.retype)
	web.Handle(a, line("PUT", "/approved", "approve",
		"Refuse a statement line, which reverses it, or approve a refused one, which restores it"), r.Approve)
}

// StatementRequest is a line that is written by hand.
type StatementRequest struct {
	UserID       string       `json:"userId" minLength:"1"`
	BusinessType string       `json:"businessType" enum:"recharge,platformRecharge,compensate,discount,rebate,gift,withdrawal"`
	Amount       money.Amount `json:"amount" doc:"Signed amount. Withdrawals are negative, adjustments and discounts either, all others positive."`
	Currency     string       `json:"currency,omitempty" enum:"RMB,USD,EUR,USDT," doc:"For the record only."`
	Remark       string       `json:"remark,omitempty" maxLength:"255"`
}

// signed refuses an amount that the business type cannot have, or that is out of bounds. Faults ledger.sign, ledger.amountRange.
func (r *Service) signed(ctx context.Context, kind string, amount money.Amount) error {
	either := kind == Compensate || kind == Discount
	if amount == 0 || !either && (amount < 0) != (kind == Withdrawal) {
		return fault.Bad("amount", "ledger.sign")
	}
	return r.within(ctx, "amount", max(amount, -amount), 1)
}

func (r *Service) write(ctx context.Context, in *struct{ Body StatementRequest }) (*CreditChange, error) {
	b := in.Body
	check := func() error { return r.signed(ctx, b.BusinessType, b.Amount) }
	return r.change(ctx, AmountBody{UserID: b.UserID, Amount: b.Amount, Currency: b.Currency, Remark: b.Remark},
		check, Change{Type: b.BusinessType, Available: b.Amount}, contras[b.BusinessType])
}

// CorrectionResponse tells the lines of a correction.
type CorrectionResponse struct {
	Reversal    string       `json:"reversalSerialNumber,omitempty" doc:"Serial number of the line that reverses the old one."`
	Replacement string       `json:"serialNumber,omitempty" doc:"Serial number of the line that replaces it."`
	Balance     money.Amount `json:"balance"`
}

// line gives a line in the caller's scope that it may correct: an agent only what it wrote itself. Faults: 404, ledger.bound (409),
// ledger.notYours (40312).
func (r *Service) line(ctx context.Context, serial string) (*recording, error) {
	p := auth.Must(ctx)
	of, err := r.Ledger.bySerial(ctx, p.Scope(), serial)
	switch {
	case err != nil:
		return nil, err
	case p.Type != auth.Admin && of.By.ID != p.UserID:
		return nil, fault.New(fault.Forbidden, 40312, "ledger.notYours")
	}
	return of, of.correctable()
}

// post carries out a correction of a line whose state must be from. Faults: those of Post; ledger.corrected (409) when it was
// corrected before.
func (r *Service) post(ctx context.Context, of *recording, from string, m Movement) (*CorrectionResponse, error) {
	m.Snapshot = firstTry(ctx, m.Snapshot)
	if m.Snapshot != nil && of.state != from {
		return nil, fault.State("ledger.corrected")
	}
	come := money.Amount(0)
	for i, c := range m.Changes {
		m.Changes[i].Forced = m.Operator.Type == "admin"
		if c.Account == of.account {
			come += c.Available
		}
	}
	counted, err := r.manualMovement(ctx, come)
	if err != nil {
		return nil, err
	}
	m.With = append(m.With, counted...)
	told := func(e []Entry) notice.Personal {
		return changed(of.account, Entry{Movement: m.ID, Amount: come, Balance: made(m, of.account, e).Balance}, m.Operator.Name)
	}
	if come != 0 {
		m.Then = func(e []Entry) []store.Op { return []store.Op{notice.OutboxOp(r.Ledger.Now(), told(e))} }
	}
	entries, err := r.Ledger.Post(ctx, m)
	failed := store.ConditionFailed(err)
	switch {
	case failed != nil && failed.Index >= len(m.With)-len(counted):
		return nil, r.overLimit(ctx, come, err)
	case failed != nil:
		return nil, fault.State("ledger.corrected")
	case fault.Is(err, "ledger.short"):
		return nil, fault.New(fault.Payment, 40203, "ledger.aboveBalance")
	case err != nil:
		return nil, err
	}
	out := made(m, of.account, entries)
	auditlog.Note(ctx, of.account, map[string]any{"serialNumber": of.serial, "businessType": of.Type, "amount": of.Amount.String()},
		corrected(m, of.account, out))
	if come != 0 {
		r.Notices.NotifyLater(ctx, told(entries))
	}
	return out, nil
}

// made is what the entries of a correction say of an account.
func made(m Movement, account string, entries []Entry) *CorrectionResponse {
	out := &CorrectionResponse{}
	for i, c := range m.Changes {
		switch {
		case c.Account != account:
			continue
		case c.Reverses != "":
			out.Reversal = entries[i].Serial(account)
		default:
			out.Replacement = entries[i].Serial(account)
		}
		out.Balance = entries[i].Balance // of the last
	}
	return out
}

// corrected is what the audit log keeps of a correction.
func corrected(m Movement, account string, out *CorrectionResponse) map[string]any {
	after := map[string]any{"reversed": out.Reversal, "remark": m.Remark}
	i := slices.IndexFunc(m.Changes, func(c Change) bool { return c.Account == account && c.Replaces != "" })
	if i >= 0 {
		after["serialNumber"], after["businessType"], after["amount"] = out.Replacement, m.Changes[i].Type, m.Changes[i].Available.String()
	}
	return after
}

func (r *Service) correct(ctx context.Context, in *struct {
	Body struct {
		Serial       string        `json:"serialNumber" minLength:"1" doc:"Id of the line or the price."`
		BusinessType string        `json:"businessType,omitempty" enum:"recharge,platformRecharge,compensate,discount,rebate,gift,withdrawal,"`
		Amount       *money.Amount `json:"amount,omitempty" doc:"Signed amount. Missing: unchanged."`
		Remark       string        `json:"remark,omitempty" maxLength:"255"`
	}
}) (*CorrectionResponse, error) {
	b := in.Body
	of, err := r.line(ctx, b.Serial)
	if err != nil {
		return nil, err
	}
	return r.replace(ctx, of, replacement{b.BusinessType, b.Amount}, b.Remark)
}

// replace puts something else in the place of a line. Faults: ledger.unchanged (400) when it is the same; ledger.internalType (409)
// for another type of what moved between users; those of signed and post.
func (r *Service) replace(ctx context.Context, of *recording, as replacement, remark string) (*CorrectionResponse, error) {
	kind, amount := of.Type, of.Amount
	if as.kind != "" {
		kind = as.kind
	}
	if as.amount != nil {
		amount = *as.amount
	}
	switch {
	case kind == of.Type && amount == of.Amount && remark == of.Remark:
		return nil, fault.Bad("amount", "ledger.unchanged")
	case kind != of.Type && of.Internal:
		return nil, fault.State("ledger.internalType")
	}
	if !of.Internal {
		if err := r.signed(ctx, kind, amount); err != nil {
			return nil, err
		}
	} else if err := r.within(ctx, "amount", max(amount, -amount), 1); err != nil || (amount < 0) != (of.Amount < 0) {
		return nil, fault.Bad("amount", "ledger.sign")
	}
	if remark == "" {
		remark = of.Remark
	}
	return r.post(ctx, of, "", of.correction(web.OperationID(ctx, r.NewID), OperatorOf(auth.Must(ctx)), remark, &as))
}

func (r *Service) retype(ctx context.Context, in *struct {
	Body struct {
		Serial       string `json:"serialNumber" minLength:"1"`
		BusinessType string `json:"businessType" enum:"recharge,platformRecharge,compensate,discount,rebate,gift,withdrawal"`
		Remark       string `json:"remark,omitempty" maxLength:"255"`
	}
}) (*CorrectionResponse, error) {
	of, err := r.line(ctx, in.Body.Serial)
	if err != nil {
		return nil, err
	}
	return r.replace(ctx, of, replacement{kind: in.Body.BusinessType}, in.Body.Remark)
}

func (r *Service) takeBack(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*CorrectionResponse, error) {
	of, err := r.line(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out, err := r.post(ctx, of, "", of.correction(web.OperationID(ctx, r.NewID), OperatorOf(auth.Must(ctx)), of.Remark, nil))
	if fault.Is(err, "ledger.corrected") { // as with everything that was deleted before
		return nil, fault.Missing().With(err)
	}
	return out, err
}

// Approval is a word about a line.
type Approval struct {
	Serial   string `json:"serialNumber" minLength:"1"`
	Approved bool   `json:"approved"`
	Remark   string `json:"remark,omitempty" maxLength:"255"`
}

// Approve refuses a line of the caller's scope, or approves one that was refused; an agent only lines that it wrote itself. Faults:
// those of line and post; ledger.approved (409) for a line that counts.
func (r *Service) Approve(ctx context.Context, in *struct{ Body Approval }) (*CorrectionResponse, error) {
	b := in.Body
	of, err := r.line(ctx, b.Serial)
	if err != nil {
		return nil, err
	}
	id, by := web.OperationID(ctx, r.NewID), OperatorOf(auth.Must(ctx))
	switch {
	case !b.Approved:
		return r.post(ctx, of, "", of.correction(id, by, b.Remark, nil))
	case of.state == "" && !web.Repeated(ctx):
		return nil, fault.State("ledger.approved")
	}
	return r.post(ctx, of, taken, of.again(id, by, b.Remark))
}
