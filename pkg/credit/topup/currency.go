package topup

import (
	"context"
	"errors"
	"math/big"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// Sum is money in a currency, with the rate at which it buys credit.
type Sum struct {
	Currency string        `dynamodbav:"cu,omitempty"` // empty: RMB
	Rate     provider.Rate `dynamodbav:"ra,omitempty"` // yuan for a unit when the order was made; 0 for RMB
	Credit   money.Amount  `dynamodbav:"cr,omitempty"` // the credit it buys, for another currency than RMB
	Taken    money.Amount  `dynamodbav:"tk,omitempty"` // likewise, what was taken for money that goes back
}

// currency is its name on the wire.
func (s Sum) currency() string {
	if s.Currency == "" {
		return provider.RMB
	}
	return s.Currency
}

// creditFor gives the credit for an order's amount.
func (s Sum) creditFor(fen provider.Fen) money.Amount {
	if s.Rate == 0 {
		return credit(fen)
	}
	return s.Credit
}

// creditOf gives the credit for so much of an order's currency. The requested amount buys exactly the credit shown
// to the payer. Another amount buys by the rate; fractions of 1/100 credit are dropped.
func (s Sum) creditOf(f, ordered provider.Fen) (money.Amount, error) {
	switch {
	case s.Rate == 0:
		return credit(f), nil
	case f == ordered:
		return s.Credit, nil
	}
	n, err := s.Rate.Credit(provider.Micro(f) * (1_000_000 / 100))
	return money.Amount(n), err
}

// known is worth of what was stored: amounts that were credited once.
func (s Sum) known(f, ordered provider.Fen) money.Amount {
	worth, err := s.creditOf(f, ordered)
	if err != nil {
		return 0
	}
	return worth
}

// returned gives the credit that was taken for money that goes back.
func (s Sum) returned(f provider.Fen) money.Amount {
	if s.Rate == 0 {
		return credit(f)
	}
	return s.Taken
}

// price gives what credit costs at a rate, in 1/100 of a currency's unit, rounded up.
func price(amount money.Amount, rate provider.Rate) (provider.Fen, error) {
	n := new(big.Int).Mul(big.NewInt(int64(amount/money.Credit)), big.NewInt(int64(provider.RateOne)))
	n.Add(n, big.NewInt(int64(rate)-1)).Quo(n, big.NewInt(int64(rate)))
	if !n.IsInt64() {
		return 0, provider.Refuse(provider.TooLarge, "%s at %s", amount, rate)
	}
	return provider.Fen(n.Int64()), nil
}

// refundable gives the money that goes back for so much credit, rounded down. All that is left of an order is all its money.
func (o *Order) refundable(amount money.Amount) provider.Fen {
	left := o.Paid - o.Returned
	switch rest := o.rest(); {
	case o.Rate == 0:
		return provider.Fen(amount / money.Credit)
	case amount >= rest+money.Credit: // more than a rounding above it
		return left + 1
	case amount >= rest:
		return left
	}
	n := new(big.Int).Mul(big.NewInt(int64(amount/money.Credit)), big.NewInt(int64(provider.RateOne)))
	return provider.Fen(n.Quo(n, big.NewInt(int64(o.Rate))).Int64())
}

// rest is the credit of an order that was not taken yet for money that goes back.
func (o *Order) rest() money.Amount {
	if o.Rate == 0 {
		return credit(o.Paid - o.Returned)
	}
	return o.known(o.Paid, o.Fen) - o.Taken
}

// takes gives the credit that is taken for money that goes back: for the last of it all that is left, and never more.
func (o *Order) takes(f provider.Fen) money.Amount {
	switch {
	case o.Rate == 0:
		return credit(f)
	case o.Returned+f == o.Paid:
		return o.rest()
	}
	return min(o.rest(), o.known(f, o.Fen))
}

// give notes money that goes back; less than nothing when it does not.
func (o *Order) give(f provider.Fen, taken money.Amount) {
	if o.Returned += f; o.Rate != 0 {
		o.Taken += taken
	}
}

// sum prices credit in a currency. Faults: topup.currency for one that the provider does not take, exchange.stale (50301).
func (r *Service) sum(ctx context.Context, p provider.PaymentProfile, amount money.Amount, currency string) (provider.Fen, Sum, error) {
	if !p.Takes(currency) {
		return 0, Sum{}, fault.Bad("currency", "topup.currency")
	}
	if err := r.inBounds(ctx, p, amount); err != nil {
		return 0, Sum{}, err
	}
	if currency == "" || currency == provider.RMB {
		return provider.Fen(amount / money.Credit), Sum{}, nil
	}
	rate, err := r.Rate(ctx, currency)
	if err != nil {
		return 0, Sum{}, exchange.Fault(err)
	}
	fen, err := price(amount, rate)
	if err == nil && (fen < p.Least || fen > p.Most) {
		err = fault.Bad("amount", "topup.currencyRange", "min", p.Least.String(), "max", p.Most.String(), "currency", currency)
	}
	return fen, Sum{Currency: currency, Rate: rate, Credit: amount}, err
}

// PricedCurrency is a currency in which a way is paid.
type PricedCurrency struct {
	Currency string          `json:"currency" enum:"RMB,USD,EUR"`
	Rate     exchange.Number `json:"rate" doc:"Yuan for a unit now. Times 100: credits for a unit."`
}

// priced gives the currencies of a provider that have a rate now.
func (r *Service) priced(ctx context.Context, p provider.PaymentProfile) ([]PricedCurrency, error) {
	out := []PricedCurrency{{provider.RMB, exchange.Number(provider.RateOne)}}
	for _, code := range p.Currencies {
		rate, err := r.Rate(ctx, code)
		if errors.Is(err, exchange.ErrNone) || errors.Is(err, exchange.ErrStale) {
			continue // no order could be made in it
		}
		if err != nil {
			return nil, err
		}
		out = append(out, PricedCurrency{code, exchange.Number(rate)})
	}
	return out, nil
}
