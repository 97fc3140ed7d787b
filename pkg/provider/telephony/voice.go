// Package telephony is the adapter to a provider of telephone calls with the API of Twilio's Programmable Voice
// (facts §4). A call is requested, the provider fetches its document from us, and reports by signed callbacks.
package telephony

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	// Hook is the end of the address of the status callbacks.
	Hook = "voice"
	// AnswerPath and GatherPath follow it.
	AnswerPath, GatherPath = provider.AnswerPath, provider.GatherPath
	// referenceKey is the parameter of our addresses that carries our reference: the provider echoes nothing else.
	referenceKey    = "ref"
	limitKey        = "limit" // of a call, in that of its status callbacks
	signatureHeader = "X-Twilio-Signature"

	// Bounds of a call, in seconds, and of a number (Twilio Call resource: Timeout, TimeLimit; E.164).
	mostRing, mostLimit     = 600, 4 * 60 * 60
	leastDigits, mostDigits = 7, 15

	defaultPerSecond = 1
	defaultLines     = 20
)

// Config has the caller's account and the provider's address.
type Config struct {
	BaseURL     string // "https://api.twilio.com"
	InsightsURL string // "https://insights.twilio.com": gives who hung up; empty: not queried
	AccountSID  string
	AuthTokens  []string // the first signs in, all are believed in callbacks (one is exchanged)
	From        string   // number that calls
	CallbackURL string   // where the provider calls back, as it sees us: the signature covers it
	PerSecond   int      // calls that begin in a second; 0 means 1
	Lines       int      // calls at a time; 0 means 20
	Client      *http.Client
	Now         func() time.Time
}

// Adapter speaks for one account. It is safe for concurrent use.
type Adapter struct {
	cfg      Config
	http     *outbound.Client
	insights *outbound.Client // nil: who hung up stays unknown
	path     string
	header   http.Header
}

var (
	_ provider.Messenger = (*Adapter)(nil)
	_ provider.Webhook   = (*Adapter)(nil)
	_ provider.Dialler   = (*Adapter)(nil)
)

// New makes the adapter. An unusable address, a missing account or number is an error.
func New(cfg Config) (*Adapter, error) {
	if cfg.AccountSID == "" || cfg.From == "" {
		return nil, errors.New("voice: the account or its number is missing")
	}
	if !e164(strings.TrimPrefix(cfg.From, "+")) {
		return nil, fmt.Errorf("voice: %q is no number in E.164", cfg.From)
	}
	if u, err := url.Parse(cfg.CallbackURL); err != nil || u.Host == "" || u.RawQuery != "" {
		return nil, fmt.Errorf("voice: callback %q is not an absolute address", cfg.CallbackURL)
	}
	a := &Adapter{cfg: cfg, path: "/2010-04-01/Accounts/" + url.PathEscape(cfg.AccountSID) + "/Calls.json"}
	var err error
	if a.http, err = outbound.New(cfg.BaseURL, cfg.Client); err != nil {
		return nil, err
	}
	if cfg.InsightsURL != "" {
		if a.insights, err = outbound.New(cfg.InsightsURL, cfg.Client); err != nil {
			return nil, err
		}
	}
	if a.cfg.PerSecond <= 0 {
		a.cfg.PerSecond = defaultPerSecond
	}
	if a.cfg.Lines <= 0 {
		a.cfg.Lines = defaultLines
	}
	if a.cfg.Now == nil {
		a.cfg.Now = clock.System
	}
	token := ""
	if len(cfg.AuthTokens) > 0 {
		token = cfg.AuthTokens[0]
	}
	basic := base64.StdEncoding.EncodeToString([]byte(cfg.AccountSID + ":" + token))
	a.header = http.Header{"Authorization": {"Basic " + basic}, "Content-Type": {"application/x-www-form-urlencoded"},
		"Accept": {"application/json"}, "User-Agent": {"Herald"}}
	return a, nil
}

// Profile is what the provider can do.
func (a *Adapter) Profile() provider.Profile {
	number := strings.TrimPrefix(a.cfg.From, "+")
	return provider.Profile{Channel: "voice", Provider: "voice", Sender: number, Number: number, PerSecond: a.cfg.PerSecond,
		Lines: a.cfg.Lines, Kinds: []provider.Kind{provider.Call},
		ReferenceEchoed: true}
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	return &provider.Account{Messenger: a, Hook: Hook, Events: a, Calls: a, Reason: Reason, Check: a}
}

// at is an address of ours that belongs to a call.
func (a *Adapter) at(path, reference string) string {
	return a.cfg.CallbackURL + path + "?" + referenceKey + "=" + url.QueryEscape(reference)
}

// e164 reports whether a text is an international number without its plus sign.
func e164(text string) bool {
	return len(text) >= leastDigits && len(text) <= mostDigits && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

// Send asks for one call, at most once, and tells what became of the request (provider.Messenger).
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	if m.Kind != provider.Call || m.Call == nil || m.Call.Limit < 1 {
		return known(codeRequest, "no call")
	}
	if m.Call.RingSeconds < 1 || m.Call.RingSeconds > mostRing || m.Call.Limit > mostLimit {
		return known(codeRequest, fmt.Sprintf("a call that rings for %d s and lasts %d s at most", m.Call.RingSeconds, m.Call.Limit))
	}
	if !e164(m.To) {
		return known(codeTo, "to is not an E.164 number without +")
	}
	if err := ctx.Err(); err != nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: err.Error()}
	}
	form := url.Values{"To": {"+" + m.To}, "From": {"+" + strings.TrimPrefix(a.cfg.From, "+")}, "Url": {a.at(AnswerPath, m.Reference)},
		"Method": {http.MethodPost},
		// a person who has answered still gets the announcement when one answer of ours failed
		"FallbackUrl": {a.at(AnswerPath, m.Reference)}, "FallbackMethod": {http.MethodPost},
		"StatusCallback": {a.at("", m.Reference) + "&" + limitKey + "=" + strconv.Itoa(m.Call.Limit)}, "StatusCallbackMethod": {http.MethodPost},
		"StatusCallbackEvent": {"answered", "completed"},
		"MachineDetection":    {"Enable"}, "Timeout": {strconv.Itoa(m.Call.RingSeconds)}, "TimeLimit": {strconv.Itoa(m.Call.Limit)}}
	answer, err := a.http.Do(ctx, outbound.Call{Method: http.MethodPost, Path: a.path, Header: a.header, Body: []byte(form.Encode())})
	if err != nil {
		return provider.CallFailed(err)
	}
	return classify(answer.Status, answer.Body)
}

// classify reads a complete answer: only an id is an acceptance, and only an error body of the provider's own that is no failure of
// its own is a refusal.
func classify(status int, body []byte) provider.Outcome {
	var a struct {
		SID     string `json:"sid"`
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	doubt := provider.Outcome{Verdict: provider.Unknown, Detail: provider.Clip(fmt.Sprintf("HTTP %d: %s", status, body))}
	if json.Unmarshal(body, &a) != nil {
		return doubt
	}
	switch {
	case status/100 == 2 && a.SID != "":
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: a.SID}
	case status/100 == 4 && (a.Code != 0 || status == http.StatusTooManyRequests):
		if a.Code == 0 {
			a.Code = codeRate
		}
		return known(a.Code, a.Message)
	}
	doubt.Code = a.Code
	return doubt
}

// known is the outcome of a code.
func known(code int, detail string) provider.Outcome {
	out := of(code)
	out.Code, out.Detail = code, provider.Clip(detail)
	return out
}
