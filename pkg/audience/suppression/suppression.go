// Package suppression is the module for numbers and addresses that must not be written to: of one tenant or of all, on one channel
// or on all (decisions §6, §12). The source of an entry decides who may lift it. A worker asks a Guard immediately
// before each call. A cap on messages per recipient is stored at the same place (cap.go).
//
// Users see the rows of entries. Workers read other rows: a head with a version for each holder (a tenant, or all
// tenants), and a log of each version's changes, written in the transaction of the entry. So a worker reads two small
// rows to know that nothing changed, and only the later changes when something did.
package suppression

import (
	"context"
	"slices"
	"time"

	"herald/pkg/audience/riskgroup"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// Source is who or what suppressed a number.
type Source string

const (
	Manual    Source = "manual"    // by hand
	Import    Source = "import"    // from a file
	Stop      Source = "stop"      // the recipient answered with a word of words.go; START lifts it
	Provider  Source = "provider"  // the recipient opted out at the provider (131050, user_preferences); "resume" lifts it
	Complaint Source = "complaint" // the recipient complained
	Consent   Source = "consent"   // a consent was withdrawn (audience/consent)

	Unsubscribe Source = "unsubscribe" // the recipient used the link of an email; the same page undoes it
	Bounce      Source = "bounce"      // emails to the address come back
)

// sources and channels in the order of their codes in a set; never reordered, for sets are stored. A code has three bits for each: at
// most 8 of both.
var (
	sources  = []Source{Manual, Import, Stop, Provider, Complaint, Consent, Unsubscribe, Bounce}
	channels = []string{AllChannels, "whatsapp", "sms", "call", "email", "group", "comment"}
)

// Channels are the words that an entry may have for its channel, that of every channel among them.
func Channels() []string { return slices.Clone(channels) }

// AllChannels is the channel of an entry that holds for every channel.
const AllChannels = ""

// ByRecipient reports a source that is the recipient's own word: no customer lifts it by hand.
func (s Source) ByRecipient() bool {
	return s == Stop || s == Provider || s == Complaint || s == Consent || s == Unsubscribe
}

// Reasons why a recipient is blocked, as an order counts them.
const (
	Suppressed = "suppressed" // on a list that a customer or staff keep, or after a complaint
	OptedOut   = "optedOut"   // by the recipient's own word
	Capped     = "capped"     // by the frequency cap
	NoConsent  = "noConsent"  // the country wants a consent on record, and there is none
	// RiskControl: a risk-control collection of the tenant or of staff holds the number.
	RiskControl = "riskControl"
	// NoHour: the number does not tell by which zone it lives, and no hour of the day is open in all that it may be.
	NoHour = "noHour"
)

// Reasons in the order in which they are shown.
var Reasons = []string{Suppressed, OptedOut, RiskControl, Capped, NoConsent, NoHour}

func (s Source) reason() string {
	switch s {
	case Stop, Provider, Consent, Unsubscribe:
		return OptedOut
	}
	return Suppressed
}

// Scopes of an entry on the wire.
const (
	Tenant = "tenant"
	Global = "global"
)

// platformScope is the holder of global entries; other holders are the id of a first-level customer or an agent.
const platformScope = "*"

// Holder of an owner's entries.
func Holder(o auth.Owner) string {
	if o.Tenant == "" {
		return platformScope
	}
	return o.Tenant
}

// AddressChannel is the channel of every entry of an address.
const AddressChannel = "email"

// Entry is a suppressed number or address as a list shows it.
type Entry struct {
	ID          string `dynamodbav:"id" json:"id"`
	PhoneNumber string `dynamodbav:"p" json:"phoneNumber" doc:"Phone number: E.164 without +. Empty for an address."`
	Email       string `dynamodbav:"em,omitempty" json:"email,omitempty" doc:"Suppressed address, in lower case."`
	Scope       string `dynamodbav:"sc" json:"scope" enum:"tenant,global"`
	Channel     string `dynamodbav:"ch" json:"channel" doc:"Channel of the entry. Empty: every channel."`

	Source       Source    `dynamodbav:"s" json:"source" enum:"manual,import,stop,provider,complaint,consent,unsubscribe,bounce"`
	Reason       string    `dynamodbav:"rs" json:"reason"`
	Evidence     string    `dynamodbav:"ev,omitempty" json:"evidence,omitempty" doc:"The recipient's words, or the provider's error code."`
	MessageID    string    `dynamodbav:"mi,omitempty" json:"messageId,omitempty" doc:"The provider's id of the recipient's message."`
	OrderID      string    `dynamodbav:"oi,omitempty" json:"orderId,omitempty" doc:"Id of the order that the recipient replied to."`
	OrderNo      string    `dynamodbav:"on,omitempty" json:"orderNo,omitempty"`
	CustomerID   string    `dynamodbav:"cu,omitempty" json:"customerId,omitempty" doc:"Id of the customer that owns the entry. Only for the tenant scope."`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName,omitempty"`
	Operator     string    `dynamodbav:"by,omitempty" json:"operator,omitempty" doc:"Name of the user who added the entry manually."`
	EventTime    time.Time `dynamodbav:"et" json:"eventTime" doc:"Time when the recipient or the user asked for it."`
	CreateTime   time.Time `dynamodbav:"ca" json:"createTime"`

	Normal uint64 `dynamodbav:"nn" json:"-"` // phone.Normal of the number, or the code of the address
	Agent  string `dynamodbav:"ag,omitempty" json:"-"`
}

func (e *Entry) code() uint64 { return codeOf(e.Normal, e.Channel, e.Source) }

// scopes that see an entry: staff, the tenant, its agent. Secondaries look through their tenant's scope (ScopeOf).
func (e *Entry) scopes() []string {
	out := []string{string(auth.Everything)}
	if e.CustomerID != "" {
		for _, s := range (auth.Owner{User: e.CustomerID, Tenant: e.CustomerID, Agent: e.Agent}).Scopes() {
			if s != auth.Everything {
				out = append(out, string(s))
			}
		}
	}
	return out
}

// ScopeOf is where a caller looks: a secondary's list is that of its tenant.
func ScopeOf(p *auth.Principal) string {
	if p.Type == auth.Secondary {
		return string(auth.UserScope(p.Tenant))
	}
	return string(p.Scope())
}

// Store keeps suppressed numbers.
type Store struct {
	DB    store.DB
	Now   func() time.Time
	NewID func(ctx context.Context) string
	Cache *Cache // of the process
	Risks *riskgroup.Store
	Log   func(line map[string]any)
}
