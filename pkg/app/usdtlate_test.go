package app

import (
	"testing"
	"time"

	"herald/pkg/credit/usdt"
)

// The frozen rate holds for what comes within an order's time. What comes after it, or after the first credit, is credited at the lower
// of that rate and the rate of then, so that waiting is no choice between two rates.
func TestLateTransfersAreCreditedAtTheLowerRate(t *testing.T) {
	for _, c := range []struct {
		rate          float64 // that staff set after the order was made at 7
		late, further string  // what 1 USDT is worth
	}{{6.5, "650", "650"}, {8, "700", "700"}} {
		b := mustCoins(t)
		paid, late := b.c.Customer, b.c.Direct
		b.grant(late)
		first, second := b.ordered(paid, 5), b.ordered(late, 5)
		b.k.Clock.Add(time.Minute)
		b.send("tron", first.Address, 1e6)
		b.mine("tron", 40)
		b.c.Admin.Put("/pay/rate/USDT", obj{"rate": c.rate}).OK()
		b.later()
		if got := b.balance(paid); got != "700" {
			t.Errorf("rate %v: %s credits within its time", c.rate, got)
		}
		b.send("tron", first.Address, 1e6)
		b.k.Clock.Add(24 * time.Hour)
		b.send("tron", second.Address, 1e6)
		b.mine("tron", 40)
		for range 3 {
			b.later()
			b.k.Clock.Add(6 * time.Hour)
		}
		b.signIn(paid)
		b.signIn(late)
		if now := b.coin(paid, first.ID); len(now.Further) != 1 || now.Further[0].Credit.String() != c.further {
			t.Errorf("rate %v: further %+v", c.rate, now)
		}
		if now := b.coin(late, second.ID); now.Status != usdt.Credited || now.CreditAmount.String() != c.late {
			t.Errorf("rate %v: late %+v", c.rate, now)
		}
		b.booksBalance()
	}
}
