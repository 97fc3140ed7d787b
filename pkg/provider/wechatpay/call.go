package wechatpay

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// call makes one signed call and reads its signed answer into out (nil for none). Every call names what it is about, so it may be
// repeated; question tells one that changes nothing.
func (a *Adapter) call(ctx context.Context, method, path string, in, out any) error {
	question := method == http.MethodGet
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return provider.Refuse(provider.BadInput, "%v", err)
		}
	}
	answer, err := a.send(ctx, method, path, body)
	if err != nil {
		failed := new(outbound.Failed)
		return provider.Unanswered(err, !errors.As(err, &failed) || failed.Written, question)
	}
	unsigned := answer.Header.Get(headSign) == ""
	if unsigned && answer.Status >= http.StatusMultipleChoices {
		return unsignedRefusal(answer, question)
	}
	if err := a.authentic(ctx, answer); err != nil {
		// The answer is not the platform's: nothing is known.
		return doubt(question, provider.Forged, "HTTP %d: %v", answer.Status, err)
	}
	if answer.Status >= http.StatusMultipleChoices {
		return refusal(answer, question)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer.Body, out); err != nil {
		return doubt(question, provider.Unreadable, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	return nil
}

func (a *Adapter) authentic(ctx context.Context, answer *outbound.Answer) error {
	s, err := a.readSignature(answer.Body, answer.Header.Get)
	if err != nil {
		return err
	}
	return a.verify(ctx, s)
}

// send makes a call without looking at its answer.
func (a *Adapter) send(ctx context.Context, method, path string, body []byte) (*outbound.Answer, error) {
	authorization, err := a.authorize(method, a.api.Path()+path, body)
	if err != nil {
		return nil, &outbound.Failed{Err: err}
	}
	header := http.Header{"Authorization": {authorization}, "Accept": {"application/json"}, "User-Agent": {"Herald"}}
	if len(body) > 0 {
		header.Set("Content-Type", "application/json")
	}
	return a.api.Do(ctx, outbound.Call{Method: method, Path: path, Header: header, Body: body})
}

func doubt(question bool, cause provider.Cause, format string, args ...any) *provider.Failure {
	if question {
		return provider.Later(cause, format, args...)
	}
	return provider.Doubt(cause, format, args...)
}

// codes are the refusals of the API (facts 5.1); what is not among them is final below 500 and in doubt above.
var codes = map[string]provider.Failure{
	"PARAM_ERROR":             {Verdict: provider.Rejected, Cause: provider.BadInput},
	"INVALID_REQUEST":         {Verdict: provider.Rejected, Cause: provider.BadInput},
	"ORDERPAID":               {Verdict: provider.Rejected, Cause: provider.AlreadyPaid},
	"ORDER_PAID":              {Verdict: provider.Rejected, Cause: provider.AlreadyPaid},
	"ORDER_CLOSED":            {Verdict: provider.Rejected, Cause: provider.AlreadyClosed},
	"ORDERCLOSED":             {Verdict: provider.Rejected, Cause: provider.AlreadyClosed},
	"ORDER_NOT_EXIST":         {Verdict: provider.Retry, Cause: provider.NotThere},
	"ORDERNOTEXIST":           {Verdict: provider.Retry, Cause: provider.NotThere},
	"RESOURCE_NOT_EXISTS":     {Verdict: provider.Retry, Cause: provider.NotThere},
	"OUT_TRADE_NO_USED":       {Verdict: provider.Rejected, Cause: provider.NumberUsed},
	"NOT_ENOUGH":              {Verdict: provider.Retry, Cause: provider.Short, After: time.Hour},
	"TRADE_ERROR":             {Verdict: provider.Rejected, Cause: provider.Other},
	"RULE_LIMIT":              {Verdict: provider.Rejected, Cause: provider.Other},
	"RULELIMIT":               {Verdict: provider.Rejected, Cause: provider.Other},
	"USER_ACCOUNT_ABNORMAL":   {Verdict: provider.Rejected, Cause: provider.Other},
	"FREQUENCY_LIMITED":       {Verdict: provider.Retry, Cause: provider.TooOften, After: 5 * time.Second},
	"FREQUENCY_LIMIT":         {Verdict: provider.Retry, Cause: provider.TooOften, After: 5 * time.Second},
	"FREQUENCY_LIMIT_EXCEED":  {Verdict: provider.Retry, Cause: provider.TooOften, After: 5 * time.Second},
	"RATELIMIT_EXCEEDED":      {Verdict: provider.Retry, Cause: provider.TooOften, After: 5 * time.Second},
	"SIGN_ERROR":              {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"NO_AUTH":                 {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"MCH_NOT_EXISTS":          {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"APPID_MCHID_NOT_MATCH":   {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"ACCOUNT_ERROR":           {Verdict: provider.Retry, Cause: provider.BadAccount, After: time.Minute},
	"NO_STATEMENT_EXIST":      {Verdict: provider.Rejected, Cause: provider.NotThere},
	"STATEMENT_CREATING":      {Verdict: provider.Retry, Cause: provider.NotThere, After: 10 * time.Minute},
	"SYSTEM_ERROR":            {Verdict: provider.Unknown, Cause: provider.Other, After: 2 * time.Second},
	"SYSTEMERROR":             {Verdict: provider.Unknown, Cause: provider.Other, After: 2 * time.Second},
	"BANK_ERROR":              {Verdict: provider.Unknown, Cause: provider.Other, After: 2 * time.Second},
	"BIZERR_NEED_RETRY":       {Verdict: provider.Unknown, Cause: provider.Other, After: 2 * time.Second},
	"REFUND_AMOUNT_TOO_LARGE": {Verdict: provider.Rejected, Cause: provider.TooLarge},
}

// refusal reads a signed error.
func refusal(answer *outbound.Answer, question bool) error {
	var body struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(answer.Body, &body) != nil || body.Code == "" {
		return doubt(question, provider.Unreadable, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	f, ok := codes[body.Code]
	switch {
	case ok:
	case answer.Status == http.StatusTooManyRequests:
		f = codes["FREQUENCY_LIMITED"]
	case answer.Status >= 500:
		f = codes["SYSTEM_ERROR"]
	default:
		f = provider.Failure{Verdict: provider.Rejected, Cause: provider.Other}
	}
	if f.Verdict == provider.Unknown && question {
		f.Verdict = provider.Retry
	}
	f.Code, f.Detail = body.Code, body.Message
	return &f
}

// unsignedRefusal is the answer to a merchant that the platform does not recognise, or of a proxy. It proves only
// that nothing was done where our own signature was refused.
func unsignedRefusal(answer *outbound.Answer, question bool) error {
	if answer.Status == http.StatusUnauthorized && strings.Contains(string(answer.Body), `"SIGN_ERROR"`) {
		f := codes["SIGN_ERROR"]
		f.Code, f.Detail = "SIGN_ERROR", "our signature was refused"
		return &f
	}
	return doubt(question, provider.Forged, "unsigned HTTP %d: %.200s", answer.Status, answer.Body)
}
