package provider

import "context"

// Checker asks a provider whether an account works, by the cheapest call that changes nothing. Its error is a *Refusal or a *Failure.
type Checker interface {
	Check(ctx context.Context) error
}

// Source gives the senders as they are now, the default of each channel first. It is asked at every use, so it must be cheap.
type Source interface {
	Senders() []*Account
	// Renew reads the senders again, even if they were read a moment ago, and reports whether any changed.
	Renew() bool
}

// Live is a registry whose senders change while the process runs.
func Live(of Source) *Registry { return &Registry{source: of} }

// LiveMessenger sends by the account that a sender has now, so that a worker which holds a sender for minutes uses an exchanged key at
// once. A message that the provider refused because of the account, and so certainly did not take, goes out again when the account
// changed meanwhile. Note hears of every outcome.
type LiveMessenger struct {
	Messenger
	Source Source
	Note   func(ctx context.Context, out Outcome)
}

// Send is that of Messenger.
func (l *LiveMessenger) Send(ctx context.Context, m Message) Outcome {
	by := l.now()
	out := by.Send(ctx, m)
	if refusesAccount(&out) {
		other := l.now()
		if other == by { // another call may have read the accounts again while this one was on its way
			l.Source.Renew()
			other = l.now()
		}
		if other != by {
			out = other.Send(ctx, m)
		}
	}
	l.Note(ctx, out)
	return out
}

// now is the messenger that the sender has now; its own when the sender is there no more.
func (l *LiveMessenger) now() Messenger {
	id := l.Profile().Sender
	for _, a := range l.Source.Senders() {
		if live, ok := a.Messenger.(*LiveMessenger); ok && a.Profile().Sender == id {
			return live.Messenger
		}
	}
	return l.Messenger
}

// refusesAccount reports a message that was certainly not taken, because the account is at fault.
func refusesAccount(o *Outcome) bool {
	return o.Scope == Sender && o.Stop && (o.Verdict == Rejected || o.Verdict == Retry)
}
