package alipay

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// params are the parameters of a call, signed.
func (a *Adapter) params(method string, content any, more map[string]string) (map[string]string, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return nil, provider.Refuse(provider.BadInput, "%v", err)
	}
	p := map[string]string{
		"app_id": a.cfg.AppID, "method": method, "format": "JSON", "charset": "utf-8", "sign_type": "RSA2", "version": "1.0",
		"timestamp": a.now().In(clock.China).Format(time.DateTime), "biz_content": string(text),
		"app_cert_sn": a.cfg.AppCertSN, "alipay_root_cert_sn": a.cfg.RootCertSN,
	}
	for name, value := range more {
		p[name] = value
	}
	for name, value := range p {
		if value == "" {
			delete(p, name)
		}
	}
	if p["sign"], err = a.sign(canonical(p, "sign")); err != nil {
		return nil, provider.Refuse(provider.BadAccount, "%v", err)
	}
	return p, nil
}

// call makes one call and reads its signed answer into out. Every call names what it is about, so it may be repeated; question
// tells one that changes nothing.
func (a *Adapter) call(ctx context.Context, method string, content any, more map[string]string, out any) error {
	question := strings.HasSuffix(method, ".query")
	params, err := a.params(method, content, more)
	if err != nil {
		return err
	}
	form := url.Values{}
	for name, value := range params {
		form.Set(name, value)
	}
	answer, err := a.api.Do(ctx, outbound.Call{Method: http.MethodPost, Body: []byte(form.Encode()),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded;charset=utf-8"}, "User-Agent": {"Herald"}}})
	if err != nil {
		failed := new(outbound.Failed)
		return provider.Unanswered(err, !errors.As(err, &failed) || failed.Written, question)
	}
	var parts map[string]json.RawMessage // as they came: the signature is over these bytes
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &parts) != nil {
		return doubt(question, provider.Unreadable, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	raw := parts[strings.ReplaceAll(method, ".", "_")+"_response"]
	if raw == nil {
		raw = parts["error_response"]
	}
	var signature string
	if json.Unmarshal(parts["sign"], &signature) != nil || signature == "" {
		return unsigned(raw, answer.Body, question)
	}
	if !a.verify(raw, signature) {
		return doubt(question, provider.Forged, "%.200s", answer.Body)
	}
	var result result
	if json.Unmarshal(raw, &result) != nil || result.Code == "" {
		return doubt(question, provider.Unreadable, "%.200s", raw)
	}
	if result.Code != "10000" {
		return result.failure(question)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return doubt(question, provider.Unreadable, "%.200s", raw)
	}
	return nil
}

func doubt(question bool, cause provider.Cause, format string, args ...any) *provider.Failure {
	if question {
		return provider.Later(cause, format, args...)
	}
	return provider.Doubt(cause, format, args...)
}

// unsigned is the answer to an app that Alipay does not recognise, or of a proxy. It proves only that nothing was
// done where our own signature or app was refused.
func unsigned(raw, body []byte, question bool) error {
	var r result
	if json.Unmarshal(raw, &r) == nil && (r.Code == "40001" || r.Code == "40002" || r.Code == "40006") {
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.BadAccount, Code: r.code(), Detail: r.detail(), After: time.Minute}
	}
	return doubt(question, provider.Forged, "unsigned: %.200s", body)
}

// result is what every answer begins with.
type result struct {
	Code    string `json:"code"`
	Msg     string `json:"msg"`
	SubCode string `json:"sub_code"`
	SubMsg  string `json:"sub_msg"`
}

func (r result) code() string {
	if r.SubCode != "" {
		return r.SubCode
	}
	return r.Code
}

func (r result) detail() string { return strings.TrimSpace(r.Msg + " " + r.SubMsg) }

// business are the refusals of code 40004 by sub_code; what is not among them is final.
var business = map[string]provider.Failure{
	"ACQ.SYSTEM_ERROR":                {Verdict: provider.Unknown, Cause: provider.Other, After: 2 * time.Second},
	"ACQ.TRADE_NOT_EXIST":             {Verdict: provider.Retry, Cause: provider.NotThere},
	"ACQ.TRADE_HAS_SUCCESS":           {Verdict: provider.Rejected, Cause: provider.AlreadyPaid},
	"ACQ.TRADE_HAS_CLOSE":             {Verdict: provider.Rejected, Cause: provider.AlreadyClosed},
	"ACQ.CONTEXT_INCONSISTENT":        {Verdict: provider.Rejected, Cause: provider.NumberUsed},
	"ACQ.DISCORDANT_REPEAT_REQUEST":   {Verdict: provider.Rejected, Cause: provider.NumberUsed},
	"ACQ.INVALID_PARAMETER":           {Verdict: provider.Rejected, Cause: provider.BadInput},
	"ACQ.TOTAL_FEE_EXCEED":            {Verdict: provider.Rejected, Cause: provider.TooLarge},
	"ACQ.REFUND_AMT_NOT_EQUAL_TOTAL":  {Verdict: provider.Rejected, Cause: provider.TooLarge},
	"ACQ.REFUND_FEE_ERROR":            {Verdict: provider.Rejected, Cause: provider.TooLarge},
	"ACQ.SELLER_BALANCE_NOT_ENOUGH":   {Verdict: provider.Retry, Cause: provider.Short, After: time.Hour},
	"ACQ.ACCESS_FORBIDDEN":            {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"ACQ.PARTNER_ERROR":               {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	statusError:                       {Verdict: provider.Rejected, Cause: provider.Other},
	"ACQ.REASON_TRADE_STATUS_INVALID": {Verdict: provider.Rejected, Cause: provider.Other},
}

// statusError: the order is in a state in which that cannot be done.
const statusError = "ACQ.TRADE_STATUS_ERROR"

func (r result) failure(question bool) error {
	f := provider.Failure{Verdict: provider.Rejected, Cause: provider.Other}
	switch r.Code {
	case "40004":
		if known, ok := business[r.SubCode]; ok {
			f = known
		}
	case "20000", "10003": // unavailable; in process
		f = business["ACQ.SYSTEM_ERROR"]
	case "40005":
		f = provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, After: 5 * time.Second}
	case "40006", "20001":
		f = business["ACQ.PARTNER_ERROR"]
	case "40001", "40002":
		f.Cause = provider.BadInput
		if strings.Contains(r.SubCode, "signature") || strings.Contains(r.SubCode, "app-id") || strings.Contains(r.SubCode, "cert") {
			f = business["ACQ.PARTNER_ERROR"]
		}
	}
	if f.Verdict == provider.Unknown && question {
		f.Verdict = provider.Retry
	}
	f.Code, f.Detail = r.code(), r.detail()
	return &f
}
