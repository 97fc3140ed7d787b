package ledger

import (
	"context"
	"time"

	"herald/pkg/kit/store"
)

// Walk is how far a check of the books is; the module reconcile keeps it between the steps.
type Walk struct {
	Shard  int    `dynamodbav:"sh"` // of the registry
	After  string `dynamodbav:"af"` // the account that was last
	Report Report `dynamodbav:"rp"`
}

// NewWalk begins at the first account.
func NewWalk() *Walk { return &Walk{Report: *newReport()} }

// Done tells that every account was looked at; the report is closed then.
func (w *Walk) Done() bool { return w.Shard >= registryShards }

const (
	stepSize = 100         // accounts between two looks at the clock
	settled  = time.Minute // age of an entry that no transaction can bring any more
)

// Walk checks the next accounts of a check that began at a time, until another; zero: one stretch of the registry.
// Movements meanwhile are no difference.
func (b *Ledger) Walk(ctx context.Context, w *Walk, began, until time.Time) error {
	var before time.Time
	if !until.IsZero() {
		before = began.Add(-settled)
	}
	for !w.Done() {
		rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: registry(w.Shard), After: w.After, Limit: stepSize, Consistent: true})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := b.reconcileAccount(ctx, store.SortKey(row), before, &w.Report); err != nil {
				return err
			}
			w.After = store.SortKey(row)
		}
		if len(rows) < stepSize {
			w.Shard, w.After = w.Shard+1, ""
		}
		if w.Done() {
			w.Report.end()
		}
		if until.IsZero() || b.Now().After(until) {
			return nil
		}
	}
	return nil
}
