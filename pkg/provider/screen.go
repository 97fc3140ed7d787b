package provider

import (
	"context"
	"time"
)

// Screener is a partner that knows about numbers: whether one has WhatsApp, when it was seen last, and its owner's
// public data. A batch is named by a reference of ours, so that every call may be repeated: the same reference is
// the same batch. A callback says only that something changed; only answers to our own queries count.
type Screener interface {
	Profile() ScreenProfile
	// Screen hands a batch over. In doubt, ask ScreenResult, or hand it over again.
	Screen(ctx context.Context, b Batch) error
	// ScreenResult tells how a batch stands, with all that was found out so far; NotThere for one that never arrived.
	Screened(ctx context.Context, reference string) (ScreenResult, error)
	// Cancel ends a batch; what was found out until then stays, and is to be paid.
	Cancel(ctx context.Context, reference string) error
	// ParseNotification gives the reference that an authentic callback is about.
	ParseNotification(body []byte, header func(string) string) (reference string, err error)
}

// ScreenProfile is what a partner can do.
type ScreenProfile struct {
	Partner string
	Batch   int // most numbers
}

// Kinds of questions to a partner about a number.
const (
	CheckWhatsApp = "whatsapp"
	CheckActive   = "active"
	CheckProfile  = "profile"
)

// Batch is what is asked.
type Batch struct {
	Reference string
	Numbers   []uint64
	Checks    []string
}

// BatchState is how far a batch is.
type BatchState uint8

const (
	BatchRunning BatchState = iota
	BatchDone               // also in part: who is not among the results was not found out about
	BatchRefused
	BatchCancelled // by us: who is not among the results was not looked at
)

// ScreenResult is a batch as it stands.
type ScreenResult struct {
	State   BatchState
	Results []Finding
	Code    string // of a refusal
}

// Finding is what a partner says about a number.
type Finding struct {
	Number    uint64
	WhatsApp  *bool // nil: it does not know
	Active    time.Time
	Checked   time.Time
	Gender    string
	Age       int
	Avatar    string
	AvatarAt  time.Time
	Signature string
	SignedAt  time.Time
}
