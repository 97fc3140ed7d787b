package staff

import (
	"context"
	"strconv"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Numbers gives the numbers of accounts that the scope sees, in the order of their ids, and whether each may be used now: it is enabled,
// and its owner on the job. The 404 fault for another id.
func (r *Service) Numbers(ctx context.Context, scope auth.Scope, ids []string) (numbers []uint64, usable []bool, err error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = accounts.Key(string(scope), id)
	}
	items, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, nil, err
	}
	rows := make([]Account, len(ids))
	for i, it := range items {
		if it == nil {
			return nil, nil, fault.Missing()
		}
		if rows[i], err = accounts.Read(it); err != nil {
			return nil, nil, err
		}
	}
	if err := r.owned(ctx, rows); err != nil {
		return nil, nil, err
	}
	for _, a := range rows {
		n, err := strconv.ParseUint(a.PhoneNumber, 10, 64)
		if err != nil {
			return nil, nil, err
		}
		numbers, usable = append(numbers, n), append(usable, a.Status == Enabled && a.OnJob)
	}
	return numbers, usable, nil
}

// Named gives accounts that a user sees by their ids, in that order and with their owners. One that is deleted has its id alone.
func (r *Service) Named(ctx context.Context, p *auth.Principal, ids []string) ([]NumberOption, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = accounts.Key(scopeOf(p), id)
	}
	items, err := r.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	rows := make([]Account, len(ids))
	for i, it := range items {
		if it == nil {
			continue
		}
		if rows[i], err = accounts.Read(it); err != nil {
			return nil, err
		}
	}
	err = r.owned(ctx, rows)
	out := make([]NumberOption, len(ids))
	for i, a := range rows {
		out[i] = NumberOption{ids[i], a.PhoneNumber, a.CountryCode, a.ServicerName}
	}
	return out, err
}
