package provider

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Email is the kind of a message that is an email, ChannelEmail the channel that carries it.
const (
	Email        Kind   = "email"
	ChannelEmail string = "email"
)

// EmailPart is an email to one recipient, complete but for the MIME form and signature, which the adapter adds. Message.To is the
// recipient's address. Header values have no line breaks.
type EmailPart struct {
	From        string // address of the sender; its domain is verified
	FromName    string
	ReplyTo     string // empty: the sender's address
	ReplyToName string
	Subject     string
	Text        string
	HTML        string // empty of an email of format text
	// Unsubscribe is the https address of RFC 8058: a POST to it ends the sending. It goes into List-Unsubscribe with
	// List-Unsubscribe-Post.
	Unsubscribe string
	// FeedbackID is the value of header Feedback-ID (order:tenant:kind:platform), by which mailbox providers count complaints.
	FeedbackID string
	// ReturnPath is the local part of the envelope sender that brings bounces back; empty: the adapter's own.
	ReturnPath string
}

// Bounce is why an email was returned (business-domain §4, email result).
type Bounce uint8

const (
	NoBounce  Bounce = iota
	Hard             // the address does not exist
	Soft             // the mailbox was full or away; a later email may arrive
	Blacklist        // the provider's or the account's suppression list has the address
)

// Interaction is what a person or a machine did with an email, as a provider's own tracking reports it.
type Interaction struct {
	Reference string
	At        time.Time
	Link      string // address that was opened; empty: the email was loaded
	UserAgent string
}

// EmailQuota is what a provider lets an account send.
type EmailQuota struct {
	PerSecond float64
	PerDay    int // 0: not bounded
	SentToday int
	Paused    bool // the provider stopped the account
}

// EmailAccount is what an account of emails tells beside sending. A call that the provider refuses is a *Refusal.
type EmailAccount interface {
	// Quota reads what the provider lets the account send.
	Quota(ctx context.Context) (EmailQuota, error)
	// Suppressed reads the entry of an address on the account's own suppression list; ok is false without one.
	Suppressed(ctx context.Context, address string) (s Suppression, ok bool, err error)
	// Suppress puts an address on that list. It may be repeated.
	Suppress(ctx context.Context, address string, why SuppressionCause) error
	// Unsuppress takes an address off the list. It may be repeated.
	Unsuppress(ctx context.Context, address string) error
}

// SuppressionCause is why an address stands on an account's suppression list.
type SuppressionCause string

const (
	SuppressedBounce    SuppressionCause = "bounce"
	SuppressedComplaint SuppressionCause = "complaint"
)

// Suppression is an entry of an account's suppression list.
type Suppression struct {
	Cause SuppressionCause
	Since time.Time
}

// EmailIdentity manages the domains that an account sends from. A call that the provider refuses is a *Refusal.
type EmailIdentity interface {
	// CreateIdentity adds a domain and returns the records that prove it. For a domain that is there already it reads it.
	CreateIdentity(ctx context.Context, domain string) (Identity, error)
	// Identity reads a domain; ErrNoIdentity when the account does not have it.
	Identity(ctx context.Context, domain string) (Identity, error)
	// DeleteIdentity removes a domain. It may be repeated.
	DeleteIdentity(ctx context.Context, domain string) error
}

// ErrNoIdentity is the error for a domain that the account does not have.
var ErrNoIdentity = errors.New("provider: no such identity")

// IdentityStatus is how the check of a domain stands.
type IdentityStatus string

const (
	IdentityPending   IdentityStatus = "pending"   // the records were not found yet
	IdentityVerified  IdentityStatus = "verified"  // emails can be sent
	IdentityFailed    IdentityStatus = "failed"    // the records were not found in time
	IdentityTemporary IdentityStatus = "temporary" // the last check did not succeed for a passing reason
	IdentityNone      IdentityStatus = "none"      // not set up
)

// Identity is a domain as the provider sees it.
type Identity struct {
	Domain   string
	Sending  bool // the account may send from it now
	Status   IdentityStatus
	DKIM     IdentityStatus
	MailFrom IdentityStatus // of the return-path domain
	// MailFromDomain is the return-path domain; empty: the provider's own.
	MailFromDomain string
	// Problem is the provider's word for why the check failed; empty for none.
	Problem string
	Records []DNSRecord // that prove the domain and carry its DKIM keys
}

// DNSRecord is a record that the owner of a domain publishes.
type DNSRecord struct{ Type, Name, Value string }

// Unsubscribes tells whether an address can stand in List-Unsubscribe: RFC 8058 wants https. A product that runs on one machine has
// none, so its own address is taken as well.
func Unsubscribes(address string) bool {
	for _, prefix := range []string{"https://", "http://127.0.0.1:", "http://localhost:"} {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}
