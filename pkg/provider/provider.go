// Package provider declares the ports through which modules reach the outside world: messages, their outcomes, and
// the features of a channel. Adapters live in folders below and are known to app only.
package provider

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"
)

// Verdict is what one call to a provider tells for certain about one message.
type Verdict uint8

const (
	// Unknown: the provider may or may not have accepted the message (a cut answer, a bare 5xx, an unreadable 200). Never sent again
	// by itself.
	Unknown Verdict = iota
	// Accepted: the provider took the message over and gave it an id.
	Accepted
	// Rejected: the provider did not accept it and never will; the target fails and is refunded.
	Rejected
	// Retry: the provider certainly did not accept it, but may later (rate limits, a refused connection, a failure before the request
	// was written).
	Retry
)

// Scope tells how far a refusal reaches.
type Scope uint8

const (
	// Target: only this recipient is concerned.
	Target Scope = iota
	// Sender: the sending number is throttled, blocked or has an account error; every message of it is concerned.
	Sender
	// Content: the template or media of the order is concerned; every message of the order is.
	Content
)

// Outcome is what became of one attempt. Retry is a property of this value, never of the caller.
type Outcome struct {
	Verdict    Verdict
	Scope      Scope
	Stop       bool          // with Scope Sender or Content: pause the order and tell its owner
	Suppress   bool          // the recipient opted out: suppress the number for the tenant
	Values     bool          // with Scope Content: the values of this one message may be at fault instead
	After      time.Duration // with Retry: not before this long; 0 means at once
	Grow       int           // with Retry: the n-th retry not before Grow^n seconds, counted from 0; 0: as the caller likes
	ProviderID string        // with Accepted: the provider's message id
	Code       int           // the provider's error code; 0 when it gave none
	Bounce     Bounce        // of an email with Rejected: it was refused as a bounce would say
	Detail     string        // the provider's text, for the log and the admin; never shown to the customer
}

// Kind of a message.
type Kind string

const (
	Text     Kind = "text"
	Image    Kind = "image"
	Video    Kind = "video"
	Link     Kind = "link"
	Template Kind = "template"
)

// Kinds are all of them.
func Kinds() []Kind { return []Kind{Text, Image, Video, Link, Template} }

// Message is one message to one recipient, ready to be sent: placeholders are already filled in.
type Message struct {
	To        string // E.164 digits without "+"; of an email the address
	From      string // the sender that the recipient sees, of several that an account has; empty: the account's own
	Reference string // our reference (order, generation, chunk, index, attempt), at most 512 bytes; echoed in every receipt
	Quotes    string // the provider's id of the message that it quotes; empty: none
	Kind      Kind
	Text      string // Text: the body; Image and Video: the caption; Link: the body
	MediaID   string // Image and Video: the provider's media id; Link: optional header image
	Link      *LinkPart
	Template  *TemplatePart
	Call      *CallPart // Call: how long it may be
	Email     *EmailPart
}

// LinkPart is a message with one button that opens a page.
type LinkPart struct {
	URL, Button, Header, Footer string
}

// TemplatePart names an approved template and the values of its body's placeholders in order. A header that has a placeholder or a
// file is given its own, and so is each button whose address ends in a placeholder.
type TemplatePart struct {
	Name, Language string
	Values         []string
	Header         string // value of the header's placeholder; empty for none
	Picture        string // media id of the header's picture; empty for none
	Video          string // likewise of its video
	Buttons        []ButtonValue
}

// ButtonValue is the value of the placeholder of a button, by the button's place among all of the template, from 0.
type ButtonValue struct {
	Index int
	Value string
}

// File is the media id of the header's file; empty for none.
func (t *TemplatePart) File() string { return t.Picture + t.Video }

// WithFile is the part with another media id in the place of the one that it has.
func (t TemplatePart) WithFile(id string) *TemplatePart {
	if t.Video != "" {
		t.Video = id
	} else {
		t.Picture = id
	}
	return &t
}

// Messenger sends one message. It makes at most one HTTP request that could be accepted, never replays it,
// and returns an Outcome for every failure, so there is no error to forget.
type Messenger interface {
	Send(ctx context.Context, m Message) Outcome
	Profile() Profile
}

// Refusal is the error of a call other than Send that the provider did not carry out; Outcome says whether to try again.
type Refusal struct{ Outcome Outcome }

func (r *Refusal) Error() string {
	return "provider refused (code " + strconv.Itoa(r.Outcome.Code) + "): " + r.Outcome.Detail
}

// MediaStore uploads a file to the provider ahead of an order; a failure is a *Refusal.
type MediaStore interface {
	UploadMedia(ctx context.Context, name, contentType string, body []byte) (mediaID string, err error)
}

// MediaSource brings the files that recipients sent: at most most bytes, ErrTooLarge for more. Another failure is a *Refusal.
type MediaSource interface {
	FetchMedia(ctx context.Context, id string, most int64) (contentType string, body []byte, err error)
}

// ErrTooLarge is the error for a file of more bytes than were asked for.
var ErrTooLarge = errors.New("provider: the file is too large")

// Profile is what a channel can do (decisions §6). Forms, estimates and validation read it.
type Profile struct {
	Channel         string   // "whatsapp", "sms"
	Provider        string   // whose it is: "whatsapp", "aws", "twilio"
	Sender          string   // id of the sending number, or of the account that sends
	Number          string   // digits, as recipients see the sender; empty: not known, or of an account that sends by several
	Account         string   // whose limits several numbers share; empty: none that is known
	Kinds           []Kind   // of messages that it carries
	Avatars         []string // pictures that an order may choose from; "random" is the number's own; none: nothing is shown
	PerSecond       int      // messages a second of this sender
	Lines           int      // calls at a time of this sender; 0: it makes none
	GroupSize       int      // most participants of a group
	GroupOwn        int      // of them the account itself
	GroupSquare     int      // the picture of a group is a square JPEG of so many pixels a side at least; 0: any picture
	CanAdd          bool
	CanMute         bool
	CanPromote      bool
	InviteOnly      bool
	GroupGreets     bool // a group can be greeted when it was made
	GroupRepeats    bool // the same reference is the same group: every call about it may be repeated
	GroupBatch      int  // most numbers that are added by one call
	GroupRate       int  // calls about groups a second
	ReadReceipts    bool
	TextLimit       int // characters of a text body
	LinkBodyLimit   int
	ButtonLimit     int
	HeaderLimit     int
	CaptionLimit    int
	NoMarketingIn   []string // ISO countries to which marketing templates are not delivered
	ReferenceEchoed bool
	Parted          bool          // a long text is divided into parts, each of which is paid for (kit/gsm)
	TwoWay          bool          // recipients can answer
	ReplyWindow     time.Duration // how long after a recipient's message anything but a template may follow; 0: always
	NeedsTemplate   bool          // recipients who did not write first get approved templates only

	PairEvery time.Duration // between two messages to one recipient, in the long run; 0: no bound that is known

	Quoting bool // a message can quote another one
}

// Carries reports a kind of messages that the channel has.
func (p *Profile) Carries(k Kind) bool { return slices.Contains(p.Kinds, k) }

// ReceiptState is what a receipt says about a message; the zero value is not a receipt.
type ReceiptState uint8

const (
	ReceiptNone ReceiptState = iota
	ReceiptSent
	ReceiptFailed
	ReceiptArrived
	ReceiptRead
	ReceiptComplained
)

// Receipt is a provider's status of one message. Order and repetition mean nothing.
type Receipt struct {
	Reference  string       // our reference, empty when the provider did not echo one
	ProviderID string       // the provider's message id
	State      ReceiptState // ReceiptNone: not a status we know (it is counted, not applied)
	At         time.Time
	Code       int
	Stop       bool // the code stops the order (template paused after acceptance …)
	Suppress   bool
	Bounce     Bounce    // of an email with ReceiptFailed; it overrides an earlier arrival
	Call       *CallFact // of a call; its receipts wait for no others
	Limit      int       // of a call: after how many seconds the provider ends it
}

// Inbound is a message or a preference that came from a recipient.
type Inbound struct {
	From   string // E.164 digits, possibly in the provider's own normal form; empty where only User is known
	User   string // the provider's own id of the writer, which stands for the number that it was seen with; empty: unknown
	To     string // the address written to, of several that an account has, as From of a message names it; empty: unknown
	Sender string // which of our senders, of several that share the webhook; empty: unknown
	Kind   string // text, image, video, audio, document, sticker, location, …; empty for a preference
	Text   string // or the caption
	Hidden string // the payload of a tapped button
	ID     string // the provider's id of the message; empty for a preference
	Quotes string // the provider's id of the message that it answers; empty: unknown
	Name   string // of the writer's profile; empty: unknown
	Media  *InboundMedia
	Stop   bool // the provider itself reports an opt-out (user_preferences)
	Resume bool // and its end
	At     time.Time
}

// User is a person's id at the provider, and the number that it was seen with.
type User struct{ ID, Number string }

// InboundMedia is a file that a recipient sent; it lies with the provider.
type InboundMedia struct {
	ID   string `json:"i" dynamodbav:"i"`
	Type string `json:"t,omitempty" dynamodbav:"t,omitempty"` // content type, as the provider tells
	Name string `json:"n,omitempty" dynamodbav:"n,omitempty"` // of a document
}

// SenderEvent is what a provider says about one of our senders.
type SenderEvent struct {
	Sender  string
	Quality Quality // empty: nothing is said of it
	Tier    *int    // recipients in any 24 hours, 0 for no limit; nil: nothing is said of it
}

// Events is what one webhook call carried.
type Events struct {
	Receipts  []Receipt
	Inbound   []Inbound
	Users     []User
	Templates []TemplateEvent
	Senders   []SenderEvent
	Groups    []GroupEvent
	Ended     []CallEnded   // calls
	Actions   []Interaction // with emails
	Unknown   int           // items of a kind that we do not read
}

// Callback is a call of a provider as it came.
type Callback struct {
	Query  string // as the provider wrote it, without "?"
	Header func(name string) string
	Body   []byte
}

// Webhook authenticates and reads a provider's callback.
type Webhook interface {
	// Wellformed reports whether a call has the form of the provider's, signed or not. A call of another form is
	// junk.
	Wellformed(c *Callback) bool
	// Verify reports whether the call as it came was signed by the provider. It may have to fetch what the signature is checked by.
	Verify(ctx context.Context, c *Callback) bool
	// Challenge answers a subscription check; ok is false when the token is wrong.
	Challenge(query func(string) string) (answer string, ok bool)
	// Parse reads an authenticated call. Unknown fields are ignored. A call in which the provider asks whether it
	// may send more is reported.
	Parse(ctx context.Context, c *Callback) (Events, error)
}
