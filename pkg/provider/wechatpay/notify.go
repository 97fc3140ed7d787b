package wechatpay

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"herald/pkg/provider"
)

// ParseNotification authenticates a callback by its signature, its age and our key, and reads it. The platform also sends callbacks
// with a wrong signature on purpose ("WECHATPAY/SIGNTEST/…"), and takes a merchant who accepts them for careless.
func (a *Adapter) ParseNotification(ctx context.Context, body []byte, header func(string) string) (provider.PaymentNotice, error) {
	var none provider.PaymentNotice
	if len(body) > noticeLimit {
		return none, provider.Refuse(provider.BadInput, "a callback of %d bytes", len(body))
	}
	s, err := a.readSignature(body, anyCase(header))
	if err != nil {
		return none, err
	}
	if err := a.verify(ctx, s); err != nil {
		return none, err
	}
	var event struct {
		ID       string `json:"id"`
		Type     string `json:"event_type"`
		Resource sealed `json:"resource"`
	}
	if json.Unmarshal(body, &event) != nil || event.ID == "" {
		return none, provider.Refuse(provider.Unreadable, "%.200s", body)
	}
	text, err := a.open(event.Resource)
	if err != nil {
		return none, err
	}
	none.ID = event.ID
	switch {
	case strings.HasPrefix(event.Type, "TRANSACTION."):
		return a.paymentNotice(none, text)
	case strings.HasPrefix(event.Type, "REFUND."):
		return a.refundNotice(none, text)
	}
	return none, nil // an event that we do not read; it is taken, so that it does not come again
}

func (a *Adapter) paymentNotice(n provider.PaymentNotice, text []byte) (provider.PaymentNotice, error) {
	var t transaction
	if json.Unmarshal(text, &t) != nil || t.Number == "" {
		return provider.PaymentNotice{}, provider.Refuse(provider.Unreadable, "%.200s", text)
	}
	p, err := a.payment(t)
	if err != nil {
		return provider.PaymentNotice{}, err
	}
	n.Payment = &p
	return n, nil
}

func (a *Adapter) refundNotice(n provider.PaymentNotice, text []byte) (provider.PaymentNotice, error) {
	var r refund
	if json.Unmarshal(text, &r) != nil || r.Refund == "" {
		return provider.PaymentNotice{}, provider.Refuse(provider.Unreadable, "%.200s", text)
	}
	if r.MerchantID != a.cfg.MerchantID {
		return provider.PaymentNotice{}, provider.Refuse(provider.Foreign, "refund of merchant %.40q", r.MerchantID)
	}
	typed := r.typed()
	n.Refund = &typed
	return n, nil
}

// anyCase reads a header whose name the gateway may have written in lower case.
func anyCase(header func(string) string) func(string) string {
	return func(name string) string {
		if v := header(name); v != "" {
			return v
		}
		return header(strings.ToLower(name))
	}
}

// Answer is 204, or 500 with the words that make the platform send the callback again.
func (a *Adapter) Answer(taken bool) provider.NoticeAnswer {
	if taken {
		return provider.NoticeAnswer{Status: http.StatusNoContent}
	}
	return provider.NoticeAnswer{Status: http.StatusInternalServerError, ContentType: "application/json",
		Body: `{"code":"FAIL","message":"try again"}`}
}
