package alipay

import (
	"context"
	"net/http"
	"net/url"

	"herald/pkg/provider"
)

// ParseNotification authenticates a callback by its signature over all parameters, and reads it. Nothing in it tells when it was
// signed: a replayed one has the id of the first.
func (a *Adapter) ParseNotification(_ context.Context, body []byte, _ func(string) string) (provider.PaymentNotice, error) {
	var none provider.PaymentNotice
	if len(body) > noticeLimit {
		return none, provider.Refuse(provider.BadInput, "a callback of %d bytes", len(body))
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return none, provider.Refuse(provider.Forged, "%v", err)
	}
	p := map[string]string{}
	for name, list := range values {
		if len(list) != 1 {
			return none, provider.Refuse(provider.Forged, "%.40q stands there %d times", name, len(list))
		}
		p[name] = list[0]
	}
	if p["sign_type"] != "RSA2" || !a.verify([]byte(canonical(p, "sign", "sign_type")), p["sign"]) {
		return none, provider.Refuse(provider.Forged, "the signature (%.10q) is not Alipay's", p["sign_type"])
	}
	if p["app_id"] != a.cfg.AppID || p["seller_id"] != a.cfg.SellerID {
		return none, provider.Refuse(provider.Foreign, "app %.40q, seller %.40q", p["app_id"], p["seller_id"])
	}
	if p["notify_id"] == "" {
		return none, provider.Refuse(provider.Unreadable, "no notify_id")
	}
	n := provider.PaymentNotice{ID: p["notify_id"]}
	if p["trade_status"] == "" {
		return n, nil // about something else
	}
	t := trade{Number: p["out_trade_no"], TradeNo: p["trade_no"], Status: p["trade_status"], Total: p["total_amount"],
		ByPayer: p["buyer_pay_amount"],
		PaidAt:  p["gmt_payment"], Buyer: p["buyer_id"], OpenID: p["buyer_open_id"], Currency: p["trans_currency"]}
	payment, err := t.payment()
	if err != nil || t.Number == "" {
		return none, provider.Refuse(provider.Unreadable, "%v", err)
	}
	n.Payment = &payment
	if p["gmt_refund"] != "" || p["refund_fee"] != "" {
		// Its amount is the sum of all refunds, so it shows only that there was a refund; QueryRefund gives the
		// refund.
		n.Refund = &provider.Refund{Number: t.Number, Refund: p["out_biz_no"]}
	}
	return n, nil
}

// Answer is the literal word that ends the repetitions, or another.
func (a *Adapter) Answer(taken bool) provider.NoticeAnswer {
	body := "fail"
	if taken {
		body = "success"
	}
	return provider.NoticeAnswer{Status: http.StatusOK, ContentType: "text/plain", Body: body}
}
