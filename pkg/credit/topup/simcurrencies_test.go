package topup_test

import (
	"encoding/json"
	"math/big"
	"time"

	"herald/internal/apptest"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/app"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// payRates are the initial rates of a seed.
var payRates = map[string]provider.Rate{"USDT": 7*provider.RateOne + 1234, "USD": 7*provider.RateOne + 12_345_678,
	"EUR": 8*provider.RateOne - 1}

// changer sets rates as staff do.
func (v *payVerdict) changer() {
	for range 2 + v.n(8) {
		if !v.sleep(time.Duration(v.n(300)) * time.Second) {
			return
		}
		rate := provider.Rate(1+v.n(9))*provider.RateOne + provider.Rate(v.n(int(provider.RateOne)))
		if a := v.ask(v.town.admin, "PUT", "/pay/rate/"+exchange.Codes[v.n(len(exchange.Codes))],
			apptest.Object{"rate": exchange.Number(rate)}); a.status == 200 {
			v.counts.more(&v.counts.Moves)
		}
	}
}

// order creates an order at a provider. The payer of one in dollars or euros reads the rate first, and accepts a raised price.
func (v *payVerdict) order(who string, payType int) (id string) {
	request := apptest.Object{"amount": 300 + v.n(3000), "payType": payType}
	if payType == 7 {
		v.quote(who, request)
	}
	a := v.ask(who, "POST", "/pay/order", request)
	if a.Code == 40922 {
		v.counts.more(&v.counts.Raised)
		var now struct{ PayAmount money.Amount }
		if err := json.Unmarshal(a.Data, &now); err != nil || now.PayAmount <= request["payAmount"].(money.Amount) {
			v.wrong("%v is refused as too little: %s", request, a.Data)
		}
		request["payAmount"] = now.PayAmount
		a = v.ask(who, "POST", "/pay/order", request)
	}
	var order struct{ ID string }
	_ = json.Unmarshal(a.Data, &order) // without an order it has no id
	if most, told := request["payAmount"].(money.Amount); told && order.ID != "" {
		v.mu.Lock()
		v.most[order.ID] = most
		v.mu.Unlock()
	}
	return order.ID
}

// quote chooses the currency of an order, and possibly the maximum that its payer accepts.
func (v *payVerdict) quote(who string, request apptest.Object) {
	code := []string{"", "USD", "EUR"}[v.n(3)]
	if code == "" {
		return
	}
	request["currency"] = code
	var rate exchange.Number
	if a := v.ask(who, "GET", "/pay/rate/"+code, nil); json.Unmarshal(a.Data, &rate) != nil || rate == 0 || v.n(3) == 0 {
		return
	}
	price := new(big.Rat).SetFrac64(int64(request["amount"].(int))*int64(provider.RateOne), int64(rate)) // in cents
	request["payAmount"] = money.Amount(new(big.Int).Quo(new(big.Int).Add(price.Num(), new(big.Int).Sub(price.Denom(), big.NewInt(1))),
		price.Denom()).Int64())
	v.sleep(time.Duration(v.n(400)) * time.Second)
}

// another returns a currency that differs from the order's.
func (v *payVerdict) another(b *paymentledger.Ledger, number string) string {
	o, err := b.Find(number)
	if err == nil && o.Unit == "USD" {
		return []string{"EUR", "CNY"}[v.n(2)]
	}
	return "USD"
}

// worth converts an amount in an order's currency into credit.
func worth(ours *topup.Order, fen int64) money.Amount {
	switch {
	case ours.Currency == "":
		return money.Amount(fen) * money.Credit
	case fen == int64(ours.Fen):
		return ours.Credit
	}
	return byRate(ours, fen)
}

// byRate converts an amount into credit at the rate of an order, fractions of 1/100 credit dropped. A cent at one yuan a unit is a credit.
func byRate(ours *topup.Order, fen int64) money.Amount {
	exact := new(big.Rat).Mul(new(big.Rat).SetFrac64(int64(ours.Rate), int64(provider.RateOne)), big.NewRat(fen*int64(money.Credit), 1))
	return money.Amount(new(big.Int).Quo(exact.Num(), exact.Denom()).Int64())
}

// priced checks the price of an order against the rates that were in force at its creation: no cent less, no cent more.
func (v *payVerdict) priced(e *app.Env, o paymentledger.Order, ours *topup.Order) {
	v.expect(o.Fen == int64(ours.Fen), "%s is asked for %d, not %s", o.Number, o.Fen, ours.Fen)
	if ours.Currency == "" {
		v.expect(ours.Rate == 0 && (o.Unit == "" || o.Unit == "CNY"), "%s is asked for in %q at %s", o.Number, o.Unit, ours.Rate)
		return
	}
	v.expect(o.Unit == ours.Currency, "%s is asked for in %q, not %s", o.Number, o.Unit, ours.Currency)
	v.expect(ours.Credit%money.Credit == 0 && byRate(ours, o.Fen) >= ours.Credit && byRate(ours, o.Fen-1) < ours.Credit,
		"%s costs %s for %s at %s", o.Number, ours.Fen, ours.Credit, ours.Rate)
	if most, told := v.most[o.Number]; told {
		v.expect(o.Fen <= int64(most), "%s costs %s, its payer was told %s", o.Number, ours.Fen, most)
	}
	v.expect(v.inForce(e, ours), "%s of %s was made at %s, which was no rate then", o.Number, ours.Created, ours.Rate)
}

// inForce reports whether an order's rate was the rate of its currency when it was made.
func (v *payVerdict) inForce(e *app.Env, ours *topup.Order) bool {
	const moment = 2 * time.Second // orders keep whole seconds
	history, err := e.Rates().History(v.ctx, ours.Currency, 0, 100)
	v.expect(err == nil, "rates: %v", err)
	until := ours.Created.Add(time.Hour)
	for _, was := range history { // the newest first
		if was.Rate == ours.Rate && was.Made.Before(ours.Created.Add(moment)) && until.After(ours.Created.Add(-moment)) {
			return true
		}
		until = was.Made
	}
	return false
}

// converted counts the credit from a currency.
func (v *payVerdict) converted(o paymentledger.Order, ours *topup.Order) {
	if ours.Currency == "" {
		return
	}
	v.counts.Converted++
	if o.Paid != o.Fen {
		v.counts.Uneven++
	}
}
