package usdt_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/pkg/credit/usdt"
)

// The frozen rate applies to transfers within an order's time. A later transfer, or one after the first credit, is credited at the lower of
// that rate and the current one. Waiting thus gives no choice between two rates.
func TestLateTransfersAreCreditedAtTheLowerRate(t *testing.T) {
	for _, c := range []struct {
		rate          float64 // that staff set after the order was made at 7
		late, further string  // the rate of 1 USDT
	}{{6.5, "650", "650"}, {8, "700", "700"}} {
		b := apptest.NewUSDTFixture(t)
		paid, late := b.Users.Customer, b.Users.Direct
		b.AllowUSDT(late)
		first, second := b.NewUSDTOrder(paid, 5), b.NewUSDTOrder(late, 5)
		b.Kit.Clock.Add(time.Minute)
		b.SendUSDT("tron", first.Address, 1e6)
		b.MineBlocks("tron", 40)
		b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": c.rate}).OK()
		b.PassMinute()
		if got := b.Balance(paid); got != "700" {
			t.Errorf("rate %v: %s credits within its time", c.rate, got)
		}
		b.SendUSDT("tron", first.Address, 1e6)
		b.Kit.Clock.Add(24 * time.Hour)
		b.SendUSDT("tron", second.Address, 1e6)
		b.MineBlocks("tron", 40)
		for range 3 {
			b.PassMinute()
			b.Kit.Clock.Add(6 * time.Hour)
		}
		b.SignIn(paid)
		b.SignIn(late)
		if now := b.USDTOrder(paid, first.ID); len(now.Further) != 1 || now.Further[0].Credit.String() != c.further {
			t.Errorf("rate %v: further %+v", c.rate, now)
		}
		if now := b.USDTOrder(late, second.ID); now.Status != usdt.Credited || now.CreditAmount.String() != c.late {
			t.Errorf("rate %v: late %+v", c.rate, now)
		}
		b.CheckLedger()
	}
}
