package ledger

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Money is external money for an account. An agent's gifts of its own credit, and the platform's gifts, are none of
// it.
type Money struct {
	PaidAt      time.Time    `dynamodbav:"pi,omitempty"` // of the last payment of at least LeastPayment, or recharge by staff
	RechargedAt time.Time    `dynamodbav:"pr,omitempty"` // of the last recharge by staff
	Bought      money.Amount `dynamodbav:"pb,omitempty"` // credit of all payments, less what was paid back
}

// LeastPayment is the least payment that shows that an account is a customer's: the least top-up (business-domain §9). A transfer in USDT
// can be of any amount, so that a smaller one costs as good as nothing.
const LeastPayment = 300 * money.Credit

// byStaff are where the money of recharges that staff note came in.
var byStaff = []string{CashIn + "platform", CashIn + "manual"}

// with is what came in with one more entry. A year of the service that was paid by scanning is a payment too, though it leaves no credit.
// Money that was to go back and did not is none.
func (m Money) with(e Entry) Money {
	paid := e.paid()
	m.Bought += paid
	recharged := e.Amount > 0 && slices.ContainsFunc(e.Legs, func(l Leg) bool { return slices.Contains(byStaff, l.Account) && l.Amount < 0 })
	if recharged {
		m.RechargedAt = e.At
	}
	if recharged || paid >= LeastPayment && e.Type != Refund {
		m.PaidAt = e.At
	}
	return m
}

// paid is the credit that a payment brought with an entry's movement; less than 0 for one that went back.
func (e Entry) paid() (sum money.Amount) {
	for _, l := range e.Legs {
		if strings.HasPrefix(l.Account, CashIn) && !slices.Contains(byStaff, l.Account) {
			sum -= l.Amount
		}
	}
	return sum
}

// MoneyOf tells what came in for an account.
func (b *Ledger) MoneyOf(ctx context.Context, account string) (Money, error) {
	a, _, err := store.Load[Account](ctx, b.DB, accountKey(account), true)
	return a.Money, err
}
