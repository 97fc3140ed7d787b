package provider

import (
	"context"

	"herald/pkg/kit/config"
)

// NumberSource is a partner from which the platform has numbers. A request is named by a reference of ours, so that every call may be
// repeated: the same reference is the same request, and the same number has one replacement. After a lost answer the request is asked
// about; it is handed over again only when the partner says that it is not there. A callback says only that something changed.
type NumberSource interface {
	// MostNumbers is the largest request.
	MostNumbers() int
	// RequestNumbers hands a request over. In doubt, ask NumbersOf.
	RequestNumbers(ctx context.Context, q NumberRequest) error
	// NumbersOf tells how a request stands; NotThere for one that never arrived.
	NumbersOf(ctx context.Context, reference string) (NumberResult, error)
	// ReplaceNumber gives the number that replaces a broken one.
	ReplaceNumber(ctx context.Context, reference string, number uint64) (uint64, error)
	// ReturnNumber gives a number back; one that is not there any more needs no return.
	ReturnNumber(ctx context.Context, reference string, number uint64) error
	// ParseNotification gives the reference that an authentic callback is about.
	ParseNotification(body []byte, header func(string) string) (reference string, err error)
}

// NumberRequest is what is asked for.
type NumberRequest struct {
	Reference string
	Country   string // alpha-2
	Type      string
	Quality   string
	Age       string
	Quantity  int
}

// NumberResult is a request as it stands.
type NumberResult struct {
	State   BatchState
	Numbers []uint64 // all that were handed over, also of a request that is done in part
	Code    string   // of a refusal
}

// NumberDescriptor has a partner with numbers (capability "numbers").
type NumberDescriptor interface {
	Descriptor
	// OffersNumbers reports whether numbers are offered; it is known without secrets.
	OffersNumbers(a config.Adapters) bool
	NewNumberSource(s Setup) (NumberSource, error)
}
