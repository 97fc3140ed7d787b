package wechatpaysim

import (
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

func (s *Sim) open(r *request) (any, error) {
	in := opening{cfg: &s.cfg, now: s.Now()}
	if err := r.read(&in); err != nil {
		return nil, err
	}
	if err := sim.Check(opened, in); err != nil {
		return nil, err
	}
	o := paymentledger.Order{Number: in.Number, Subject: in.Description, NotifyURL: in.NotifyURL, Fen: in.Amount.Total, Print: string(r.body)}
	if in.Expire != "" {
		o.Expires, _ = time.Parse(time.RFC3339, in.Expire) // it was checked
	}
	o, err := s.Ledger.Make(o)
	if err != nil {
		return nil, err
	}
	return map[string]string{"code_url": "weixin://wxpay/bizpayurl?pr=" + token([]byte(o.ID))}, nil
}

// transaction is the resource of an order. Before a payment it has no id and no time.
func (s *Sim) transaction(o paymentledger.Order) map[string]any {
	t := map[string]any{"appid": s.cfg.AppID, "mchid": s.cfg.MerchantID, "out_trade_no": o.Number, "attach": "",
		"trade_state": "NOTPAY", "trade_state_desc": string(o.State), "amount": map[string]any{"total": o.Fen, "currency": "CNY"}}
	switch o.State {
	case paymentledger.Scanned:
		t["trade_state"] = "USERPAYING"
	case paymentledger.Closed:
		t["trade_state"] = "CLOSED"
	case paymentledger.Paid:
		currency := "CNY"
		if o.Currency != "" {
			currency = o.Currency
		}
		if o.Merchant != "" {
			t["mchid"] = o.Merchant
		}
		t["trade_state"], t["transaction_id"], t["trade_type"], t["bank_type"] = "SUCCESS", o.ID, "NATIVE", "OTHERS"
		if len(o.Refunds) > 0 {
			t["trade_state"] = "REFUND"
		}
		t["success_time"] = o.PaidAt.In(paymentledger.Beijing).Format(time.RFC3339)
		t["payer"] = map[string]string{"openid": o.Payer}
		t["amount"] = map[string]any{"total": o.Paid, "payer_total": o.Paid, "currency": currency, "payer_currency": currency}
	}
	return t
}

func (s *Sim) query(r *request) (any, error) {
	if r.URL.Query().Get("mchid") != s.cfg.MerchantID {
		return nil, sim.Refuse("PARAM_ERROR", "mchid")
	}
	o, err := s.Ledger.Find(r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	return s.transaction(o), nil
}

func (s *Sim) shut(r *request) (any, error) {
	var in struct {
		MerchantID string `json:"mchid"`
	}
	if err := r.read(&in); err != nil {
		return nil, err
	}
	if in.MerchantID != s.cfg.MerchantID {
		return nil, sim.Refuse("PARAM_ERROR", "mchid")
	}
	err := s.Ledger.Close(r.PathValue("number"))
	if err == paymentledger.ErrClosed {
		err = nil // closing is idempotent
	}
	return nil, err
}

func (s *Sim) refund(r *request) (any, error) {
	in := refunding{now: s.Now()}
	if err := r.read(&in); err != nil {
		return nil, err
	}
	var err error
	if in.order, err = s.Ledger.Find(in.Number); err != nil {
		return nil, sim.Refuse("RESOURCE_NOT_EXISTS", "%v", err)
	}
	if err := sim.Check(refundedBy, in); err != nil {
		return nil, err
	}
	o, made, err := s.Ledger.Refunding(in.Number, paymentledger.Refund{Number: in.Refund, Fen: in.Amount.Refund, Purpose: in.Reason})
	if err != nil {
		return nil, err
	}
	if made.State == "done" {
		if err := s.Ledger.Tell(o.Number, made.Number, paymentledger.Sent, 0); err != nil {
			return nil, err
		}
	}
	return refundOf(o, made), nil
}

var refundStates = map[string]string{"running": "PROCESSING", "done": "SUCCESS", "closed": "CLOSED", "stuck": "ABNORMAL"}

func refundOf(o paymentledger.Order, r paymentledger.Refund) map[string]any {
	out := map[string]any{"refund_id": r.ID, "out_refund_no": r.Number, "transaction_id": o.ID, "out_trade_no": o.Number,
		"channel":               "ORIGINAL",
		"user_received_account": "支付用户零钱", "create_time": r.At.In(paymentledger.Beijing).Format(time.RFC3339), "status": refundStates[r.State],
		"amount": map[string]any{"total": o.Paid, "refund": r.Fen, "payer_total": o.Paid, "payer_refund": r.Fen, "currency": "CNY"}}
	if r.State == "done" {
		out["success_time"] = r.At.In(paymentledger.Beijing).Format(time.RFC3339)
	}
	return out
}

func (s *Sim) refunded(r *request) (any, error) {
	for _, o := range s.Ledger.Orders() {
		if found := o.Refund(r.PathValue("refund")); found != nil {
			return refundOf(o, *found), nil
		}
	}
	return nil, sim.Refuse("RESOURCE_NOT_EXISTS", "退款单不存在")
}

// notice is the body of a callback.
func (s *Sim) notice(o paymentledger.Order, r *paymentledger.Refund, how paymentledger.How) []byte {
	event, kind, resource := "TRANSACTION.SUCCESS", "transaction", s.transaction(o)
	if r != nil {
		kind, resource = "refund", refundOf(o, *r)
		event = "REFUND." + resource["status"].(string)
		resource["refund_status"], resource["mchid"] = resource["status"], s.cfg.MerchantID
		delete(resource, "status")
	} else if resource["trade_state"] == "REFUND" {
		resource["trade_state"] = "SUCCESS" // a payment is reported as such even when some of it went back
	}
	sealed := s.seal(sim.Encoded(resource), kind)
	sealed["original_type"] = kind
	body := sim.Encoded(map[string]any{"id": "EV-" + token(sim.Encoded(sealed)),
		"create_time": s.Now().In(paymentledger.Beijing).Format(time.RFC3339),
		"event_type":  event, "resource_type": "encrypt-resource", "summary": "支付成功", "resource": sealed})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modes[string(body)] = how
	return body
}
