// Package smtp is the adapter to a mail relay: what its answers mean, and what the messages that come back to the return path say.
// The relay itself is spoken to by package relay below, which only functions carry that send.
package smtp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

const (
	defaultPerSecond = 10
	// Hook is the end of the address to which messages of the return path are posted.
	Hook = "smtp"

	longestMessage = 9 << 20 // bytes
)

// Mail is one email as it is handed to the relay.
type Mail struct {
	ReturnPath, To       string // of the envelope
	From, FromName       string
	ReplyTo, ReplyToName string
	MessageID            string // without brackets
	Subject, Text, HTML  string
	Unsubscribe          string
	FeedbackID           string
}

// Stage is how far a delivery came.
type Stage uint8

const (
	Connecting Stage = iota // greeting, EHLO, STARTTLS
	Signing                 // AUTH
	Sender                  // MAIL
	Recipient               // RCPT
	Content                 // DATA and the message
)

// Refused is an answer of the relay other than yes.
type Refused struct {
	Stage Stage
	Code  int // 421, 550 …
	Words string
}

func (r *Refused) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Words) }

// Relay delivers one email, once. Its error is a *Refused when the relay said no, and wraps an *outbound.Failed when there is no
// complete answer: Written means that the end of the message was sent.
type Relay interface {
	Deliver(ctx context.Context, m Mail) error
	// Check signs in and delivers nothing. Its error is one of Deliver.
	Check(ctx context.Context) error
}

// ErrConnect is the cause when no connection to the relay came about.
var ErrConnect = errors.New("smtp: no connection to the relay")

// Config says by which relay emails are sent, and what comes back.
type Config struct {
	Relay   Relay  // nil in functions that do not send
	Domain  string // of the return path and of Message-IDs
	Secrets []string
	// PerSecond is emails a second; 0 means 10.
	PerSecond int
	Now       clock.Clock
}

// Adapter speaks for one relay. It is safe for concurrent use.
type Adapter struct {
	cfg  Config
	mark marker
}

var (
	_ provider.Messenger = (*Adapter)(nil)
	_ provider.Webhook   = (*Adapter)(nil)
)

// New makes the adapter; what is missing in the configuration is an error.
func New(cfg Config) (*Adapter, error) {
	if cfg.Domain == "" || strings.ContainsAny(cfg.Domain, "@ <>\r\n") {
		return nil, fmt.Errorf("smtp: return path domain %q is none", cfg.Domain)
	}
	if len(cfg.Secrets) == 0 || cfg.Secrets[0] == "" {
		return nil, errors.New("smtp: a secret of the return path must be configured")
	}
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = defaultPerSecond
	}
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	return &Adapter{cfg: cfg, mark: marker{domain: strings.ToLower(cfg.Domain), secrets: cfg.Secrets}}, nil
}

// Profile is what a relay can do.
func (a *Adapter) Profile() provider.Profile {
	return provider.Profile{Channel: provider.ChannelEmail, Provider: "smtp", Sender: "smtp", PerSecond: a.cfg.PerSecond,
		Kinds: []provider.Kind{provider.Email}, ReferenceEchoed: true}
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	return &provider.Account{Messenger: a, Hook: Hook, Events: a, Reason: Reason, Check: a}
}

// Send makes at most one delivery of m and tells what became of it (provider.Messenger).
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	if problem := refuse(&m); problem != "" {
		return provider.Outcome{Verdict: provider.Rejected, Code: notAsked, Detail: problem}
	}
	if err := ctx.Err(); err != nil || a.cfg.Relay == nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: "not asked"}
	}
	e := m.Email
	out := Mail{ReturnPath: a.mark.returnPath(m.Reference, e.ReturnPath), To: m.To, From: e.From, FromName: e.FromName, ReplyTo: e.ReplyTo,
		ReplyToName: e.ReplyToName, MessageID: a.mark.messageID(m.Reference), Subject: e.Subject, Text: e.Text, HTML: e.HTML,
		Unsubscribe: e.Unsubscribe, FeedbackID: e.FeedbackID}
	err := a.cfg.Relay.Deliver(ctx, out)
	var refused *Refused
	switch {
	case err == nil:
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: out.MessageID}
	case errors.As(err, &refused):
		return outcomeOf(refused)
	}
	return failed(err)
}

// Check signs in to the relay (provider.Checker).
func (a *Adapter) Check(ctx context.Context) error {
	if a.cfg.Relay == nil {
		return &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Retry, Detail: "not asked"}}
	}
	err := a.cfg.Relay.Check(ctx)
	var refused *Refused
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return &provider.Refusal{Outcome: outcomeOf(refused)}
	}
	return &provider.Refusal{Outcome: failed(err)}
}

// failed is the outcome of a delivery without a complete answer.
func failed(err error) provider.Outcome {
	out := provider.CallFailed(err)
	if out.Verdict == provider.Retry && !errors.Is(err, ErrConnect) {
		out.Scope = provider.Target // the relay is there, and cut the connection of this email
	}
	return out
}

// refuse finds what must not be in a header, and what no relay takes.
func refuse(m *provider.Message) (problem string) {
	e := m.Email
	switch {
	case m.Kind != provider.Email || e == nil:
		return "not an email"
	case !ascii(m.To) || !ascii(e.From) || e.ReplyTo != "" && !ascii(e.ReplyTo) || strings.Count(m.To, "@") != 1 ||
		strings.ContainsAny(m.To+e.From+e.ReplyTo+e.ReturnPath, "<>,;"):
		return "an address is not one of ASCII characters"
	case e.Text == "" && e.HTML == "":
		return "no content"
	case len(e.Text)+len(e.HTML) > longestMessage:
		return "the content is too large"
	}
	for _, header := range []string{e.FromName, e.ReplyToName, e.Subject, e.Unsubscribe, e.FeedbackID, e.ReturnPath, m.Reference} {
		if strings.ContainsFunc(header, func(c rune) bool { return c < ' ' || c == 0x7f }) {
			return "a header has a control character"
		}
	}
	if e.Unsubscribe != "" && (!provider.Unsubscribes(e.Unsubscribe) || !ascii(e.Unsubscribe) ||
		strings.ContainsAny(e.Unsubscribe, "<>")) {
		return "the address that unsubscribes is none"
	}
	return ""
}

func ascii(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
}
