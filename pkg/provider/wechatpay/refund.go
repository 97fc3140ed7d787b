package wechatpay

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"herald/pkg/provider"
)

// refund is the API's resource; a callback names its state refund_status.
type refund struct {
	MerchantID  string `json:"mchid"` // in callbacks
	RefundID    string `json:"refund_id"`
	Refund      string `json:"out_refund_no"`
	Number      string `json:"out_trade_no"`
	Status      string `json:"status"`
	EventStatus string `json:"refund_status"`
	SuccessTime string `json:"success_time"`
	Amount      struct {
		Total  int64 `json:"total"`
		Refund int64 `json:"refund"`
	} `json:"amount"`
}

// A payment is given back in at most so many parts, and within a year (申请退款, 注意).
const (
	refundsMost  = 50
	refundWithin = 365 * 24 * time.Hour
)

// purposeMost is the limit of a refund's reason, in bytes.
const purposeMost = 80

// Refund gives money back. The same number with the same content gives the same refund again.
func (a *Adapter) Refund(ctx context.Context, r provider.RefundOrder) (provider.Refund, error) {
	if err := a.Profile().CheckRefund(r); err != nil {
		return provider.Refund{}, err
	}
	in := map[string]any{
		"out_trade_no": r.Number, "out_refund_no": r.Refund, "notify_url": a.cfg.NotifyURL,
		"amount": map[string]any{"refund": int64(r.Amount), "total": int64(r.Total), "currency": currency},
	}
	if r.Purpose != "" && len(r.Purpose) <= purposeMost {
		in["reason"] = r.Purpose
	}
	var out refund
	if err := a.call(ctx, http.MethodPost, "/v3/refund/domestic/refunds", in, &out); err != nil {
		return provider.Refund{}, err
	}
	if out.Refund != r.Refund || out.Number != r.Number || out.Amount.Refund != int64(r.Amount) {
		return provider.Refund{}, provider.Doubt(provider.Foreign, "asked for refund %q of %s, told about %.60q of %d", r.Refund, r.Amount,
			out.Refund, out.Amount.Refund)
	}
	return out.typed(), nil
}

// QueryRefund asks for a refund by our number of it.
func (a *Adapter) QueryRefund(ctx context.Context, number, refundNumber string) (provider.Refund, error) {
	var out refund
	if err := a.call(ctx, http.MethodGet, "/v3/refund/domestic/refunds/"+url.PathEscape(refundNumber), nil, &out); err != nil {
		return provider.Refund{}, err
	}
	if out.Refund != refundNumber || out.Number != number {
		return provider.Refund{}, provider.Later(provider.Foreign, "asked for refund %q, told about %.60q", refundNumber, out.Refund)
	}
	return out.typed(), nil
}

var refundStates = map[string]provider.RefundState{
	"PROCESSING": provider.RefundRunning, "SUCCESS": provider.RefundDone, "CLOSED": provider.RefundClosed, "ABNORMAL": provider.RefundStuck,
}

func (r refund) typed() provider.Refund {
	status := r.Status
	if status == "" {
		status = r.EventStatus
	}
	out := provider.Refund{Number: r.Number, Refund: r.Refund, ProviderID: r.RefundID, State: refundStates[status],
		Amount: provider.Fen(r.Amount.Refund)}
	out.At, _ = time.Parse(time.RFC3339, r.SuccessTime) // absent until it is done
	return out
}
