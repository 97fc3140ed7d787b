// Package reconcile compares the books with themselves and with the payment providers' records, every night and on
// demand (decisions §4). It works in steps by a job, never inside a request. Each run is kept with its differences,
// for ever.
package reconcile

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// Kind of a run.
type Kind string

const (
	// Books re-derives every balance and reservation from the entries.
	Books Kind = "books"
	// Payments asks the providers what was paid in the last days.
	Payments Kind = "payments"
)

// kinds in their order.
var kinds = []Kind{Books, Payments}

// Subjects of a difference; the dictionary reconcile_what names them.
const (
	// Unbalanced: the books contradict themselves; the note tells where.
	Unbalanced = "unbalanced"
	// Lost: paid, without a callback. It was credited by this run.
	Lost = "lost"
	// Uncredited: paid, and not credited by this run either; the order's reason, or the alarm, tells why.
	Uncredited = "uncredited"
	// No owner: a payment for an order that does not exist here.
	Nobody = "nobody"
	// Amount: another amount, or another payment, was credited than the provider tells.
	Amount = "amount"
	// Untold: credited, and the provider does not tell of it.
	Untold = "untold"
	// GivenBack: the provider gave money back without a refund here, or another amount.
	GivenBack = "givenBack"
	// Unread: a provider did not answer, or its bill is not there.
	Unread = "unread"
)

// Difference is one thing that is not as it should be.
type Difference struct {
	What     string `dynamodbav:"w" json:"what" doc:"Kind of difference, of the dictionary reconcile_what."`
	Provider string `dynamodbav:"p,omitempty" json:"provider" doc:"Provider of a payment."`
	About    string `dynamodbav:"a" json:"about" doc:"Id of the account, order or payment."`
	Expected string `dynamodbav:"e,omitempty" json:"expected" doc:"Yuan according to the provider."`
	Found    string `dynamodbav:"f,omitempty" json:"found" doc:"Yuan according to the ledger."`
	Note     string `dynamodbav:"n,omitempty" json:"note" doc:"Technical note in English."`
	Mended   bool   `dynamodbav:"m,omitempty" json:"mended" doc:"The run credited the payment."`
}

func (d Difference) String() string {
	if d.What == Unbalanced {
		return d.Note
	}
	return fmt.Sprintf("%s %s: %s, expected %q, found %q %s", d.Provider, d.About, d.What, d.Expected, d.Found, d.Note)
}

// Run is one check from its beginning to its end.
type Run struct {
	ID      string       `dynamodbav:"id"`
	Kind    Kind         `dynamodbav:"k"`
	By      string       `dynamodbav:"by,omitempty"` // name of who asked; empty: the night
	Started time.Time    `dynamodbav:"sa"`
	Touched time.Time    `dynamodbav:"tc"`
	Ended   *time.Time   `dynamodbav:"ea,omitempty"`
	Version int64        `dynamodbav:"v"`
	Walk    *ledger.Walk `dynamodbav:"w,omitempty"` // of the books
	Round   *Round       `dynamodbav:"r,omitempty"` // of the providers
	Found   int          `dynamodbav:"f"`
	All     []Difference `dynamodbav:"df"` // the first hundred
}

// maxKept bounds what a run keeps of its differences.
const maxKept = 100

func (r *Run) differ(d Difference) {
	for _, old := range r.All {
		if old == d { // by a step that died and was done again
			return
		}
	}
	if r.Found++; len(r.All) < maxKept {
		r.All = append(r.All, d)
	}
}

// Service is the runs: their steps, their history and their routes.
type Service struct {
	DB       store.DB
	Ledger   *ledger.Ledger
	Payments *topup.Service // nil: there are no providers
	Queues   queue.Queues
	Notices  *notice.Store
	// Finance gives the users that are notified of differences; it may be nil.
	Finance func(ctx context.Context) ([]string, error)
	Now     func() time.Time
	NewID   func(ctx context.Context) string
	Log     func(map[string]any)
}

// nightly is the time of a kind's nightly check, of the day in UTC. The bills of a day are available at ten in the
// morning at +08:00.
func nightly(k Kind) time.Duration {
	if k == Payments {
		return 3 * time.Hour
	}
	return 19 * time.Hour
}

// lastNight is when a run of a kind should have begun last, nextNight when the next does.
func lastNight(k Kind, now time.Time) time.Time {
	due := now.UTC().Truncate(24 * time.Hour).Add(nightly(k))
	if now.Before(due) {
		due = due.Add(-24 * time.Hour)
	}
	return due
}

func nextNight(k Kind, now time.Time) time.Time { return lastNight(k, now).Add(24 * time.Hour) }
