package ledger

import (
	"context"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// manualMovement gives the operations that count a movement which a member of staff writes by hand. A repetition of a movement that
// was made is not refused: it moves nothing. Fault: stafflimit.credit (40316).
func (r *Service) manualMovement(ctx context.Context, amount money.Amount) ([]store.Op, error) {
	ops, err := r.Limits.Credit(ctx, amount)
	if fault.As(err) != nil && web.Repeated(ctx) {
		tx, _, missing := store.Load[txRecord](ctx, r.Ledger.DB, txKey(web.OperationID(ctx, r.NewID)), true)
		if missing == nil && len(tx.Account) > 0 {
			return nil, nil
		}
	}
	return ops, err
}

// overLimit is the refusal of a movement whose count found the limit reached by another one at the same time.
func (r *Service) overLimit(ctx context.Context, amount money.Amount, cause error) error {
	if _, err := r.Limits.Credit(ctx, amount); err != nil {
		return err
	}
	return fault.New(fault.Unavailable, 0, "web.busy").With(cause)
}
