package usdt_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/pkg/app"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/queue"
)

// A transfer that came while the address was an expired order's is credited, also when another user got the address before the last look.
func TestATransferBeforeTheAddressWentToAnotherUserIsCredited(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.CancelUSDTOrder(c, o.ID)
	b.Kit.Clock.Add(7*24*time.Hour - time.Hour)
	b.PassMinute()
	b.SendUSDT("tron", o.Address, 2e6)
	b.MineBlocks("tron", 1)
	b.Kit.Clock.Add(59 * time.Minute) // the address is free, and the last look still to come
	b.MineBlocks("tron", 40)
	taken := false
	b.SignIn(b.Users.Admin)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7}).OK()
	for _, other := range []*sessiontest.Actor{b.Users.Direct, b.Users.OtherCustomer} {
		b.SignIn(other)
		taken = b.NewUSDTOrder(other, 5).Address == o.Address || taken
	}
	if !taken {
		t.Fatal("the address was not used again")
	}
	for range 3 {
		b.Kit.Clock.Add(15 * time.Minute)
		b.PassMinute()
	}
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1400" {
		t.Errorf("%+v", now)
	}
	b.CheckLedger()
}

// A transfer of the end of an address's rest is credited, also when the last look is lost.
func TestALostLastLookLosesNoTransfer(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.SendUSDT("tron", o.Address, 1e6)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	b.Kit.Clock.Add(7*24*time.Hour - time.Hour)
	b.PassMinute()
	b.SendUSDT("tron", o.Address, 2e6)
	b.MineBlocks("tron", 40)
	b.Kit.Clock.Add(75 * time.Minute)
	if err := app.Ticks(b.Env)["usdt"](t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := b.Kit.Work(b, "job", func(context.Context, queue.Message) error { return nil }); n == 0 {
		t.Fatal("no look was lost")
	}
	b.Kit.Clock.Add(time.Hour)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Amount != 3e6 {
		t.Errorf("%+v", now)
	}
	b.CheckLedger()
}

// A chain that is silent from the end of an address's rest for a day costs its user nothing.
func TestAChainThatIsSilentAfterTheRestLosesNoTransfer(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.CancelUSDTOrder(c, o.ID)
	b.Kit.Clock.Add(7*24*time.Hour - time.Hour)
	b.PassMinute()
	b.SendUSDT("tron", o.Address, 2e6)
	b.MineBlocks("tron", 40)
	silentForADay(b, "tron", 3)
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1400" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.CheckLedger()
}

// The list of a chain that bears few questions is read over several looks. One whose first page was read before the end of the rest says
// nothing about what came after that.
func TestAListThatWasBegunBeforeTheEndIsReadAgain(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": true}).OK()
	b.Kit.Clock.Add(time.Minute)
	o := b.NewUSDTOrder(c, 4)
	b.CancelUSDTOrder(c, o.ID)
	b.Kit.Clock.Add(7*24*time.Hour - time.Hour)
	b.SendDust("omni", o.Address, 25)
	b.MineBlocks("omni", 40)
	b.PassMinute()
	b.SendUSDT("omni", o.Address, 2e6)
	b.MineBlocks("omni", 40)
	silentForADay(b, "omni", 8)
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1400" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.CheckLedger()
}

// An address is not looked at for ever: only a chain that does not answer prolongs its last looks.
func TestTheLooksAtAnAddressEnd(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	b.CancelUSDTOrder(b.Users.Customer, b.NewUSDTOrder(b.Users.Customer, 5).ID)
	b.Kit.Clock.Add(7*24*time.Hour + 20*time.Minute)
	b.PassMinute()
	for later, wanted := range []int{1, 0} {
		b.Kit.Clock.Add(time.Hour + 9*time.Hour*time.Duration(later))
		if err := app.Ticks(b.Env)["usdt"](t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := b.Kit.Work(b, "job", func(context.Context, queue.Message) error { return nil }); n != wanted {
			t.Errorf("%d looks at time %d, wanted %d", n, later, wanted)
		}
	}
}

// A hash that no block held in time is credited when one holds it later, also when its order was cancelled meanwhile.
func TestALateBlockOfACancelledOrderIsCredited(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	hash := b.SendUSDT("tron", o.Address, 2e6) // it waits for a block
	apptest.SubmitHash(c, o.ID, hash).OK()
	b.Kit.Clock.Add(121 * time.Minute)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Rejected || now.Reason != usdt.NotFound {
		t.Fatalf("%+v", now.OrderRow)
	}
	b.CancelUSDTOrder(c, o.ID)
	b.MineBlocks("tron", 40)
	creditedLater(b, c, o.ID, "1400")
}

// Tiny transfers that are worth credit at the order's rate alone hide no late transfer.
func TestDustAtTheLowerRateHidesNoLateTransfer(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.CancelUSDTOrder(c, o.ID)
	b.Kit.Clock.Add(3 * time.Hour)
	b.SignIn(b.Users.Admin)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 6}).OK()
	b.Kit.Clock.Add(time.Minute)
	for _, micro := range []int64{15, 15, 2e6} { // a hundredth of a credit is 14.3 at 7 and 16.7 at 6
		b.SendUSDT("tron", o.Address, micro)
		b.MineBlocks("tron", 1)
	}
	b.MineBlocks("tron", 40)
	creditedLater(b, c, o.ID, "1200")
}

// An order whose chain is switched off while its hash is checked ends, so that its user can pay on another chain. It is credited when the
// chain is back.
func TestAHashOnAChainThatIsSwitchedOff(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	apptest.SubmitHash(c, o.ID, b.SendUSDT("tron", o.Address, 2e6)).OK()
	url := b.Env.Config.Adapters.Text("tron.url")
	b.Env.Config.Adapters.Set(map[string]string{"tron.url": ""})
	b.Env.ForgetChains()
	b.Kit.Clock.Add(121 * time.Minute)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Rejected || now.Reason != usdt.NotFound {
		t.Errorf("%+v", now.OrderRow)
	}
	b.SignIn(b.Users.Admin)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7}).OK()
	b.CancelUSDTOrder(c, b.NewUSDTOrder(c, 3).ID)
	b.Env.Config.Adapters.Set(map[string]string{"tron.url": url})
	b.Env.ForgetChains()
	b.MineBlocks("tron", 40)
	creditedLater(b, c, o.ID, "1400")
}

// creditedLater passes the time of some looks at a resting address and expects the credit of its order.
func creditedLater(b *apptest.PaymentFixture, who *sessiontest.Actor, id, credit string) {
	b.Helper()
	for range 6 {
		b.Kit.Clock.Add(6 * time.Hour)
		b.PassMinute()
	}
	b.SignIn(who)
	if now := b.USDTOrder(who, id); now.Status != usdt.Credited || now.CreditAmount.String() != credit {
		b.Errorf("%+v", now.OrderRow)
	}
	b.CheckLedger()
}

// silentForADay has a chain not answer for a day. Then it answers, and hours pass in which the looks go on.
func silentForADay(b *apptest.PaymentFixture, chain string, hours int) {
	b.Helper()
	pass := func(hours int) {
		for range hours {
			b.Kit.Clock.Add(time.Hour)
			b.PassMinute()
		}
	}
	setting := chain + ".url"
	url := b.Env.Config.Adapters.Text(setting)
	b.Env.Config.Adapters.Set(map[string]string{setting: ""})
	b.Env.ForgetChains()
	pass(24)
	b.SignIn(b.Users.Admin)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7}).OK()
	b.Env.Config.Adapters.Set(map[string]string{setting: url})
	b.Env.ForgetChains()
	pass(hours)
}
