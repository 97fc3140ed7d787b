// Package awssms is the adapter to AWS End User Messaging SMS (facts §2.1): what its answers and events mean. The call itself is
// made through the AWS SDK by package sdk below, which only functions carry that send.
package awssms

import (
	"context"
	"errors"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/sns"
	"herald/pkg/provider"
)

const (
	textLimit        = 1600
	defaultPerSecond = 20
	// Hook is the end of the address that the topics of the service call.
	Hook = "aws-sms"
	// ReferenceKey is the name of our reference in the context of a message, which every event echoes.
	ReferenceKey = "ref"
)

// Text is one call of SendTextMessage.
type Text struct {
	To, From, Body   string // E.164 with "+"; number, pool or sender id; the words
	ConfigurationSet string
	Reference        string
}

// API makes the call, once: its error is a *Refused when the service answered with an error of its own, and wraps an
// *outbound.Failed when there is no complete answer.
type API interface {
	SendText(ctx context.Context, t Text) (id string, err error)
}

// Refused is an error of the service's own.
type Refused struct {
	Name    string // of the exception
	Reason  string // its reason, for most
	Message string
}

func (r *Refused) Error() string { return r.Name + " " + r.Reason + ": " + r.Message }

// Config says by which account messages are sent, and what tells of them.
type Config struct {
	API              API      // nil in functions that do not send
	From             string   // number, pool or sender id that sends when the message names none
	ConfigurationSet string   // whose event destination is one of the topics
	Topics           []string // SNS topics that are believed, by their names (ARN)
	// Certificates is where SNS keeps what its signatures are checked by, and where a subscription is confirmed:
	// "https://sns.eu-west-1.amazonaws.com".
	Certificates string
	Outside      *outbound.Client // of Certificates
	PerSecond    int              // parts a second; 0 means 20
	Now          func() time.Time
}

// Adapter speaks for one account. It is safe for concurrent use.
type Adapter struct {
	cfg    Config
	topics *sns.Reader
}

var (
	_ provider.Messenger = (*Adapter)(nil)
	_ provider.Webhook   = (*Adapter)(nil)
)

// New makes the adapter.
func New(cfg Config) *Adapter {
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = defaultPerSecond
	}
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	return &Adapter{cfg: cfg, topics: sns.New(sns.Config{Topics: cfg.Topics, Certificates: cfg.Certificates, Outside: cfg.Outside,
		Now: cfg.Now})}
}

// Profile is what the service can do.
func (a *Adapter) Profile() provider.Profile {
	return provider.Profile{Channel: "sms", Provider: "aws", Sender: "aws", PerSecond: a.cfg.PerSecond, Kinds: []provider.Kind{provider.Text},
		TextLimit: textLimit, ReferenceEchoed: true, Parted: true, TwoWay: true}
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	return &provider.Account{Messenger: a, Hook: Hook, Events: a, Reason: Reason}
}

// Send makes at most one request for m and tells what became of it (provider.Messenger).
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	t := Text{To: "+" + m.To, From: m.From, Body: m.Text, ConfigurationSet: a.cfg.ConfigurationSet, Reference: m.Reference}
	if t.From == "" {
		t.From = a.cfg.From
	}
	if name, bad := refuse(&m); bad {
		return outcomeOf(&Refused{Name: validation, Reason: name, Message: "not asked"})
	}
	if err := ctx.Err(); err != nil || a.cfg.API == nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: "not asked"}
	}
	id, err := a.cfg.API.SendText(ctx, t)
	var refused *Refused
	var failed *outbound.Failed
	switch {
	case err == nil && id != "":
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: id}
	case errors.As(err, &refused):
		return outcomeOf(refused)
	case errors.As(err, &failed) && !failed.Written:
		out := provider.Outcome{Verdict: provider.Retry, Detail: provider.Clip(err.Error())}
		if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			out.Scope, out.After = provider.Sender, time.Second
		}
		return out
	case err == nil:
		return provider.Outcome{Detail: "an answer without an id"}
	}
	return provider.Outcome{Detail: provider.Clip(err.Error())}
}

// refuse finds what the service would certainly refuse.
func refuse(m *provider.Message) (reason string, bad bool) {
	switch {
	case m.Kind != provider.Text:
		return "MEDIA_TYPE_NOT_SUPPORTED", true
	case m.To == "" || len(m.To) > 15 || strings.Trim(m.To, "0123456789") != "" || m.To[0] == '0':
		return "INVALID_PARAMETER", true
	case m.Text == "":
		return "MISSING_PARAMETER", true
	case len(m.Text) > textLimit && len([]rune(m.Text)) > textLimit:
		return "MAXIMUM_SIZE_EXCEEDED", true
	}
	return "", false
}
