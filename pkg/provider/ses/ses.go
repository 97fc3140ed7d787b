// Package ses is the adapter to Amazon SES version 2 (facts §3): what its answers and events mean. The calls are made through the
// AWS SDK by package sdk below, which only functions carry that send or manage domains.
package ses

import (
	"context"
	"encoding/base64"
	"errors"
	"net/mail"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/sns"
	"herald/pkg/provider"
)

const (
	defaultPerSecond = 14 // of an account that has left the sandbox
	// Hook is the end of the address that the topics of the service call.
	Hook = "ses"
	// ReferenceTag is the name of the tag that has our reference. Every event of a configuration set echoes the tags.
	ReferenceTag = "ref"
	// Tags that become the first and second part of the header Feedback-ID, which the service writes itself.
	feedbackA, feedbackB = "ses:feedback-id-a", "ses:feedback-id-b"

	longestHeader  = 995     // characters of a header's value
	longestMessage = 9 << 20 // bytes; the service takes 40 MB in all, a platform email has a tenth of a megabyte
)

// Field is a header or a tag.
type Field struct{ Name, Value string }

// Mail is one call of SendEmail.
type Mail struct {
	From, To, ReplyTo   string // addresses with names, as headers write them
	Subject, Text, HTML string
	Headers, Tags       []Field
	ConfigurationSet    string
	Tenant              string
}

// API makes the calls, each once. Its error is a *Refused when the service answered with an error of its own, and wraps an
// *outbound.Failed when there is no complete answer.
type API interface {
	Send(ctx context.Context, m Mail) (id string, err error)
	provider.EmailAccount
	provider.EmailIdentity
}

// Refused is an error of the service's own.
type Refused struct {
	Name    string // of the exception
	Message string
}

func (r *Refused) Error() string { return r.Name + ": " + r.Message }

// Config says by which account emails are sent, and what tells of them.
type Config struct {
	API              API    // nil in functions that neither send nor manage domains
	ConfigurationSet string // whose event destination is one of the topics
	Tenant           string // of the service; empty: the account itself
	Topics           []string
	Certificates     string           // see sns.Config
	Outside          *outbound.Client // of Certificates
	PerSecond        int              // emails a second; 0 means 14
	Now              clock.Clock
}

// Adapter speaks for one account. It is safe for concurrent use.
type Adapter struct {
	cfg    Config
	topics *sns.Reader
}

var (
	_ provider.Messenger     = (*Adapter)(nil)
	_ provider.Webhook       = (*Adapter)(nil)
	_ provider.EmailAccount  = API(nil)
	_ provider.EmailIdentity = API(nil)
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
	return provider.Profile{Channel: provider.ChannelEmail, Provider: "ses", Sender: "ses", PerSecond: a.cfg.PerSecond,
		Kinds: []provider.Kind{provider.Email}, ReferenceEchoed: true}
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	account := &provider.Account{Messenger: a, Hook: Hook, Events: a, Reason: Reason}
	if a.cfg.API != nil {
		account.Check = a
		account.Email, account.Domains = a.cfg.API, a.cfg.API
	}
	return account
}

// Check reads what the service lets the account send (provider.Checker).
func (a *Adapter) Check(ctx context.Context) error {
	q, err := a.cfg.API.Quota(ctx)
	if err == nil && q.Paused {
		err = &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true,
			Detail: "the service has paused the account"}}
	}
	return err
}

// Send makes at most one request for m and tells what became of it (provider.Messenger).
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	if problem := refuse(&m); problem != "" {
		return outcomeOf(&Refused{Name: notAsked, Message: problem}, "")
	}
	if err := ctx.Err(); err != nil || a.cfg.API == nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: "not asked"}
	}
	out := a.mail(&m)
	id, err := a.cfg.API.Send(ctx, out)
	var refused *Refused
	switch {
	case err == nil && id != "":
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: id}
	case err == nil:
		return provider.Outcome{Detail: "an answer without an id"}
	case errors.As(err, &refused):
		return outcomeOf(refused, m.Email.From)
	}
	return provider.CallFailed(err)
}

func (a *Adapter) mail(m *provider.Message) Mail {
	e := m.Email
	out := Mail{From: written(e.From, e.FromName), To: m.To, Subject: e.Subject, Text: e.Text, HTML: e.HTML,
		ConfigurationSet: a.cfg.ConfigurationSet, Tenant: a.cfg.Tenant,
		Tags: []Field{{ReferenceTag, base64.RawURLEncoding.EncodeToString([]byte(m.Reference))}}}
	if e.ReplyTo != "" {
		out.ReplyTo = written(e.ReplyTo, e.ReplyToName)
	}
	if e.Unsubscribe != "" {
		out.Headers = append(out.Headers, Field{"List-Unsubscribe", "<" + e.Unsubscribe + ">"},
			Field{"List-Unsubscribe-Post", "List-Unsubscribe=One-Click"})
	}
	parts := strings.SplitN(e.FeedbackID, ":", 3)
	for i, name := range []string{feedbackA, feedbackB} {
		if i < len(parts) && tagValue(parts[i]) {
			out.Tags = append(out.Tags, Field{name, parts[i]})
		}
	}
	return out
}

// tagValue reports a text that can be the value of a tag.
func tagValue(s string) bool {
	return s != "" && len(s) <= 256 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// written is an address with its name as a header has it; a name beyond ASCII is an encoded word.
func written(address, name string) string {
	if name == "" {
		return address
	}
	return (&mail.Address{Name: name, Address: address}).String()
}

// refuse finds what the service would certainly refuse, and what must not be in a header.
func refuse(m *provider.Message) (problem string) {
	e := m.Email
	switch {
	case m.Kind != provider.Email || e == nil:
		return "not an email"
	case !ascii(m.To) || !ascii(e.From) || e.ReplyTo != "" && !ascii(e.ReplyTo):
		return "an address is not of ASCII characters"
	case e.Text == "" && e.HTML == "":
		return "no content"
	case len(e.Text)+len(e.HTML) > longestMessage:
		return "the content is too large"
	case len(m.Reference) > 190:
		return "the reference is too long"
	}
	for _, header := range []string{m.To, e.From, e.FromName, e.ReplyTo, e.ReplyToName, e.Subject, e.Unsubscribe, e.FeedbackID} {
		if strings.ContainsFunc(header, func(c rune) bool { return c < ' ' || c == 0x7f }) {
			return "a header has a control character"
		}
	}
	if !provider.Unsubscribes(e.Unsubscribe) && e.Unsubscribe != "" || len(e.Unsubscribe) > longestHeader-2 ||
		strings.ContainsAny(e.Unsubscribe, " <>") || e.Unsubscribe != "" && !ascii(e.Unsubscribe) {
		return "the address that unsubscribes is none"
	}
	return ""
}

func ascii(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
}

// dailyWait is how long a sender rests that has used up its day. The day of the service is any 24 hours.
const dailyWait = time.Hour
