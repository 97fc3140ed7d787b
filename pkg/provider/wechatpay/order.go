package wechatpay

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

type amount struct {
	Total      int64  `json:"total"`
	Currency   string `json:"currency"`
	PayerTotal int64  `json:"payer_total"`
}

// transaction is the API's resource.
type transaction struct {
	AppID         string `json:"appid"`
	MerchantID    string `json:"mchid"`
	Number        string `json:"out_trade_no"`
	TransactionID string `json:"transaction_id"`
	State         string `json:"trade_state"`
	SuccessTime   string `json:"success_time"`
	Payer         struct {
		OpenID string `json:"openid"`
	} `json:"payer"`
	Amount amount `json:"amount"`
}

// Open makes the order, or asks for the code of the same order again: the API gives a new one for the same content, and refuses the
// number for another. The code lives for two hours at most.
func (a *Adapter) Open(ctx context.Context, o provider.PaymentOrder, by provider.PayWay) (provider.Checkout, error) {
	if by != provider.PayByScan {
		return provider.Checkout{}, provider.Refuse(provider.BadInput, "way %q", by)
	}
	if err := a.Profile().Check(o); err != nil {
		return provider.Checkout{}, err
	}
	in := map[string]any{
		"appid": a.cfg.AppID, "mchid": a.cfg.MerchantID, "description": o.Subject, "out_trade_no": o.Number,
		"notify_url": a.cfg.NotifyURL, "amount": map[string]any{"total": int64(o.Amount), "currency": currency},
	}
	if !o.Expires.IsZero() {
		in["time_expire"] = o.Expires.In(clock.China).Format(time.RFC3339)
	}
	var out struct {
		CodeURL string `json:"code_url"`
	}
	if err := a.call(ctx, http.MethodPost, "/v3/pay/transactions/native", in, &out); err != nil {
		return provider.Checkout{}, err
	}
	if out.CodeURL == "" {
		return provider.Checkout{}, provider.Doubt(provider.Unreadable, "an answer without code_url")
	}
	return provider.Checkout{Code: out.CodeURL}, nil
}

// Query asks for an order by our number.
func (a *Adapter) Query(ctx context.Context, number string) (provider.Payment, error) {
	var t transaction
	path := "/v3/pay/transactions/out-trade-no/" + url.PathEscape(number) + "?mchid=" + url.QueryEscape(a.cfg.MerchantID)
	if err := a.call(ctx, http.MethodGet, path, nil, &t); err != nil {
		return provider.Payment{}, err
	}
	if t.Number != number {
		return provider.Payment{}, provider.Later(provider.Foreign, "asked for %q, told about %.60q", number, t.Number)
	}
	return a.payment(t)
}

var states = map[string]provider.PaymentState{
	"NOTPAY": provider.PaymentWaiting, "USERPAYING": provider.PaymentWaiting, "ACCEPT": provider.PaymentWaiting,
	"SUCCESS": provider.PaymentDone, "REFUND": provider.PaymentRefunded, "CLOSED": provider.PaymentClosed, "REVOKED": provider.PaymentClosed,
	"PAYERROR": provider.PaymentFailed,
}

// payment reads the resource; one of another merchant, app or currency is Foreign. A state that we do not know stays unclear.
func (a *Adapter) payment(t transaction) (provider.Payment, error) {
	if t.MerchantID != a.cfg.MerchantID || (t.AppID != "" && t.AppID != a.cfg.AppID) {
		return provider.Payment{}, provider.Refuse(provider.Foreign, "payment of merchant %.40q, app %.40q", t.MerchantID, t.AppID)
	}
	p := provider.Payment{Number: t.Number, ProviderID: t.TransactionID, State: states[t.State], Amount: provider.Fen(t.Amount.Total),
		ByPayer: provider.Fen(t.Amount.PayerTotal), Payer: t.Payer.OpenID}
	p.PaidAt, _ = time.Parse(time.RFC3339, t.SuccessTime) // absent until it is paid
	if p.State != provider.PaymentDone && p.State != provider.PaymentRefunded {
		return p, nil
	}
	if t.Amount.Currency != currency {
		return provider.Payment{}, provider.Refuse(provider.Foreign, "paid in %.10q", t.Amount.Currency)
	}
	if p.ProviderID == "" || p.Amount <= 0 || p.PaidAt.IsZero() {
		return provider.Payment{}, provider.Later(provider.Unreadable, "a payment without id, amount or time")
	}
	return p, nil
}

// Close makes an unpaid order unpayable. One that is closed already is no error, one that is paid is AlreadyPaid.
func (a *Adapter) Close(ctx context.Context, number string) error {
	path := "/v3/pay/transactions/out-trade-no/" + url.PathEscape(number) + "/close"
	err := a.call(ctx, http.MethodPost, path, map[string]string{"mchid": a.cfg.MerchantID}, nil)
	if provider.CauseOf(err) == provider.AlreadyClosed {
		return nil
	}
	return err
}
