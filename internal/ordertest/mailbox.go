package ordertest

import (
	"context"
	"strings"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/webhook"
	"herald/pkg/provider"
)

// Mailbox is a provider of emails: it keeps the emails that it accepts. The part of an address before the first dot or @ decides what
// becomes of it: hard, soft, listed, refused or complained; every other address gets its email.
type Mailbox struct {
	mu  sync.Mutex
	got []provider.Message
	// Accepted is called for each accepted email; nil: nothing is reported by itself.
	Accepted func(m provider.Message)
}

// Emails are the accepted emails.
func (b *Mailbox) Emails() []provider.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]provider.Message(nil), b.got...)
}

func fate(address string) string {
	return address[:strings.IndexAny(address, ".@")]
}

// Reports are what the provider reports of an accepted email, in their order.
func Reports(m provider.Message, at time.Time) []provider.Receipt {
	arrived := provider.Receipt{Reference: m.Reference, State: provider.ReceiptArrived, At: at}
	failed := provider.Receipt{Reference: m.Reference, State: provider.ReceiptFailed, At: at.Add(time.Second)}
	switch fate(m.To) {
	case "hard":
		failed.Bounce, failed.Code = provider.Hard, 511
		return []provider.Receipt{failed}
	case "soft":
		failed.Bounce, failed.Code = provider.Soft, 422
		return []provider.Receipt{failed}
	case "listed":
		failed.Bounce, failed.Code = provider.Blacklist, 900
		return []provider.Receipt{failed}
	case "late": // the mailbox returns what it took
		failed.Bounce, failed.Code = provider.Hard, 511
		return []provider.Receipt{arrived, failed}
	case "complained":
		return []provider.Receipt{arrived, {Reference: m.Reference, State: provider.ReceiptComplained, At: at.Add(time.Second)}}
	}
	return []provider.Receipt{arrived}
}

// mailSender is the mailbox as a process reaches it.
type mailSender struct {
	*Mailbox
	p *process
}

func (s mailSender) Profile() provider.Profile {
	return provider.Profile{Channel: provider.ChannelEmail, Provider: "mailbox", Sender: "mailbox", Kinds: []provider.Kind{provider.Email},
		PerSecond: 400, ReferenceEchoed: true}
}

// Send takes an email; a connection may be refused and an answer may be lost, as of every provider.
func (s mailSender) Send(_ context.Context, m provider.Message) provider.Outcome {
	if s.p.gate(true, "provider") != nil {
		return provider.Outcome{Verdict: provider.Retry}
	}
	out := provider.Outcome{Verdict: provider.Accepted, ProviderID: "m." + m.Reference}
	if fate(m.To) == "refused" {
		out = provider.Outcome{Verdict: provider.Rejected, Code: 550}
	} else {
		s.mu.Lock()
		s.got = append(s.got, m)
		s.mu.Unlock()
		if s.Accepted != nil {
			s.Accepted(m)
		}
	}
	if s.p.gate(false, "provider") != nil || s.p.w.Faults.Load() && s.p.w.chance(0.01) {
		return provider.Outcome{Verdict: provider.Unknown}
	}
	return out
}

func (b *Mailbox) account(p *process) *provider.Account {
	return &provider.Account{Messenger: mailSender{b, p}, Hook: "mailbox", Reason: func(int) provider.Reason { return provider.Undeliverable }}
}

// Receive takes what a provider of emails reports, as its webhook does.
func Receive(ctx context.Context, e *dispatch.Engine, receipts ...provider.Receipt) error {
	from, events := e.Senders.For(provider.ChannelEmail), &provider.Events{Receipts: receipts}
	for _, to := range []webhook.Receiver{inbound.Receiver{Inbound: e.Inbound()}, receipt.Receiver{Receipts: e.Receipts()}} {
		if err := to.Receive(ctx, from, events); err != nil {
			return err
		}
	}
	return nil
}

// Emails is the module of email campaigns beside others; nil without a mailbox.
func Emails(e *dispatch.Engine) *email.Service {
	f := e.Flow.Siblings[email.Kind]
	if f == nil {
		return nil
	}
	return f.Kind.(*dispatch.Engine).Content.(*email.Service)
}
