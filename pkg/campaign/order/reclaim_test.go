package order

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// The platform never pays out more than it takes for an order. That holds for all requests, payments and spending of
// an agent, and for all discounts and refunds of staff. The ledger shows the same.
func TestThePlatformNeverPaysOutMoreThanItTakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ctx := t.Context()
		price := rapid.Int64Range(1, 1_000_000)
		asked, own := money.Amount(price.Draw(t, "price")), money.Amount(price.Draw(t, "agent"))
		targets, percent := rapid.IntRange(1, 2000).Draw(t, "targets"), rapid.IntRange(0, 100).Draw(t, "discount")
		charged := rapid.IntRange(0, targets).Draw(t, "charged")
		b := &ledger.Ledger{DB: store.NewMemory(nil), Now: time.Now}
		cost := asked * money.Amount(targets)
		in := ledger.Movement{ID: "in", Operator: ledger.System, Changes: []ledger.Change{{Account: "c", Type: ledger.Recharge, Available: cost}},
			Contra: []ledger.Leg{{Account: ledger.CashIn + "test", Amount: -cost}}}
		if _, err := b.Post(ctx, in); err != nil {
			t.Fatal(err)
		}
		o := &Order{ID: "o", No: "GS1", Kind: "bulk", Gen: 1, Owner: auth.Owner{User: "c", Tenant: "c", Agent: "a"}, Price: asked, Agent: own,
			Cost: cost, Total: targets}
		if _, err := b.Reserve(ctx, ledger.Order{Ref: o.Ref(), Account: "c", Service: o.Kind, Operator: ledger.System}, cost); err != nil {
			t.Fatal(err)
		}
		charge := asked * money.Amount(charged)
		share := ledger.Share(o.Owner, charge, max(0, o.Price-o.Agent)*money.Amount(charged), percent)
		if _, err := b.Settle(ctx, o.Ref(), charge, share); err != nil {
			t.Fatal(err)
		}
		o.Actual, o.Given, o.Paid, o.Settled, o.Status = &charge, share.Discount, charged, true, Completed
		if o.margin() != share.Amount {
			t.Fatalf("margin %s, %s was settled", o.margin(), share.Amount)
		}
		if spent := money.Amount(rapid.Int64Range(0, int64(share.Amount)).Draw(t, "spent")); spent > 0 { // by the agent, before any refund
			out := ledger.Movement{ID: "out", Operator: ledger.System,
				Changes: []ledger.Change{{Account: "a", Type: ledger.Withdrawal, Available: -spent}},
				Contra:  []ledger.Leg{{Account: ledger.CashOut, Amount: spent}}}
			if _, err := b.Post(ctx, out); err != nil {
				t.Fatal(err)
			}
		}
		f := &Flow{Credit: Credit{Ledger: b}}
		for i := range rapid.IntRange(0, 5).Draw(t, "refunds") {
			if o.Refundable() == 0 {
				break
			}
			amount := money.Amount(rapid.Int64Range(1, int64(o.Refundable())).Draw(t, "refund"))
			m, err := f.Settlement().repayment(ctx, o, ledger.System, amount, strconv.Itoa(i))
			if fault.Is(err, "order.refundAgent") {
				continue
			}
			if err == nil {
				_, err = b.Post(ctx, m)
			}
			if err != nil {
				t.Fatal(err)
			}
			o.Back += amount
		}
		report, err := b.Reconcile(ctx)
		if err != nil || report.Found > 0 {
			t.Fatalf("%v %v", report, err)
		}
		if took := report.Platform[ledger.Revenue+"bulk"] + report.Platform[ledger.Rebates] + report.Platform[ledger.Discounts]; took < 0 {
			t.Fatalf("the platform paid out %s more than it took", -took)
		}
	})
}

// A refund of an agent's customer takes back the same part of the agent's margin, in any number of refunds, and all
// of it with the whole charge. When the agent has spent its margin, the platform's part remains.
func TestARefundTakesTheMarginBack(t *testing.T) {
	actual := money.Amount(1_000_00)
	order := func() *Order {
		return &Order{Owner: auth.Owner{User: "c", Tenant: "c", Agent: "a"}, Price: 10_00, Agent: 4_00, Paid: 100, Actual: &actual, Settled: true}
	}
	o := order()
	for _, c := range []struct{ amount, takes money.Amount }{{500_00, 300_00}, {1, 1}, {1, 1}, {1, 0}, {499_97, 299_98}} {
		takes, err := o.reclaim(c.amount, 600_00)
		if err != nil || takes != c.takes {
			t.Errorf("%s takes %s back, want %s: %v", c.amount, takes, c.takes, err)
		}
		o.Back, o.Reclaim = o.Back+c.amount, o.Reclaim+takes
	}
	if o.Reclaim != o.margin() || o.Refundable() != 0 {
		t.Errorf("%s of %s came back, %s is left", o.Reclaim, o.margin(), o.Refundable())
	}
	o = order()
	if takes, err := o.reclaim(450_00, 50_00); err != nil || takes != 50_00 {
		t.Errorf("%s: %v", takes, err)
	}
	if _, err := o.reclaim(450_01, 50_00); !fault.Is(err, "order.refundAgent") {
		t.Error(err)
	}
	if direct := (&Order{Owner: auth.Owner{User: "c", Tenant: "c"}, Price: 10_00, Paid: 100}); direct.margin() != 0 {
		t.Error("a direct customer has no agent")
	}
}
