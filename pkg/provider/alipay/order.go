package alipay

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// subjects replaces the signs that Alipay takes in no subject (alipay.trade.page.pay, subject).
var subjects = strings.NewReplacer("/", " ", "=", " ", "&", " ")

// Open makes the order: by scan at Alipay, which gives a code; by page it is made when the payer's browser posts the form. The same
// order may be opened again.
func (a *Adapter) Open(ctx context.Context, o provider.PaymentOrder, by provider.PayWay) (provider.Checkout, error) {
	var none provider.Checkout
	o.Subject = subjects.Replace(o.Subject)
	if err := a.Profile().Check(o); err != nil {
		return none, err
	}
	if strings.Contains(o.Number, "-") {
		return none, provider.Refuse(provider.BadInput, "number %q has other signs than letters, digits and _", o.Number)
	}
	in := map[string]any{"out_trade_no": o.Number, "total_amount": o.Amount.String(), "subject": o.Subject}
	if !o.Expires.IsZero() {
		left := int64(o.Expires.Sub(a.now()) / time.Minute)
		if left < 1 {
			return none, provider.Refuse(provider.AlreadyClosed, "the order expires at %s", o.Expires)
		}
		in["time_expire"] = o.Expires.In(clock.China).Format(time.DateTime)
		if by == provider.PayByScan {
			in["qr_code_timeout_express"] = strconv.FormatInt(left, 10) + "m" // of the code, before it is scanned
		}
	}
	switch by {
	case provider.PayByScan:
		var out struct {
			Number string `json:"out_trade_no"`
			Code   string `json:"qr_code"`
		}
		if err := a.call(ctx, "alipay.trade.precreate", in, map[string]string{"notify_url": a.cfg.NotifyURL}, &out); err != nil {
			return none, err
		}
		if out.Code == "" || out.Number != o.Number {
			return none, provider.Doubt(provider.Unreadable, "a code %q for %.64q", out.Code, out.Number)
		}
		return provider.Checkout{Code: out.Code}, nil
	case provider.PayByPage:
		in["product_code"] = "FAST_INSTANT_TRADE_PAY"
		params, err := a.params("alipay.trade.page.pay", in, map[string]string{"notify_url": a.cfg.NotifyURL, "return_url": o.ReturnURL})
		if err != nil {
			return none, err
		}
		form := &provider.Form{Action: a.api.URL("") + "?charset=utf-8"} // Alipay reads the form's charset from its address
		for _, name := range slices.Sorted(maps.Keys(params)) {
			form.Fields = append(form.Fields, provider.FormField{Name: name, Value: params[name]})
		}
		return provider.Checkout{Form: form}, nil
	}
	return none, provider.Refuse(provider.BadInput, "way %q", by)
}

// trade is what Alipay says about an order, in an answer or a callback.
type trade struct {
	Number   string `json:"out_trade_no"`
	TradeNo  string `json:"trade_no"`
	Status   string `json:"trade_status"`
	Total    string `json:"total_amount"`
	ByPayer  string `json:"buyer_pay_amount"`
	PaidAt   string `json:"send_pay_date"` // gmt_payment in a callback
	Buyer    string `json:"buyer_user_id"`
	OpenID   string `json:"buyer_open_id"`
	Currency string `json:"trans_currency"`
	PaidIn   string `json:"pay_currency"`
}

var states = map[string]provider.PaymentState{
	"WAIT_BUYER_PAY": provider.PaymentWaiting, "TRADE_SUCCESS": provider.PaymentDone, "TRADE_FINISHED": provider.PaymentDone,
	"TRADE_CLOSED": provider.PaymentClosed,
}

// payment reads a trade. One that was paid and then closed was given back in full; some of it given back leaves it paid.
func (t trade) payment() (provider.Payment, error) {
	p := provider.Payment{Number: t.Number, ProviderID: t.TradeNo, State: states[t.Status], Payer: t.Buyer}
	if p.Payer == "" {
		p.Payer = t.OpenID
	}
	if (t.Currency != "" && t.Currency != "CNY") || (t.PaidIn != "" && t.PaidIn != "CNY") {
		return provider.Payment{}, provider.Refuse(provider.Foreign, "paid in %.10q, %.10q", t.Currency, t.PaidIn)
	}
	var err error
	if p.Amount, err = provider.ParseYuan(t.Total); err != nil {
		return provider.Payment{}, provider.Later(provider.Unreadable, "amount %.40q", t.Total)
	}
	if t.ByPayer != "" {
		p.ByPayer, _ = provider.ParseYuan(t.ByPayer) // for the record
	}
	if t.PaidAt != "" {
		if p.PaidAt, err = time.ParseInLocation(time.DateTime, t.PaidAt, clock.China); err != nil {
			return provider.Payment{}, provider.Later(provider.Unreadable, "time %.40q", t.PaidAt)
		}
	}
	if p.State == provider.PaymentClosed && !p.PaidAt.IsZero() {
		p.State = provider.PaymentRefunded
	}
	if p.State == provider.PaymentDone && (p.ProviderID == "" || p.Amount <= 0 || p.Number == "") {
		return provider.Payment{}, provider.Later(provider.Unreadable, "a payment without id, number or amount")
	}
	return p, nil
}

// Query asks for an order by our number. An order by scan is NotThere until its code was scanned.
func (a *Adapter) Query(ctx context.Context, number string) (provider.Payment, error) {
	var t trade
	if err := a.call(ctx, "alipay.trade.query", map[string]any{"out_trade_no": number}, nil, &t); err != nil {
		return provider.Payment{}, err
	}
	if t.Number != number {
		return provider.Payment{}, provider.Later(provider.Foreign, "asked for %q, told about %.64q", number, t.Number)
	}
	return t.payment()
}

// Close makes an unpaid order unpayable. It gives NotThere for one that was not scanned. Its code stays payable
// until it expires, so such an order is over only when a query after its expiry finds nothing.
func (a *Adapter) Close(ctx context.Context, number string) error {
	var out struct{}
	err := a.call(ctx, "alipay.trade.close", map[string]any{"out_trade_no": number}, nil, &out)
	f := new(provider.Failure)
	if !errors.As(err, &f) || (f.Code != statusError && f.Code != "ACQ.REASON_TRADE_STATUS_INVALID" && f.Cause != provider.AlreadyClosed) {
		return err
	}
	switch p, asked := a.Query(ctx, number); { // the code does not tell which state
	case asked != nil:
		return asked
	case p.State == provider.PaymentClosed:
		return nil
	case p.State == provider.PaymentDone || p.State == provider.PaymentRefunded:
		f.Cause = provider.AlreadyPaid
	}
	return f
}
