package alipaysim

import (
	"net/url"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// find gives an order that exists for Alipay: one by code exists when it was scanned.
func (s *Sim) find(number string) (paymentledger.Order, error) {
	o, err := s.Ledger.Find(number)
	if err == nil && (o.State == paymentledger.Open || o.State == paymentledger.Closed && o.PaidAt.IsZero() && !o.Expires.IsZero() &&
		o.ClosedAt.Equal(o.Expires)) {
		return o, paymentledger.ErrUnknown // never scanned, or expired before
	}
	return o, err
}

// trade is an order as Alipay tells it.
func (s *Sim) trade(o paymentledger.Order) map[string]string {
	t := map[string]string{"out_trade_no": o.Number, "trade_no": o.ID, "trade_status": "WAIT_BUYER_PAY", "total_amount": yuan(o.Fen),
		"buyer_user_id": o.Payer}
	switch o.State {
	case paymentledger.Closed:
		t["trade_status"] = "TRADE_CLOSED"
	case paymentledger.Paid:
		t["trade_status"], t["total_amount"] = "TRADE_SUCCESS", yuan(o.Paid)
		t["buyer_pay_amount"], t["receipt_amount"] = yuan(o.Paid), yuan(o.Paid)
		t["send_pay_date"] = o.PaidAt.In(paymentledger.Beijing).Format(time.DateTime)
		if o.Refunded() == o.Paid {
			t["trade_status"] = "TRADE_CLOSED"
		}
		if o.Currency != "" {
			t["trans_currency"] = o.Currency
		}
	}
	return t
}

func (s *Sim) query(in content, _ map[string]string) (map[string]any, error) {
	o, err := s.find(in.Number)
	out := map[string]any{}
	for name, value := range s.trade(o) {
		out[name] = value
	}
	return out, err
}

func (s *Sim) shut(in content, _ map[string]string) (map[string]any, error) {
	o, err := s.find(in.Number)
	if err == nil {
		err = s.Ledger.Close(in.Number)
	}
	if err == paymentledger.ErrPaid || err == paymentledger.ErrClosed {
		err = sim.Refuse("ACQ.TRADE_STATUS_ERROR", "交易状态不合法")
	}
	return map[string]any{"out_trade_no": o.Number, "trade_no": o.ID}, err
}

func (s *Sim) refund(in content, _ map[string]string) (map[string]any, error) {
	before, err := s.find(in.Number)
	if err == nil {
		err = sim.Check(givenBack, refunding{in, before.Paid})
	}
	if err != nil {
		return nil, err
	}
	change := "Y"
	if before.Refund(in.Refund) != nil {
		change = "N"
	}
	o, r, err := s.Ledger.Refunding(in.Number, paymentledger.Refund{Number: in.Refund, Fen: fenOf(in.Back), Purpose: in.Reason})
	if err == paymentledger.ErrUsed {
		err = sim.Refuse("ACQ.DISCORDANT_REPEAT_REQUEST", "%v", err)
	}
	if err != nil {
		return nil, err
	}
	if r.State == "running" {
		change = "N"
	}
	if change == "Y" {
		if err := s.Ledger.Tell(o.Number, r.Number, paymentledger.Sent, 0); err != nil {
			return nil, err
		}
	}
	return map[string]any{"out_trade_no": o.Number, "trade_no": o.ID, "fund_change": change, "refund_fee": yuan(o.Refunded()),
		"buyer_user_id": o.Payer}, nil
}

// refunded says nothing about a refund that was not carried out.
func (s *Sim) refunded(in content, _ map[string]string) (map[string]any, error) {
	o, err := s.find(in.Number)
	if err != nil {
		return nil, err
	}
	r := o.Refund(in.Refund)
	if r == nil || r.State == "closed" || r.State == "stuck" {
		return map[string]any{}, nil
	}
	out := map[string]any{"out_trade_no": o.Number, "trade_no": o.ID, "out_request_no": r.Number, "total_amount": yuan(o.Paid),
		"refund_amount": yuan(r.Fen)}
	if r.State == "done" {
		out["refund_status"], out["gmt_refund_pay"] = "REFUND_SUCCESS", r.At.In(paymentledger.Beijing).Format(time.DateTime)
	} else {
		out["refund_status"] = "REFUND_PROCESSING"
	}
	return out, nil
}

// notice is the form of a callback.
func (s *Sim) notice(o paymentledger.Order, r *paymentledger.Refund, how paymentledger.How) []byte {
	p := s.trade(o)
	now := s.Now().In(paymentledger.Beijing)
	p["notify_type"], p["notify_time"] = "trade_status_sync", now.Format(time.DateTime)
	p["app_id"], p["seller_id"], p["charset"], p["version"], p["sign_type"] = s.cfg.AppID, s.cfg.SellerID, "utf-8", "1.0", "RSA2"
	p["subject"], p["buyer_id"], p["gmt_payment"] = o.Subject, o.Payer, p["send_pay_date"]
	delete(p, "send_pay_date")
	delete(p, "buyer_user_id")
	p["notify_id"] = now.Format("20060102") + "00222" + strings.TrimLeft(o.ID, "0")
	if o.Merchant != "" {
		p["seller_id"] = o.Merchant
	}
	if r != nil {
		p["notify_id"] += r.ID
		p["gmt_refund"], p["refund_fee"], p["out_biz_no"] = r.At.In(paymentledger.Beijing).Format("2006-01-02 15:04:05.000"), yuan(o.Refunded()),
			r.Number
	}
	p["sign"] = s.sign(canonical(p, "sign", "sign_type"))
	if how == paymentledger.Forged || how == paymentledger.Probe || how == paymentledger.Stale {
		p["total_amount"] = "0.01"
	}
	form := url.Values{}
	for name, value := range p {
		if value != "" {
			form.Set(name, value)
		}
	}
	return []byte(form.Encode())
}
