package wechatpaysim

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// request is an authentic call.
type request struct {
	*http.Request
	body []byte
}

func (r *request) read(into any) error {
	if json.Unmarshal(r.body, into) != nil {
		return sim.Refuse("PARAM_ERROR", "请求体不是合法的JSON")
	}
	return nil
}

// statuses of the refusals; what is not listed is 400.
var statuses = map[sim.Code]int{
	"SIGN_ERROR": 401, "OUT_TRADE_NO_USED": 403, "NOT_ENOUGH": 403, "RULE_LIMIT": 403, "NO_AUTH": 403, "ORDER_NOT_EXIST": 404,
	"RESOURCE_NOT_EXISTS": 404, "FREQUENCY_LIMITED": 429, "SYSTEM_ERROR": 500, "BANK_ERROR": 500,
}

// refused turns what the book refuses into the API's codes.
func refused(err error) error {
	for from, code := range map[error]sim.Code{paymentledger.ErrUnknown: "ORDER_NOT_EXIST", paymentledger.ErrPaid: "ORDERPAID",
		paymentledger.ErrClosed: "ORDER_CLOSED",
		paymentledger.ErrUsed:   "OUT_TRADE_NO_USED", paymentledger.ErrAmount: "INVALID_REQUEST", paymentledger.ErrUnpaid: "INVALID_REQUEST"} {
		if errors.Is(err, from) {
			return sim.Refuse(code, "%v", err)
		}
	}
	return err
}

// serve authenticates a call, lets the script have its way with it, and signs the answer. A merchant whose signature was refused
// gets an answer without one.
func (s *Sim) serve(do func(*request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		body, err := io.ReadAll(io.LimitReader(hr.Body, 1<<20))
		if err != nil {
			return // the client is gone
		}
		r := &request{hr, body}
		if err := s.authentic(hr, body); err != nil {
			s.refuse(w, s.Refused(hr.URL.Path, err), false)
			return
		}
		var answer any
		taken, err := s.Take(sim.Message{Key: r.key(), Kind: "call", Body: string(body)})
		if err == nil {
			answer, err = do(r)
		}
		if refusal := new(sim.Refusal); err != nil {
			if !errors.As(refused(err), &refusal) {
				refusal = &sim.Refusal{Code: "SYSTEM_ERROR", Details: err.Error()}
			}
			s.refuse(w, refusal, true)
			return
		}
		status, raw := http.StatusNoContent, []byte(nil)
		if answer != nil {
			status, raw = http.StatusOK, sim.Encoded(answer)
		}
		s.sign(w.Header(), raw, s.Now())
		taken.Answer(w, hr, status, raw)
	}
}

func (s *Sim) refuse(w http.ResponseWriter, r *sim.Refusal, signed bool) {
	raw := sim.Encoded(map[string]string{"code": string(r.Code), "message": r.Details})
	status := statuses[r.Code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	if signed {
		s.sign(w.Header(), raw, s.Now())
	}
	sim.JSON(w, status, raw)
}

// key is what the script knows a call by.
func (r *request) key() string {
	var in struct {
		Number string `json:"out_trade_no"`
	}
	_ = json.Unmarshal(r.body, &in) // a call without a body has none
	switch r.Pattern {
	case "POST /v3/pay/transactions/native":
		return in.Number + "/open"
	case "POST /v3/refund/domestic/refunds":
		return in.Number + "/refund"
	case "GET /v3/pay/transactions/out-trade-no/{number}":
		return r.PathValue("number") + "/query"
	case "POST /v3/pay/transactions/out-trade-no/{number}/close":
		return r.PathValue("number") + "/close"
	case "GET /v3/refund/domestic/refunds/{refund}":
		return r.PathValue("refund") + "/refunded"
	case "GET /v3/bill/tradebill":
		return "/bill"
	}
	return "/certificates"
}
