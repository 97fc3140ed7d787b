package ledger_test

import (
	"testing"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Received money consists of payments, also for the yearly service, and recharges by staff. Gifts, credit from an agent, payments of almost
// nothing and failed refunds do not count.
func TestMoneyThatCameIn(t *testing.T) {
	b := book(store.NewMemory(nil))
	at := time.Date(2030, 11, 13, 4, 0, 0, 0, time.UTC)
	b.Now = func() time.Time { return at }
	post := func(kind string, available money.Amount, legs ...ledger.Leg) ledger.Money {
		t.Helper()
		at = at.Add(time.Hour)
		if _, err := b.Post(ctx, ledger.Movement{ID: at.String(), Operator: ledger.System,
			Changes: []ledger.Change{{Account: "c", Type: kind, Available: available}}, Contra: legs}); err != nil {
			t.Fatal(err)
		}
		m, err := b.MoneyOf(ctx, "c")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	cash := func(of string, amount money.Amount) ledger.Leg {
		return ledger.Leg{Account: ledger.CashIn + of, Amount: amount}
	}
	var want ledger.Money
	same := func(what string, got ledger.Money) {
		t.Helper()
		if !got.PaidAt.Equal(want.PaidAt) || !got.RechargedAt.Equal(want.RechargedAt) || got.Bought != want.Bought {
			t.Errorf("%s: %+v, not %+v", what, got, want)
		}
	}
	same("a gift", post(ledger.Gift, 500, ledger.Leg{Account: ledger.Gifts, Amount: -500}))
	want.Bought = 299 * money.Credit
	same("dust", post(ledger.Recharge, 299*money.Credit, cash("tron", -299*money.Credit)))
	got := post(ledger.Pay, 0, cash("wechatpay", -1200*money.Credit),
		ledger.Leg{Account: ledger.Revenue + "saas", Amount: 1200 * money.Credit})
	want.Bought, want.PaidAt = 1499*money.Credit, at
	same("a year by scanning", got)
	got = post(ledger.Recharge, 300*money.Credit, cash("alipay", -300*money.Credit))
	want.Bought, want.PaidAt = 1799*money.Credit, at
	same("a payment", got)
	want.Bought = 1499 * money.Credit
	same("money that goes back", post(ledger.Withdrawal, -300*money.Credit, cash("alipay", 300*money.Credit)))
	want.Bought = 1799 * money.Credit
	same("money that did not go back", post(ledger.Refund, 300*money.Credit, cash("alipay", -300*money.Credit)))
	got = post(ledger.PlatformRecharge, money.Credit, cash("platform", -money.Credit))
	want.PaidAt, want.RechargedAt = at, at
	same("a recharge by staff", got)
}
