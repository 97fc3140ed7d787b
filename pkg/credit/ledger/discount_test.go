package ledger

import (
	"context"
	"testing"

	"herald/internal/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// The movement that settles a brand customer's order credits the discount in a line of its own. The platform pays it, beside the agent's
// margin, and the ledger balances.
func TestDiscountOfABrandCustomer(t *testing.T) {
	ctx := context.Background()
	b := &Ledger{DB: store.NewMemory(nil), Now: clocktest.Running()}
	_, err := b.Post(ctx, Movement{ID: "in", Operator: System, Changes: []Change{{Account: "c", Type: Recharge, Available: 10_000}},
		Contra: []Leg{{CashIn + "test", -10_000}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Reserve(ctx, Order{Ref: "o1", Account: "c", Service: "bulk", Operator: System}, 5_000); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a repetition gives nothing twice
		if _, err := b.Settle(ctx, "o1", 4_000, Agency{Agent: "a", Amount: 300, Discount: 400}); err != nil {
			t.Fatal(err)
		}
	}
	for who, want := range map[string]money.Amount{"c": 10_000 - 4_000 + 400, "a": 300} {
		if available, reserved, err := b.Balance(ctx, who); err != nil || available != want || reserved != 0 {
			t.Errorf("%s holds %s and %s: %v", who, available, reserved, err)
		}
	}
	report, err := b.Reconcile(ctx)
	if err != nil || report.Found > 0 {
		t.Errorf("%v %v", report, err)
	}
	if got := report.Platform[Discounts]; got != -400 {
		t.Errorf("the house gave %s", got)
	}
}
