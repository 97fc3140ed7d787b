package alipay

import (
	"context"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// Refund gives money back, at once. The same number with the same amount does nothing twice.
func (a *Adapter) Refund(ctx context.Context, r provider.RefundOrder) (provider.Refund, error) {
	if err := a.Profile().CheckRefund(r); err != nil {
		return provider.Refund{}, err
	}
	in := map[string]any{"out_trade_no": r.Number, "refund_amount": r.Amount.String(), "out_request_no": r.Refund}
	if r.Purpose != "" && len([]rune(r.Purpose)) <= subjectMost {
		in["refund_reason"] = r.Purpose
	}
	var out struct {
		Number string `json:"out_trade_no"`
		Change string `json:"fund_change"`
	}
	if err := a.call(ctx, "alipay.trade.refund", in, nil, &out); err != nil {
		return provider.Refund{}, err
	}
	if out.Number != r.Number {
		return provider.Refund{}, provider.Doubt(provider.Foreign, "asked for a refund of %q, told about %.64q", r.Number, out.Number)
	}
	if out.Change != "Y" { // it moved nothing this time: it was done before, or is not done yet
		return a.QueryRefund(ctx, r.Number, r.Refund)
	}
	return provider.Refund{Number: r.Number, Refund: r.Refund, State: provider.RefundDone, Amount: r.Amount, At: a.now()}, nil
}

// QueryRefund asks for a refund by our number of it. Alipay says nothing about one that it did not carry out: NotThere.
func (a *Adapter) QueryRefund(ctx context.Context, number, refund string) (provider.Refund, error) {
	var out struct {
		Number string `json:"out_trade_no"`
		Refund string `json:"out_request_no"`
		Amount string `json:"refund_amount"`
		Status string `json:"refund_status"`
		At     string `json:"gmt_refund_pay"`
	}
	in := map[string]any{"out_trade_no": number, "out_request_no": refund, "query_options": []string{"gmt_refund_pay"}}
	if err := a.call(ctx, "alipay.trade.fastpay.refund.query", in, nil, &out); err != nil {
		return provider.Refund{}, err
	}
	if out.Status != "REFUND_SUCCESS" && out.Refund == "" {
		return provider.Refund{}, provider.Later(provider.NotThere, "no refund %q of %q", refund, number)
	}
	if out.Number != number || out.Refund != refund {
		return provider.Refund{}, provider.Later(provider.Foreign, "asked for refund %q, told about %.64q", refund, out.Refund)
	}
	amount, err := provider.ParseYuan(out.Amount)
	if err != nil {
		return provider.Refund{}, provider.Later(provider.Unreadable, "amount %.40q", out.Amount)
	}
	r := provider.Refund{Number: number, Refund: refund, Amount: amount, State: provider.RefundRunning}
	if out.Status == "REFUND_SUCCESS" || out.Status == "" { // older answers leave it out
		r.State = provider.RefundDone
	}
	r.At, _ = time.ParseInLocation(time.DateTime, out.At, clock.China) // not always given
	return r, nil
}

// Bill is not read yet: Alipay gives a zip of GBK files at another host. Ask for the orders one by one.
func (a *Adapter) Bill(context.Context, time.Time) ([]provider.PaymentLine, error) {
	return nil, provider.Refuse(provider.BadInput, "no bills")
}
