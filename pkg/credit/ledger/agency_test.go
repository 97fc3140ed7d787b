package ledger

import (
	"context"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// overpaying is a settlement that pays an agent and a customer more than was charged.
func overpaying(t *testing.T) (*Ledger, Agency) {
	t.Helper()
	ctx := context.Background()
	b := &Ledger{DB: store.NewMemory(nil), Now: time.Now}
	if _, err := b.Post(ctx, Movement{ID: "in", Operator: System, Changes: []Change{{Account: "c", Type: Recharge, Available: 500_000}},
		Contra: []Leg{{CashIn + "test", -500_000}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Reserve(ctx, Order{Ref: "o1.1", Account: "c", Service: "bulk", Operator: System}, 400_000); err != nil {
		t.Fatal(err)
	}
	return b, Agency{Agent: "a", Amount: 398_800, Discount: 80_000}
}

// A settlement in which the platform pays out more than it takes is refused, and nothing moves.
func TestSettlementThatCostsThePlatformIsRefused(t *testing.T) {
	ctx := context.Background()
	b, much := overpaying(t)
	for _, bad := range []Agency{much, {Agent: "a", Amount: 400_001}, {Discount: 400_001}, {Agent: "a", Amount: -1}, {Discount: -1}} {
		if _, err := b.Settle(ctx, "o1.1", 400_000, bad); err == nil {
			t.Errorf("%+v was settled", bad)
		}
	}
	if available, reserved, err := b.Balance(ctx, "c"); err != nil || available != 100_000 || reserved != 400_000 {
		t.Errorf("%s and %s: %v", available, reserved, err)
	}
	owner := auth.Owner{User: "c", Tenant: "c", Agent: "a"}
	share := Share(owner, 400_000, much.Amount, 20)
	if share.Amount != 398_800 || share.Discount != 240 {
		t.Errorf("%+v", share)
	}
	if _, err := b.Settle(ctx, "o1.1", 400_000, share); err != nil {
		t.Fatal(err)
	}
	var sum money.Amount
	for _, who := range []string{"c", "a"} {
		n, r, err := b.Balance(ctx, who)
		if err != nil {
			t.Fatal(err)
		}
		sum += n + r
	}
	if sum != 500_000-1_200+240 {
		t.Errorf("they hold %s together", sum)
	}
	if own := Share(auth.Owner{User: "a", Tenant: "a", Agent: "a"}, 1_000, 900, 10); own.Amount != 0 || own.Discount != 100 {
		t.Errorf("an agent's own order: %+v", own)
	}
}

// The reconciliation names each order for which the platform paid out more than it took, by its settlement or by its refunds.
func TestReconcileFindsWhatCostThePlatform(t *testing.T) {
	ctx := context.Background()
	b, much := overpaying(t)
	stored := Movement{ID: settlement + "o1.1", Operator: System, Ref: "o1.1",
		reserve: &reserveOp{was: true, put: Reservation{Ref: "o1.1", Account: "c", Service: "bulk", Reserved: 400_000, Settled: 400_000}},
		Changes: []Change{{Account: "c", Type: settle, Reserved: -400_000}, {Account: much.Agent, Type: Rebate, Available: much.Amount},
			{Account: "c", Type: Discount, Available: much.Discount}},
		Contra: []Leg{{Revenue + "bulk", 400_000}, {Rebates, -much.Amount}, {Discounts, -much.Discount}}}
	refund := Movement{ID: RefundID("1"), Operator: System, Ref: "o2.3", Changes: []Change{{Account: "c", Type: Refund, Available: 50_00}},
		Contra: []Leg{{Revenue + "bulk", -50_00}}}
	for _, m := range []Movement{stored, refund} {
		if _, err := b.Post(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	report, err := b.Reconcile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(report.Differences, "\n")
	for _, want := range []string{"c: the platform paid out 788 more than it took in movement settle:o1.1",
		"788 more than it took for order o1", "50 more than it took for order o2"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not said:\n%s", want, all)
		}
	}
	if report.Found != 3 {
		t.Errorf("%d differences", report.Found)
	}
}
