// Package twilio is the adapter to a gateway of short messages that speaks as Twilio's Programmable Messaging does (facts §2.3).
// Which server it talks to is configuration alone.
package twilio

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	textLimit        = 1600
	defaultPerSecond = 10
	// Hook is the end of the address of the callbacks.
	Hook = "twilio"
	// referenceKey is the parameter of a status callback that carries our reference: the gateway echoes nothing else.
	referenceKey = "ref"
)

// Config has the account that sends messages, and the gateway's address.
type Config struct {
	BaseURL     string // "https://api.twilio.com"
	AccountSID  string
	AuthTokens  []string // the first signs in, all are believed in callbacks (one is exchanged)
	From        string   // number, alphanumeric id or messaging service that sends when the message names none
	CallbackURL string   // where the gateway calls back, as it sees us: the signature covers it
	MediaHosts  []string // "mms.twiliocdn.com": where the gateway redirects requests for a recipient's file
	PerSecond   int      // messages a second; 0 means 10
	Client      *http.Client
	Now         func() time.Time
}

// Adapter speaks for one account. It is safe for concurrent use.
type Adapter struct {
	cfg    Config
	http   *outbound.Client
	media  *outbound.Client
	host   string
	path   string
	header http.Header
}

var (
	_ provider.Messenger   = (*Adapter)(nil)
	_ provider.Webhook     = (*Adapter)(nil)
	_ provider.MediaSource = (*Adapter)(nil)
)

// New makes the adapter. An unusable address or a missing account is an error.
func New(cfg Config) (*Adapter, error) {
	if cfg.AccountSID == "" {
		return nil, errors.New("twilio: the account is missing")
	}
	if u, err := url.Parse(cfg.CallbackURL); err != nil || u.Host == "" || u.RawQuery != "" {
		return nil, fmt.Errorf("twilio: callback %q is not an absolute address", cfg.CallbackURL)
	}
	c, err := outbound.New(cfg.BaseURL, cfg.Client)
	if err != nil {
		return nil, err
	}
	media := &http.Client{Timeout: mediaTime}
	if cfg.Client != nil {
		media.Transport = cfg.Client.Transport
	}
	from, err := outbound.New(cfg.BaseURL, media, cfg.MediaHosts...)
	if err != nil {
		return nil, err
	}
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = defaultPerSecond
	}
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	host, err := url.Parse(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	token := ""
	if len(cfg.AuthTokens) > 0 {
		token = cfg.AuthTokens[0]
	}
	basic := base64.StdEncoding.EncodeToString([]byte(cfg.AccountSID + ":" + token))
	return &Adapter{cfg: cfg, http: c, media: from, host: host.Host, path: "/2010-04-01/Accounts/" + url.PathEscape(cfg.AccountSID) +
		"/Messages.json", header: http.Header{
		"Authorization": {"Basic " + basic}, "Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"},
		"User-Agent": {"Herald"}}}, nil
}

// Profile is what the gateway can do.
func (a *Adapter) Profile() provider.Profile {
	return provider.Profile{Channel: "sms", Provider: "twilio", Sender: "twilio", PerSecond: a.cfg.PerSecond,
		Kinds:     []provider.Kind{provider.Text},
		TextLimit: textLimit, ReferenceEchoed: true, Parted: true, TwoWay: true}
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	return &provider.Account{Messenger: a, Sent: a, Hook: Hook, Events: a, Reason: Reason, Check: a}
}

// Send makes at most one request for m and tells what became of it (provider.Messenger).
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	from := m.From
	if from == "" {
		from = a.cfg.From
	}
	if out, bad := refuse(&m, from); bad {
		return out
	}
	if err := ctx.Err(); err != nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: err.Error()}
	}
	form := url.Values{"To": {"+" + m.To}, "Body": {m.Text},
		"StatusCallback": {a.cfg.CallbackURL + "?" + referenceKey + "=" + url.QueryEscape(m.Reference)}}
	form.Set(senderField(from), senderValue(from))
	answer, err := a.http.Do(ctx, outbound.Call{Method: http.MethodPost, Path: a.path, Header: a.header, Body: []byte(form.Encode())})
	if err != nil {
		return provider.CallFailed(err)
	}
	return classify(answer.Status, answer.Body)
}

// senderField is where a sender stands: a messaging service chooses one of its numbers itself.
func senderField(from string) string {
	if strings.HasPrefix(from, "MG") && len(from) == 34 {
		return "MessagingServiceSid"
	}
	return "From"
}

// senderValue gives a number its plus sign; a short code and a name stay as they are.
func senderValue(from string) string {
	if len(from) > 6 && strings.Trim(from, "0123456789") == "" {
		return "+" + from
	}
	return from
}

// refuse finds what the gateway would certainly refuse, with the code that it would give.
func refuse(m *provider.Message, from string) (provider.Outcome, bool) {
	var code int
	var detail string
	switch {
	case m.Kind != provider.Text:
		code, detail = codeKind, "only texts are carried"
	case from == "":
		code, detail = codeFrom, "no sender is configured"
	case m.To == "" || len(m.To) > 15 || strings.Trim(m.To, "0123456789") != "":
		code, detail = codeTo, "to is not an E.164 number without +"
	case m.Text == "":
		code, detail = codeEmpty, "the text is empty"
	case len(m.Text) > textLimit && len([]rune(m.Text)) > textLimit:
		code, detail = codeLong, "the text is too long"
	default:
		return provider.Outcome{}, false
	}
	out := of(code)
	out.Code, out.Detail = code, detail
	return out, true
}

// classify reads a complete answer: only an id is an acceptance, and only an error body of the gateway's own that is no failure of
// its own is a refusal.
func classify(status int, body []byte) provider.Outcome {
	var a struct {
		SID       string `json:"sid"`
		Status    any    `json:"status"` // of a message a word, of a refusal a number
		Code      int    `json:"code"`
		ErrorCode *int   `json:"error_code"`
		Message   string `json:"message"`
	}
	doubt := provider.Outcome{Verdict: provider.Unknown, Detail: provider.Clip(fmt.Sprintf("HTTP %d: %s", status, body))}
	if json.Unmarshal(body, &a) != nil {
		return doubt
	}
	switch {
	case status/100 == 2 && a.SID != "" && a.ErrorCode != nil && *a.ErrorCode != 0 && (a.Status == "failed" || a.Status == "undelivered"):
		out := of(*a.ErrorCode)
		out.Code, out.Detail = *a.ErrorCode, fmt.Sprint(a.Status)
		return out
	case status/100 == 2 && a.SID != "":
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: a.SID}
	case status/100 == 4 && (a.Code != 0 || status == http.StatusTooManyRequests):
		if a.Code == 0 {
			a.Code = codeRate
		}
		out := of(a.Code)
		out.Code, out.Detail = a.Code, provider.Clip(a.Message)
		return out
	}
	doubt.Code = a.Code
	return doubt
}
