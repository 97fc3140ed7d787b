package topup

import (
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// At any rate the requested amount covers the credit, and a refund takes no more credit than exists.
func TestMoneyOfAnotherCurrencyAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := provider.Rate(rapid.Int64Range(1_000_000, 1_000_000_000_000).Draw(t, "rate"))
		amount := money.Amount(rapid.Int64Range(1, 10_000_000).Draw(t, "credits")) * money.Credit
		fen, err := price(amount, rate)
		if err != nil || fen < 1 {
			t.Fatalf("%s at %s costs %s, %v", amount, rate, fen, err)
		}
		if value, err := rate.Credit(provider.Micro(fen) * 10_000); err != nil || money.Amount(value) < amount {
			t.Errorf("%s buys %d, less than %s: %v", fen, value, amount, err)
		}
		if value, _ := rate.Credit(provider.Micro(fen-1) * 10_000); money.Amount(value) >= amount {
			t.Errorf("a cent less than %s buys %d, which is enough for %s", fen, value, amount)
		}
		o := &Order{Fen: fen, Paid: fen, Sum: Sum{Currency: "USD", Rate: rate, Credit: amount}}
		if got, err := o.creditOf(fen, fen); err != nil || got != amount {
			t.Errorf("worth %s, not %s: %v", got, amount, err)
		}
		taken := money.Amount(0)
		for range 5 {
			part := money.Amount(rapid.Int64Range(1, int64(amount/money.Credit)).Draw(t, "part")) * money.Credit
			back := o.refundable(part)
			if back < 1 || back > o.Paid-o.Returned {
				continue
			}
			took := o.takes(back)
			o.give(back, took)
			taken += took
		}
		if o.Returned == o.Paid && taken != amount {
			t.Errorf("all of the money is back, and %s of %s", taken, amount)
		}
		if taken > amount {
			t.Errorf("%s taken back of %s", taken, amount)
		}
	})
}
