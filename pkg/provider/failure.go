package provider

import (
	"errors"
	"fmt"
	"time"
)

// Cause is what a Failure is about, as far as a module decides by it; the provider's own word stands in Failure.Code.
type Cause string

const (
	// Unreachable: no complete answer came.
	Unreachable Cause = "unreachable"
	// Unreadable: an answer came that is not of the provider's form.
	Unreadable Cause = "unreadable"
	// Forged: a signature is missing, wrong, too old or of an unknown signer.
	Forged Cause = "forged"
	// Foreign: signed, but about another merchant, app, chain or currency than ours.
	Foreign Cause = "foreign"
	// NotThere: the provider does not know the order, refund or transaction (yet).
	NotThere Cause = "notThere"
	// AlreadyPaid: the order was paid and so can be neither opened nor closed: query it.
	AlreadyPaid Cause = "alreadyPaid"
	// AlreadyClosed: the order was closed; it takes another number.
	AlreadyClosed Cause = "alreadyClosed"
	// NumberUsed: the number names another order (other amount, subject …) at the provider.
	NumberUsed Cause = "numberUsed"
	// TooSmall and TooLarge: the amount is outside of what the provider takes, or more than is left to refund.
	TooSmall Cause = "tooSmall"
	TooLarge Cause = "tooLarge"
	// Short: the merchant's own balance does not cover a refund.
	Short Cause = "short"
	// TooOften: the provider limits the rate.
	TooOften Cause = "tooOften"
	// BadAccount: credentials, permissions or the merchant's account are at fault: a person has to look.
	BadAccount Cause = "account"
	// BadInput: what we sent can never be right.
	BadInput Cause = "badInput"
	// Moving: the chain is between two branches at this moment; what it says does not fit together.
	Moving Cause = "moving"
	// Other: none of these.
	Other Cause = "other"
)

// Failure is the error of every call about money: of a PaymentProvider, a Chain, a Quoter. Whether to try again is a property of it:
// Rejected was certainly not carried out and never will be, Retry certainly not but may be later, Unknown may have been.
// Every call is named by a number of ours and does nothing twice, so one in doubt may be repeated or asked about.
type Failure struct {
	Verdict Verdict
	Cause   Cause
	Code    string        // the provider's; empty when it gave none
	Detail  string        // the provider's text, for the log and the admin; never shown to the customer
	After   time.Duration // with Retry: not before this long
}

func (f *Failure) Error() string {
	how := map[Verdict]string{Rejected: "refused", Retry: "not now", Unknown: "in doubt"}[f.Verdict]
	return fmt.Sprintf("provider: %s (%s %s): %s", how, f.Cause, f.Code, f.Detail)
}

// CauseOf tells what an error is about; "" when it is no Failure.
func CauseOf(err error) Cause {
	if f := new(Failure); errors.As(err, &f) {
		return f.Cause
	}
	return ""
}

// Refuse is a failure that is final, found before anything was sent.
func Refuse(cause Cause, format string, args ...any) *Failure {
	return &Failure{Verdict: Rejected, Cause: cause, Detail: fmt.Sprintf(format, args...)}
}

// Doubt is a failure with an unknown outcome.
func Doubt(cause Cause, format string, args ...any) *Failure {
	return &Failure{Verdict: Unknown, Cause: cause, Detail: fmt.Sprintf(format, args...)}
}

// Later is a failure that time may heal.
func Later(cause Cause, format string, args ...any) *Failure {
	return &Failure{Verdict: Retry, Cause: cause, Detail: fmt.Sprintf(format, args...)}
}

// Unanswered is the failure of a call that brought no complete answer: in doubt if any of it can have been carried out.
// A question changes nothing, so it is never in doubt.
func Unanswered(err error, written, question bool) *Failure {
	if written && !question {
		return Doubt(Unreachable, "%v", err)
	}
	return Later(Unreachable, "%v", err)
}
