package customer_test

import (
	"sync"
	"testing"

	"herald/internal/sessiontest"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/platform/user"
)

func (w *world) gift(id, account string, amount money.Amount) error {
	_, err := w.book.Post(ctx, ledger.Movement{ID: id, Operator: ledger.System,
		Changes: []ledger.Change{{Account: account, Type: ledger.Gift, Available: amount}},
		Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -amount}}})
	return err
}

// A customer that holds credit is not deleted, and credit that arrives during a deletion always has an owner.
func TestCustomerWithCreditStays(t *testing.T) {
	w := start(t)
	id := w.Direct.User.ID
	if err := w.gift(w.Fixture.Env.IDs.Next(), id, 500); err != nil {
		t.Fatal(err)
	}
	w.Admin.Delete("/aty/customerinfo/"+id, nil).Want(409, 0)
	if _, ok, err := w.Users.Load(ctx, id); err != nil || !ok {
		t.Fatalf("it is gone: %v", err)
	}
	if _, err := w.book.Post(ctx, ledger.Movement{ID: w.Fixture.Env.IDs.Next(), Operator: ledger.System,
		Changes: []ledger.Change{{Account: id, Type: ledger.Withdrawal, Available: -500}},
		Contra:  []ledger.Leg{{Account: ledger.CashOut, Amount: 500}}}); err != nil {
		t.Fatal(err)
	}
	w.Admin.Delete("/aty/customerinfo/"+id, nil).OK()
	if err := w.gift(w.Fixture.Env.IDs.Next(), id, 500); err == nil {
		t.Error("a deleted customer was given credit")
	}

	for range 8 {
		victim, err := w.Users.Create(ctx, user.New{ID: w.Fixture.Env.IDs.Next(),
			User: user.User{Type: auth.First, Phone: sessiontest.Phone(), Name: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		wg.Go(func() { w.Admin.Delete("/aty/customerinfo/"+victim.ID, nil) })
		wg.Go(func() { _ = w.gift(w.Fixture.Env.IDs.Next(), victim.ID, 500) })
		wg.Wait()
		_, there, err := w.Users.Load(ctx, victim.ID)
		has, _, err2 := w.book.Balance(ctx, victim.ID)
		if err != nil || err2 != nil || !there && has != 0 || there && has == 0 {
			t.Errorf("there: %v, with %s (%v, %v)", there, has, err, err2)
		}
	}
}
