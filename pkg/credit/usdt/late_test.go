package usdt_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/pkg/credit/usdt"
)

// The frozen rate holds for transfers within an order's time. A later one, or one after the first credit, is
// credited at the lower of that rate and the current one, so that waiting gives no choice between two rates.
func TestLateTransfersAreCreditedAtTheLowerRate(t *testing.T) {
	for _, c := range []struct {
		rate          float64 // that staff set after the order was made at 7
		late, further string  // the rate of 1 USDT
	}{{6.5, "650", "650"}, {8, "700", "700"}} {
		b := apptest.NewUSDTFixture(t)
		paid, late := b.Users.Customer, b.Users.Direct
		b.Grant(late)
		first, second := b.Ordered(paid, 5), b.Ordered(late, 5)
		b.Kit.Clock.Add(time.Minute)
		b.Send("tron", first.Address, 1e6)
		b.Mine("tron", 40)
		b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": c.rate}).OK()
		b.Later()
		if got := b.Balance(paid); got != "700" {
			t.Errorf("rate %v: %s credits within its time", c.rate, got)
		}
		b.Send("tron", first.Address, 1e6)
		b.Kit.Clock.Add(24 * time.Hour)
		b.Send("tron", second.Address, 1e6)
		b.Mine("tron", 40)
		for range 3 {
			b.Later()
			b.Kit.Clock.Add(6 * time.Hour)
		}
		b.SignIn(paid)
		b.SignIn(late)
		if now := b.Coin(paid, first.ID); len(now.Further) != 1 || now.Further[0].Credit.String() != c.further {
			t.Errorf("rate %v: further %+v", c.rate, now)
		}
		if now := b.Coin(late, second.ID); now.Status != usdt.Credited || now.CreditAmount.String() != c.late {
			t.Errorf("rate %v: late %+v", c.rate, now)
		}
		b.BooksBalance()
	}
}
