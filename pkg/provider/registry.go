package provider

import "slices"

// Reason is why a message was not delivered, as far as it matters to who sent it.
type Reason string

const (
	Undeliverable Reason = "undeliverable"
	CappedThere   Reason = "capped" // by the provider's own cap
	OptedOut      Reason = "optedOut"
	OutOfWindow   Reason = "window"
	TooFast       Reason = "rate"
	BadTemplate   Reason = "template"
	BadMedia      Reason = "media"
	OffNetwork    Reason = "unreachable" // the telephone, by its carrier
	Filtered      Reason = "filtered"    // by a carrier or a law
	Busy          Reason = "busy"        // of calls
	NoAnswer      Reason = "noAnswer"
	NoMailbox     Reason = "noMailbox" // of emails
	MailboxFull   Reason = "mailboxFull"
	Blacklisted   Reason = "blacklisted"  // by a suppression list of the provider
	Unproven      Reason = "unproven"     // the sender's domain is not authenticated
	MailFiltered  Reason = "mailFiltered" // by the recipient's mailbox provider
	BadContent    Reason = "content"
	NotNow        Reason = "notNow" // the recipient's mail server did not answer or take it in time
	OtherReason   Reason = "other"
)

// Reasons in the order in which they are shown.
var Reasons = []Reason{Undeliverable, Busy, NoAnswer, OffNetwork, CappedThere, OptedOut, OutOfWindow, Filtered, TooFast, BadTemplate,
	BadMedia, NoMailbox, MailboxFull, Blacklisted, NotNow, MailFiltered, Unproven, BadContent, OtherReason}

// Account is a number or an account that messages are sent from, and what its adapter brings.
type Account struct {
	Messenger
	Media     MediaStore       // nil when it takes no files
	Sent      MediaSource      // of recipients; nil when they send none
	Templates TemplateProvider // nil when it has no templates
	Calls     Dialler          // nil when it makes no calls
	Groups    GroupBuilder     // nil when it makes no groups
	Hook      string           // name of its webhook, the end of /hook/<name>, empty for none; several senders may share one
	Events    Webhook
	Email     EmailAccount  // nil when it is no account of emails, or tells nothing about itself
	Domains   EmailIdentity // nil when it keeps no domains
	Check     Checker       // nil when no call tells whether it works
	Of        string        // id of the provider's account that it is of; senders of one account share their keys
	Paused    bool          // staff switched the provider's account off: what was ordered by it waits
	// Reason is what a code of the provider means.
	Reason func(code int) Reason
}

// Registry knows the senders. Who a message goes out by is decided when it is ordered and stands in the order.
type Registry struct {
	senders []*Account
	source  Source // instead of them
}

// NewRegistry lists senders, with the default of each channel first.
func NewRegistry(senders ...*Account) *Registry { return &Registry{senders: senders} }

// All senders, in the order of the configuration.
func (r *Registry) All() []*Account {
	if r.source != nil {
		return r.source.Senders()
	}
	return r.senders
}

// For gives the sender of a channel; nil when there is none.
func (r *Registry) For(channel string) *Account {
	return r.first(func(s *Account) bool { return s.Profile().Channel == channel })
}

// Of lists the senders of a channel, the default first.
func (r *Registry) Of(channel string) (all []*Account) {
	for _, s := range r.All() {
		if s.Profile().Channel == channel {
			all = append(all, s)
		}
	}
	return all
}

// Sender gives a sender by its id; nil for none.
func (r *Registry) Sender(id string) *Account {
	return r.first(func(s *Account) bool { return s.Profile().Sender == id })
}

// Siblings lists a sender and those that may stand in for it, in the order of the configuration: of the same provider, channel and account.
// nil for none.
func (r *Registry) Siblings(id string) (all []*Account) {
	of := r.Sender(id)
	if of == nil {
		return nil
	}
	p := of.Profile()
	for _, s := range r.Of(p.Channel) {
		if other := s.Profile(); s == of || p.Account != "" && other.Provider == p.Provider && other.Account == p.Account {
			all = append(all, s)
		}
	}
	return all
}

// Shared is the account whose limits a sender shares with others; empty for none.
func (r *Registry) Shared(id string) string {
	if all := r.Siblings(id); len(all) > 1 {
		return all[0].Profile().Account
	}
	return ""
}

// GroupOffers is the profile of the first of the senders that make groups.
func (r *Registry) GroupOffers() (all []Profile) {
	if s := r.first(func(s *Account) bool { return s.Groups != nil && s.Profile().GroupSize > 0 }); s != nil {
		all = append(all, s.Profile())
	}
	return all
}

// Webhook gives the sender that answers a webhook; nil for none.
func (r *Registry) Webhook(name string) *Account {
	return r.first(func(s *Account) bool { return s.Hook == name })
}

// Signers are the accounts that calls of a webhook may be signed for, one for each provider's account.
func (r *Registry) Signers(name string) (all []*Account) {
	for _, s := range r.All() {
		if s.Hook == name && !slices.ContainsFunc(all, func(o *Account) bool { return o.Of == s.Of }) {
			all = append(all, s)
		}
	}
	return all
}

// Receives tells whether a webhook is that of a sender of a channel.
func (r *Registry) Receives(webhook, channel string) bool {
	return r.first(func(s *Account) bool { return s.Hook == webhook && s.Profile().Channel == channel }) != nil
}

// Webhooks are the names of all webhooks.
func (r *Registry) Webhooks() []string {
	var names []string
	for _, s := range r.All() {
		if s.Hook != "" && !slices.Contains(names, s.Hook) {
			names = append(names, s.Hook)
		}
	}
	return names
}

func (r *Registry) first(is func(*Account) bool) *Account {
	for _, s := range r.All() {
		if is(s) {
			return s
		}
	}
	return nil
}
