package wechatpaysim

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

const billHead = "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额," +
	"微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n"

// bill makes the file of a day and tells where it lies.
func (s *Sim) bill(r *request) (any, error) {
	day := r.URL.Query().Get("bill_date")
	if _, err := time.Parse(time.DateOnly, day); err != nil || r.URL.Query().Get("bill_type") != "ALL" {
		return nil, sim.Refuse("PARAM_ERROR", "bill_date %q", day)
	}
	var b strings.Builder
	lines := 0
	line := func(at time.Time, o paymentledger.Order, state string, refund paymentledger.Refund) {
		if at.In(paymentledger.Beijing).Format(time.DateOnly) != day {
			return
		}
		lines++
		back := int64(0)
		if state == "REFUND" {
			back = refund.Fen
		}
		cells := []string{at.In(paymentledger.Beijing).Format(time.DateTime), s.cfg.AppID, s.cfg.MerchantID, "0", "", o.ID, o.Number, o.Payer,
			"NATIVE", state,
			"OTHERS", "CNY",
			yuan(o.Paid), "0.00", refund.ID, refund.Number, yuan(back), "0.00", "", "", o.Subject, "", "0.00000", "0.60%", yuan(o.Paid), yuan(back),
			""}
		b.WriteString("`" + strings.Join(cells, ",`") + "\r\n")
	}
	for _, o := range s.Ledger.Orders() {
		if o.State != paymentledger.Paid {
			continue
		}
		line(o.PaidAt, o, "SUCCESS", paymentledger.Refund{})
		for _, back := range o.Refunds {
			line(back.At, o, "REFUND", *back)
		}
	}
	if lines == 0 {
		return nil, sim.Refuse("NO_STATEMENT_EXIST", "账单文件不存在")
	}
	text := []byte("\xef\xbb\xbf" + billHead + b.String() + "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n" +
		fmt.Sprintf("`%d,`0.00,`0.00,`0.00,`0.00000,`0.00,`0.00\r\n", lines))
	sum := sha1.Sum(text)
	name := token(text)
	s.mu.Lock()
	s.bills[name] = text
	s.mu.Unlock()
	prefix := strings.TrimSuffix(r.RequestURI, r.URL.RequestURI()) // where the simulator is mounted
	return map[string]string{"hash_type": "SHA1", "hash_value": hex.EncodeToString(sum[:]),
		"download_url": "http://" + r.Host + prefix + "/v3/billdownload/file?token=" + name}, nil
}

func yuan(fen int64) string { return fmt.Sprintf("%d.%02d", fen/100, fen%100) }

// download gives a bill; like the platform's, this answer carries no signature.
func (s *Sim) download(w http.ResponseWriter, r *http.Request) {
	if err := s.authentic(r, nil); err != nil {
		s.refuse(w, s.Refused("/download", err), false)
		return
	}
	s.mu.Lock()
	text := s.bills[r.URL.Query().Get("token")]
	s.mu.Unlock()
	if text == nil {
		s.refuse(w, &sim.Refusal{Code: "INVALID_REQUEST", Details: "token"}, true)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	sim.Say(w, text)
}
