package ledger_test

import (
	"context"
	"testing"

	"herald/internal/clocktest"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// meanwhile runs a function just before a transaction.
type meanwhile struct {
	store.DB
	do func()
}

func (m *meanwhile) Transact(ctx context.Context, ops []store.Op) error {
	if do := m.do; do != nil {
		m.do = nil
		do()
	}
	return m.DB.Transact(ctx, ops)
}

// No credit reaches a user that is deleted at the same moment, locked or not, and the account stays closed.
func TestNoCreditComesToAnAccountThatIsClosedMeanwhile(t *testing.T) {
	for name, frozen := range map[string]bool{"active": false, "locked": true} {
		t.Run(name, func(t *testing.T) {
			db := &meanwhile{DB: store.NewMemory(nil)}
			b := &ledger.Ledger{DB: db, Now: clocktest.Running()}
			deposit(t, b, "in", "a", money.Credit)
			give := func(id string, amount money.Amount) error {
				_, err := b.Post(ctx, ledger.Movement{ID: id, Operator: ledger.System, Contra: []ledger.Leg{{Account: ledger.Gifts, Amount: -amount}},
					Changes: []ledger.Change{{Account: "a", Type: ledger.Gift, Available: amount, Forced: true}}})
				return err
			}
			if err := give("out", -money.Credit); err != nil {
				t.Fatal(err)
			}
			if err := b.Freeze(ctx, "a", frozen); err != nil {
				t.Fatal(err)
			}
			db.do = func() {
				if err := db.DB.Transact(ctx, []store.Op{b.Close("a")}); err != nil {
					t.Fatal(err)
				}
			}
			if err := give("late", 5*money.Credit); err == nil {
				t.Error("credit came to a user that is gone")
			}
			if err := give("later", 5*money.Credit); err == nil {
				t.Error("the account is open again")
			}
			if available, _, err := b.Balance(ctx, "a"); err != nil || available != 0 {
				t.Errorf("it holds %s (%v)", available, err)
			}
			clean(t, b)
		})
	}
}
