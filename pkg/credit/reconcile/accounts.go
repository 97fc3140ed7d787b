package reconcile

import (
	"context"
	"strings"
	"time"
)

// stepBooks goes on with the walk over all accounts.
func (r *Service) stepBooks(ctx context.Context, run *Run, until time.Time) (done bool, err error) {
	if err := r.Ledger.Walk(ctx, run.Walk, run.Started, until); err != nil || !run.Walk.Done() {
		return false, err
	}
	for _, line := range run.Walk.Report.Differences {
		about, _, named := strings.Cut(line, ": ")
		if !named {
			about = ""
		}
		run.differ(Difference{What: Unbalanced, About: about, Note: line})
	}
	run.Found = run.Walk.Report.Found
	return true, nil
}
