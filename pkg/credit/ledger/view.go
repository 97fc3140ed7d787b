package ledger

import (
	"context"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// View is accounts as they were read, for a movement that is decided with what else is read at the time. When the accounts have
// moved meanwhile, the movement reads them again by itself.
type View struct {
	tx       store.Item // of the movement, where it was asked for
	accounts map[string]holding
}

// Snapshot reads accounts for a movement that comes, with the movement's own record unless its id is empty: what was never tried
// before has none. One call, and one for each account that never moved.
func (b *Ledger) Snapshot(ctx context.Context, movement string, accounts ...string) (*View, error) {
	keys := make([]store.Key, 0, len(accounts)+1)
	for _, a := range accounts {
		keys = append(keys, accountKey(a))
	}
	if movement != "" {
		keys = append(keys, txKey(movement))
	}
	rows, err := b.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	return b.view(ctx, accounts, rows)
}

// view takes the rows of accounts, with the record of a movement behind them.
func (b *Ledger) view(ctx context.Context, accounts []string, rows []store.Item) (*View, error) {
	v := &View{accounts: make(map[string]holding, len(accounts))}
	for i, account := range accounts {
		h, err := b.holding(ctx, account, rows[i])
		if err != nil {
			return nil, err
		}
		v.accounts[account] = h
	}
	if len(rows) > len(accounts) {
		v.tx = rows[len(accounts)]
	}
	return v, nil
}

// Available is the spendable credit of one of the view's accounts.
func (v *View) Available(account string) money.Amount { return v.accounts[account].Available }

// of gives the accounts of a movement's changes; false when the view lacks one.
func (v *View) of(m Movement) ([]holding, bool) {
	if v == nil {
		return nil, false
	}
	out := make([]holding, len(m.Changes))
	for i, c := range m.Changes {
		h, known := v.accounts[c.Account]
		if !known {
			return nil, false
		}
		out[i] = h
	}
	return out, true
}

// HeldReservation is an open reservation with what is needed to close it.
type HeldReservation struct {
	Reservation
	ref   string
	found bool
	view  *View
}

// HeldReservation reads a reservation together with the accounts that its settlement moves: its own, and the agent's where it has one. One
// call.
func (b *Ledger) Held(ctx context.Context, ref string, accounts ...string) (*HeldReservation, error) {
	keys := []store.Key{reservationKey(ref)}
	for _, a := range accounts {
		keys = append(keys, accountKey(a))
	}
	rows, err := b.DB.GetMany(ctx, append(keys, txKey(settlement+ref)), true)
	if err != nil {
		return nil, err
	}
	h := &HeldReservation{ref: ref}
	if h.found, err = store.Decode(rows[0], &h.Reservation); err != nil {
		return nil, err
	}
	h.view, err = b.view(ctx, accounts, rows[1:])
	return h, err
}
