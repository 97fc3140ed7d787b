package topup

import (
	"context"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Purpose is something besides credit that a payment buys. It gives the effect of a payment that covers its order:
// the change of the user's account, the receiving account, and the operations of the same transaction. It is decided
// anew whenever state has changed, and may be called any number of times.
type Purpose func(ctx context.Context, o *Order, paid provider.Payment) (Purchase, error)

// Purchase is what a payment does. Change and Contra balance with the money that came in.
type Purchase struct {
	Change ledger.Change
	Contra []ledger.Leg
	Remark string
	With   []store.Op
	Tell   notice.Personal
}

// PurchaseRequest is what is bought at a provider.
type PurchaseRequest struct {
	PayType int
	Fen     provider.Fen
	For     string // a purpose
}

// Buy makes an order for a purpose and has the provider open it, as open does. Faults: those of open; topup.payType for a way that
// is no scan.
func (r *Service) Buy(ctx context.Context, w PurchaseRequest) (*CreateResponse, error) {
	m, ok := methodOf(w.PayType)
	if !ok || m.Way != provider.PayByScan {
		return nil, fault.Bad("payType", "topup.payType")
	}
	o, err := r.order(ctx, m, w.For, func(provider.PaymentProfile) (provider.Fen, Sum, error) { return w.Fen, Sum{}, nil })
	if err != nil {
		return nil, err
	}
	return openedOf(o), nil
}

// Standing is the status of the caller's order for a purpose; 404 for one of another purpose, or out of its scope.
func (r *Service) Standing(ctx context.Context, id, purpose string) (Status, error) {
	o, err := r.find(ctx, id)
	if err == nil && o.For != purpose {
		err = fault.Missing()
	}
	if err != nil {
		return 0, err
	}
	r.nudge(ctx, o)
	return o.Status, nil
}

// Scans are the ways to pay by scanning that are open here and to the caller.
func (r *Service) Scans(p *auth.Principal) []Way {
	ways := []Way{}
	for _, m := range methods() {
		if profile, open := r.Profile(m.Provider); open && m.Way == provider.PayByScan && p.Can(m.perm()) {
			ways = append(ways, Way{m.PayType, m.Word, m.Biz, m.Provider, string(m.Way), int64(profile.Least), int64(profile.Most), nil})
		}
	}
	return ways
}

// completePurchase credits a payment, or carries out its order's purpose when it covers that. A smaller payment
// becomes credit.
func (r *Service) completePurchase(ctx context.Context, o *Order, p provider.Payment) (Purchase, error) {
	if purpose := r.Purposes[o.For]; purpose != nil && p.Amount >= o.Fen {
		return purpose(ctx, o, p)
	}
	amount, err := o.creditOf(p.Amount, o.Fen)
	return Purchase{Change: ledger.Change{Account: o.User, Type: ledger.Recharge, Available: amount},
		Contra: []ledger.Leg{{Account: CashIn(o), Amount: -amount}}}, err
}

// CashIn is the account of the platform from which an order's money comes.
func CashIn(o *Order) string { return ledger.CashIn + o.Provider }

// Unpaid tells whether a user has an order that waits for its payment.
func Unpaid(ctx context.Context, db store.DB, userID string) (bool, error) {
	_, n, err := rows.Page(ctx, db, string(auth.UserScope(userID)),
		store.ListQuery{Current: 1, Size: 1, Filters: map[string]string{"status": "1"}})
	return n.N > 0, err
}
