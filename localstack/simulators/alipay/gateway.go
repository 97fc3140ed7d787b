package alipaysim

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

func yuan(fen int64) string { return fmt.Sprintf("%d.%02d", fen/100, fen%100) }

// fenOf reads yuan; -1 for what is none.
func fenOf(text string) int64 {
	whole, cents, _ := strings.Cut(text, ".")
	if len(cents) > 2 || strings.Trim(whole+cents, "0123456789") != "" {
		return -1
	}
	n, err := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// gateway serves every method. A request that cannot be the app's is answered without a signature.
func (s *Sim) gateway(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		return // the client is gone
	}
	p := map[string]string{}
	for name := range r.Form {
		p[name] = r.Form.Get(name)
	}
	at, err := time.ParseInLocation(time.DateTime, p["timestamp"], paymentledger.Beijing)
	var in content
	switch {
	case p["app_id"] != s.cfg.AppID:
		s.stranger(w, "isv.invalid-app-id", "无效的AppID参数")
		return
	case err != nil || s.Now().Sub(at).Abs() > 15*time.Minute:
		s.stranger(w, "isv.invalid-timestamp", "时间戳")
		return
	case sim.Check(common, p) != nil:
		s.stranger(w, "isv.invalid-parameter", sim.Check(common, p).Error())
		return
	case !s.authentic(p):
		s.stranger(w, "isv.invalid-signature", "无效签名")
		return
	case json.Unmarshal([]byte(p["biz_content"]), &in) != nil:
		s.stranger(w, "isv.invalid-format", "biz_content")
		return
	}
	method := strings.TrimPrefix(strings.TrimPrefix(p["method"], "alipay.trade."), "fastpay.")
	if method == "page.pay" {
		s.page(w, in, p)
		return
	}
	do := map[string]func(content, map[string]string) (map[string]any, error){
		"precreate": s.precreate, "query": s.query, "close": s.shut, "refund": s.refund, "refund.query": s.refunded}[method]
	if do == nil {
		s.stranger(w, "isv.invalid-method", p["method"])
		return
	}
	var out map[string]any
	taken, err := s.Take(sim.Message{Key: in.Number + "/" + method, Kind: "call", Body: p["biz_content"]})
	if err == nil {
		out, err = do(in, p)
	}
	if err != nil {
		out = refusal(err)
	} else {
		out["code"], out["msg"] = "10000", "Success"
	}
	raw := sim.Encoded(out)
	body := fmt.Appendf(nil, `{"%s_response":%s,"sign":"%s"}`, strings.ReplaceAll(p["method"], ".", "_"), raw, s.sign(string(raw)))
	if err != nil {
		sim.JSON(w, http.StatusOK, body)
		return
	}
	taken.Answer(w, r, http.StatusOK, body)
}

func (s *Sim) stranger(w http.ResponseWriter, sub, message string) {
	_ = s.Refused("/stranger", sim.Refuse(sim.Code(sub), "%s", message)) // logged
	sim.JSON(w, http.StatusOK, map[string]any{"error_response": map[string]string{"code": "40002", "msg": "Invalid Arguments", "sub_code": sub,
		"sub_msg": message}})
}

// refusal gives an error Alipay's form; a script's code of digits is a code, any other a sub_code of 40004.
func refusal(err error) map[string]any {
	r := new(sim.Refusal)
	if !errors.As(err, &r) {
		r = &sim.Refusal{Code: "ACQ.INVALID_PARAMETER", Details: err.Error()}
		for from, code := range map[error]sim.Code{paymentledger.ErrUnknown: "ACQ.TRADE_NOT_EXIST",
			paymentledger.ErrPaid: "ACQ.TRADE_HAS_SUCCESS", paymentledger.ErrClosed: "ACQ.TRADE_HAS_CLOSE",
			paymentledger.ErrUsed: "ACQ.CONTEXT_INCONSISTENT", paymentledger.ErrAmount: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
			paymentledger.ErrUnpaid: "ACQ.TRADE_STATUS_ERROR"} {
			if errors.Is(err, from) {
				r.Code = code
			}
		}
	}
	if strings.Trim(string(r.Code), "0123456789") == "" {
		return map[string]any{"code": string(r.Code), "msg": r.Details, "sub_code": "isp.unknow-error", "sub_msg": r.Details}
	}
	return map[string]any{"code": "40004", "msg": "Business Failed", "sub_code": string(r.Code), "sub_msg": r.Details}
}

// order reads what an order is made of.
func (s *Sim) order(in content, p map[string]string) (paymentledger.Order, error) {
	o := paymentledger.Order{Number: in.Number, Subject: in.Subject, NotifyURL: p["notify_url"], ReturnURL: p["return_url"],
		Fen:   fenOf(in.Amount),
		Print: in.Amount + in.Subject}
	if err := sim.Check(ordered, ordering{in, s.Now()}); err != nil {
		return o, err
	}
	if in.Expire != "" {
		o.Expires, _ = time.ParseInLocation(time.DateTime, in.Expire, paymentledger.Beijing) // it was checked
	}
	return s.Ledger.Make(o)
}

func (s *Sim) precreate(in content, p map[string]string) (map[string]any, error) {
	o, err := s.order(in, p)
	return map[string]any{"out_trade_no": o.Number, "qr_code": "https://qr.alipay.com/bax" + o.ID}, err
}

// page is what the payer's browser shows: the order with a button.
func (s *Sim) page(w http.ResponseWriter, in content, p map[string]string) {
	o, err := s.order(in, p)
	if err == nil && in.Product != "FAST_INSTANT_TRADE_PAY" {
		err = sim.Refuse("ACQ.INVALID_PARAMETER", "product_code %q", in.Product)
	}
	if err == nil {
		err = s.Ledger.Scan(o.Number)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusOK) // Alipay shows its errors as pages
		return
	}
	s.Ledger.Page(w, "Alipay", o)
}
