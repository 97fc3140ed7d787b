// Package partner is the adapter to a partner that screens numbers by the interface that the platform documents for
// partners (openapi.json beside this file). Batches are named by us and every call may be repeated; callbacks are
// signed, and say only that a batch changed.
package partner

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"herald/pkg/kit/link"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	mostNumbers = 1000
	mostAge     = 5 * time.Minute // of a callback: who replays an older one gains nothing
	mostText    = 500             // characters of what a partner tells about a person
)

// Config has the address of the partner and the adapter's credentials.
type Config struct {
	BaseURL   string
	Token     string   // of the calls
	Secrets   []string // of the callbacks: all are believed, two while they rotate
	NotifyURL string
	Client    *http.Client
	Now       func() time.Time
}

// Adapter is one partner. It is safe for concurrent use.
type Adapter struct {
	cfg Config
	api *outbound.Client
}

var _ provider.Screener = (*Adapter)(nil)

// New makes the adapter; what is missing in the configuration is an error.
func New(cfg Config) (*Adapter, error) {
	a := &Adapter{cfg: cfg}
	if cfg.Token == "" || len(cfg.Secrets) == 0 || cfg.Secrets[0] == "" {
		return nil, errors.New("partner: token and secret must be configured")
	}
	if u, err := url.Parse(cfg.NotifyURL); err != nil || u.Host == "" {
		return nil, fmt.Errorf("partner: notify URL %q is not an absolute address", cfg.NotifyURL)
	}
	var err error
	a.api, err = outbound.New(cfg.BaseURL, cfg.Client)
	return a, err
}

// Profile tells how large a batch may be.
func (a *Adapter) Profile() provider.ScreenProfile {
	return provider.ScreenProfile{Partner: "partner", Batch: mostNumbers}
}

// batch is the body of PUT /v1/screenings/{reference}.
type batch struct {
	Numbers     []string `json:"numbers"`
	Checks      []string `json:"checks"`
	CallbackURL string   `json:"callbackUrl"`
}

// Check asks for a batch that is none (provider.Checker): only a partner that knows our token says that it is not there.
func (a *Adapter) Check(ctx context.Context) error {
	_, err := a.call(ctx, http.MethodGet, "check", nil)
	if provider.CauseOf(err) == provider.NotThere {
		return nil
	}
	return err
}

// Screen hands a batch over.
func (a *Adapter) Screen(ctx context.Context, b provider.Batch) error {
	if len(b.Numbers) == 0 || len(b.Numbers) > mostNumbers {
		return provider.Refuse(provider.BadInput, "%d numbers", len(b.Numbers))
	}
	body := batch{Checks: b.Checks, CallbackURL: a.cfg.NotifyURL}
	for _, n := range b.Numbers {
		body.Numbers = append(body.Numbers, strconv.FormatUint(n, 10))
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	_, err = a.call(ctx, http.MethodPut, b.Reference, raw)
	return err
}

// answer is a batch as the partner shows it.
type answer struct {
	Reference string    `json:"reference"`
	State     string    `json:"state"`
	Code      string    `json:"code"`
	Results   []finding `json:"results"`
}

type finding struct {
	Number        string    `json:"number"`
	WhatsApp      *bool     `json:"whatsapp"`
	LastActive    time.Time `json:"lastActive"`
	CheckedAt     time.Time `json:"checkedAt"`
	Gender        string    `json:"gender"`
	Age           int       `json:"age"`
	Avatar        string    `json:"avatar"`
	AvatarTime    time.Time `json:"avatarTime"`
	Signature     string    `json:"signature"`
	SignatureTime time.Time `json:"signatureTime"`
}

var states = map[string]provider.BatchState{"queued": provider.BatchRunning, "running": provider.BatchRunning, "done": provider.BatchDone,
	"cancelled": provider.BatchCancelled, "refused": provider.BatchRefused}

// Screened tells how a batch stands.
func (a *Adapter) Screened(ctx context.Context, reference string) (provider.ScreenResult, error) {
	var out provider.ScreenResult
	got, err := a.call(ctx, http.MethodGet, reference, nil)
	if err != nil {
		return out, err
	}
	if got.Reference != reference {
		return out, provider.Later(provider.Foreign, "asked for %q, told about %.40q", reference, got.Reference)
	}
	state, known := states[got.State]
	if !known {
		return out, provider.Later(provider.Unreadable, "state %.40q", got.State)
	}
	out.State, out.Code = state, got.Code
	now := a.cfg.Now()
	for _, f := range got.Results {
		n, err := strconv.ParseUint(f.Number, 10, 64)
		if err != nil {
			continue // nothing that we asked for
		}
		out.Results = append(out.Results, provider.Finding{Number: n, WhatsApp: f.WhatsApp, Active: past(f.LastActive, now),
			Checked: past(f.CheckedAt, now), Gender: gender(f.Gender),
			Age: age(f.Age), Avatar: picture(f.Avatar), AvatarAt: past(f.AvatarTime, now), Signature: short(f.Signature),
			SignedAt: past(f.SignatureTime, now)})
	}
	return out, nil
}

// Cancel ends a batch; one that is not there, or has ended, needs no end.
func (a *Adapter) Cancel(ctx context.Context, reference string) error {
	_, err := a.call(ctx, http.MethodDelete, reference, nil)
	if provider.CauseOf(err) == provider.NotThere {
		return nil
	}
	return err
}

// call makes one call about a batch. All of them may be repeated, so none is ever in doubt.
func (a *Adapter) call(ctx context.Context, method, reference string, body []byte) (answer, error) {
	var out answer
	got, err := a.api.Do(ctx, outbound.Call{Method: method, Path: "/v1/screenings/" + url.PathEscape(reference), Body: body,
		Header: http.Header{"Authorization": {"Bearer " + a.cfg.Token}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}})
	if err != nil {
		return out, provider.Unanswered(err, true, true)
	}
	if got.Status/100 == 2 {
		if method != http.MethodGet {
			return out, nil
		}
		if err := json.Unmarshal(got.Body, &out); err != nil {
			return out, provider.Later(provider.Unreadable, "%.200s", got.Body)
		}
		return out, nil
	}
	return out, refusal(got)
}

func refusal(got *outbound.Answer) *provider.Failure {
	var e struct {
		Error struct{ Code, Message string } `json:"error"`
	}
	_ = json.Unmarshal(got.Body, &e) // an unreadable body has no code
	f := &provider.Failure{Verdict: provider.Retry, Cause: provider.Other, Code: e.Error.Code,
		Detail: fmt.Sprintf("HTTP %d %.200s", got.Status, e.Error.Message)}
	switch got.Status {
	case http.StatusNotFound:
		f.Cause = provider.NotThere
	case http.StatusTooManyRequests:
		f.Cause, f.After = provider.TooOften, 5*time.Second
		if s, err := strconv.Atoi(got.Header.Get("Retry-After")); err == nil {
			f.After = time.Duration(s) * time.Second
		}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired:
		f.Cause = provider.BadAccount
	case http.StatusConflict:
		f.Verdict, f.Cause = provider.Rejected, provider.NumberUsed
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		f.Verdict, f.Cause = provider.Rejected, provider.BadInput
	}
	return f
}

// ParseNotification gives the reference that a callback is about: signed with a secret of ours, and not older than five minutes.
func (a *Adapter) ParseNotification(body []byte, header func(string) string) (string, error) {
	var e struct {
		Reference string `json:"reference"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Reference == "" {
		return "", provider.Later(provider.Unreadable, "%.200s", body)
	}
	at := header("X-Partner-Timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || a.cfg.Now().Sub(time.Unix(seconds, 0)).Abs() > mostAge {
		return "", provider.Later(provider.Forged, "timestamp %.40q", at)
	}
	for _, secret := range a.cfg.Secrets {
		if secret != "" && hmac.Equal([]byte(sign(secret, at, body)), []byte(header("X-Partner-Signature"))) {
			return e.Reference, nil
		}
	}
	return "", provider.Later(provider.Forged, "signature")
}

// sign is the signature of a callback.
func sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

// A partner's data about a person is shown to customers, so only known values pass.

func past(t, now time.Time) time.Time {
	if t.After(now) {
		return now
	}
	return t
}

func gender(s string) string {
	if s == "male" || s == "female" {
		return s
	}
	return ""
}

func age(n int) int {
	if n < 1 || n > 120 {
		return 0
	}
	return n
}

func picture(address string) string {
	if u, ok := link.Parse(address); !ok || u.Scheme != "https" || len(address) > mostText {
		return ""
	}
	return address
}

func short(s string) string {
	r := []rune(s)
	return string(r[:min(len(r), mostText)])
}
