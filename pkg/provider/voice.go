package provider

import "context"

// Call is the kind of a message that is a telephone call. Its recording is played, and the recipient's answer is
// recorded.
const Call Kind = "call"

// CallPart bounds a call.
type CallPart struct {
	Limit       int // seconds after which the provider ends it
	RingSeconds int // seconds until it counts as unanswered
}

// CallFact is what became of a call that was answered, as far as one callback tells. Of several the largest of each counts, so that
// repetition and disorder mean nothing.
type CallFact struct {
	Seconds int // of conversation
	By      Answerer
	HungUp  Party
	Label   int // of what was pressed or said, from 1 on, as the order numbers them; LabelOther for what it does not know
}

// LabelOther is the label of an answer that an order does not know.
const LabelOther = 255

// Answerer is who took a call.
type Answerer uint8

const (
	AnswererUnknown Answerer = iota
	Human
	Machine
)

// Party is who ended a call.
type Party uint8

const (
	PartyUnknown Party = iota
	Callee
	Caller
)

// CallEnded is a call whose end was reported: the party that hung up is queried afterwards.
type CallEnded struct{ Reference, ProviderID string }

// Paths below the webhook at which the provider of calls fetches a call's document, and delivers pressed keys or
// speech.
const (
	AnswerPath = "/answer"
	GatherPath = "/gather"
)

// Script is what a call does: it plays a recording, and its recipient may press a key or say something.
type Script struct {
	Recording string // address
	Listens   bool   // for a key or words, during the recording and some seconds after it
	Keys      bool   // for a key alone, during the recording: of a script that does not listen otherwise
	Language  string // of what is said: "id-ID"
	Reference string
}

// Dialler is what an adapter of calls has beside a Messenger: the provider's questions during a call.
type Dialler interface {
	// VerifyAt reports whether a call to an address below the webhook was signed by the provider.
	VerifyAt(path string, c *Callback) bool
	// Reference is our reference of an authentic call.
	Reference(c *Callback) string
	// Speech is what a person pressed or said.
	Speech(c *Callback) (digits, speech string)
	// Again reports whether a call asks for its document anew because a pressed key or speech could not be
	// delivered.
	Again(c *Callback) bool
	// Document is a script as the provider reads it, Goodbye one that ends the call.
	Document(s Script) []byte
	Goodbye() []byte
	// HungUp asks who ended a call; done is false while the provider is still finding out.
	HungUp(ctx context.Context, callID string) (by Party, done bool, err error)
}
