package ledger

import (
	"context"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// AccountBalance is what an account holds.
type AccountBalance struct {
	UserID    string       `json:"userId"`
	Available money.Amount `json:"available" doc:"Credit that can be spent."`
	Reserved  money.Amount `json:"reserved" doc:"Credit reserved by running orders."`
}

// maxBalances is how many balances are read at once: the rows of the longest page of a list.
const maxBalances = 100

// Balances of accounts, in the order of the ids; one that never moved has nothing. One call.
func (b *Ledger) Balances(ctx context.Context, ids []string) ([]AccountBalance, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = accountKey(id)
	}
	rows, err := b.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	out := make([]AccountBalance, len(ids))
	for i, row := range rows {
		var a Account
		if _, err := store.Decode(row, &a); err != nil {
			return nil, err
		}
		out[i] = AccountBalance{ids[i], a.Available, a.Reserved}
	}
	return out, nil
}

// balances tells what the rows of a list hold, so that the list itself costs no more than its rows. Ids that the caller does not
// see are left out. Fault ledger.ids.
func (r *Service) balances(ctx context.Context, in *struct {
	UserIDs []string `query:"userIds,explode" required:"true" doc:"Repeatable. At most 100."`
}) ([]AccountBalance, error) {
	ids := slices.Compact(slices.Sorted(slices.Values(in.UserIDs)))
	if len(ids) == 0 || len(ids) > maxBalances || slices.ContainsFunc(ids, func(one string) bool { return !id.Valid(one) }) {
		return nil, fault.Bad("userIds", "ledger.ids", "max", maxBalances)
	}
	ids, err := r.Users.Visible(ctx, auth.Must(ctx).Scope(), ids)
	if err != nil {
		return nil, err
	}
	return r.Ledger.Balances(ctx, ids)
}
