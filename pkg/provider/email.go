package provider

import "time"

// Email is the kind of a message that is an email, ChannelEmail the channel that carries it.
const (
	Email        Kind = "email"
	ChannelEmail      = "email"
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
