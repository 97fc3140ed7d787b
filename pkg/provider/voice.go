package provider

// Call is the kind of a message that is a telephone call: its recording is played, and what its recipient answers is heard.
const Call Kind = "call"

// CallPart bounds a call.
type CallPart struct {
	Limit int // seconds after which the provider ends it
	Ring  int // seconds that it rings
}

// CallFact is what became of a call that was answered, as far as one callback tells. Of several the largest of each counts, so that
// repetition and disorder mean nothing.
type CallFact struct {
	Seconds int // that somebody was on the line
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

// Ended is a call whose end was told: who hung up is asked afterwards.
type Ended struct{ Reference, ProviderID string }
