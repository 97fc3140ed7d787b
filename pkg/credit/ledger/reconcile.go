package ledger

import (
	"context"
	"fmt"
	"sort"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Report is what reconcile found. Differences is empty when every unit is explained.
type Report struct {
	Accounts    int                     `json:"accounts"`
	Entries     int                     `json:"entries"`
	Available   money.Amount            `json:"available"`
	Reserved    money.Amount            `json:"reserved"`
	Platform    map[string]money.Amount `json:"platform"`
	Differences []string                `json:"differences"`
}

func (r *Report) differ(format string, args ...any) {
	r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
}

// Reconcile re-derives everything from the entries (decisions §4): per account the chain without a gap and the balances,
// per movement legs that sum to zero, per reservation that it is explained, and the platform's accounts.
func (b *Book) Reconcile(ctx context.Context) (*Report, error) {
	r := &Report{Platform: map[string]money.Amount{}, Differences: []string{}}
	seen := map[string]bool{}
	for shard := range registryShards {
		rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: registry(shard), Consistent: true})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if err := b.reconcileAccount(ctx, store.SortKey(row), r, seen); err != nil {
				return nil, err
			}
		}
	}
	total := r.Available + r.Reserved
	for _, v := range r.Platform {
		total += v
	}
	if total != 0 {
		r.differ("all accounts together hold %s, not 0", total)
	}
	return r, nil
}

func (b *Book) reconcileAccount(ctx context.Context, id string, r *Report, seen map[string]bool) error {
	rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: accountKey(id).PK, Consistent: true})
	if err != nil {
		return err
	}
	var acct Account
	var entries []Entry
	for _, row := range rows {
		if store.SortKey(row) == "A" {
			if _, err := store.Decode(row, &acct); err != nil {
				return err
			}
			continue
		}
		var e Entry
		if _, err := store.Decode(row, &e); err != nil {
			return err
		}
		entries = append(entries, e)
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Seq < entries[j].Seq })
	r.Accounts++
	r.Entries += len(entries)
	r.Available += acct.Available
	r.Reserved += acct.Reserved
	held, err := r.chain(id, acct, entries, seen)
	if err != nil {
		return err
	}
	return b.reconcileReservations(ctx, id, acct, held, r)
}

// chain walks an account's entries; it gives what the entries say each reservation still holds.
func (r *Report) chain(id string, acct Account, entries []Entry, seen map[string]bool) (map[string]money.Amount, error) {
	var available, reserved money.Amount
	var line int64
	hash := ""
	held := map[string]money.Amount{}
	for i, e := range entries {
		available += e.Amount
		reserved += e.Held
		if e.Seq != int64(i+1) || e.PriorHash != hash {
			r.differ("%s: the chain breaks at entry %d", id, e.Seq)
		}
		if e.Line != 0 {
			if line++; e.Line != line {
				r.differ("%s: line %d where %d should be", id, e.Line, line)
			}
		}
		if e.Balance != available || e.Reserved != reserved {
			r.differ("%s: entry %d says %s and %s, the sum is %s and %s", id, e.Seq, e.Balance, e.Reserved, available, reserved)
		}
		hash = e.hash()
		if e.Held != 0 {
			held[e.Ref] += e.Held
		}
		r.movement(e, seen)
	}
	if acct.Available != available || acct.Reserved != reserved || acct.Seq != int64(len(entries)) || acct.Lines != line || acct.Hash != hash {
		r.differ("%s: holds %s and %s after %d entries, the entries say %s and %s after %d", id, acct.Available, acct.Reserved, acct.Seq, available, reserved, len(entries))
	}
	return held, nil
}

// movement counts the platform legs of a movement once and checks that it balances.
func (r *Report) movement(e Entry, seen map[string]bool) {
	if seen[e.Movement] {
		return
	}
	seen[e.Movement] = true
	var sum money.Amount
	for _, l := range e.Legs {
		sum += l.Amount
		if len(l.Account) > 9 && l.Account[:9] == "platform:" {
			r.Platform[l.Account] += l.Amount
		}
	}
	if sum != 0 {
		r.differ("movement %s does not balance: %s", e.Movement, sum)
	}
}

func (b *Book) reconcileReservations(ctx context.Context, id string, acct Account, held map[string]money.Amount, r *Report) error {
	var open money.Amount
	refs := make([]string, 0, len(held))
	for ref := range held {
		refs = append(refs, ref)
	}
	sort.Strings(refs)
	for start := 0; start < len(refs); start += 100 {
		var keys []store.Key
		for _, ref := range refs[start:min(start+100, len(refs))] {
			keys = append(keys, reservationKey(ref))
		}
		rows, err := b.DB.GetMany(ctx, keys, true)
		if err != nil {
			return err
		}
		for i, row := range rows {
			var res Reservation
			if ok, err := store.Decode(row, &res); err != nil {
				return err
			} else if !ok {
				r.differ("%s: no reservation %s", id, refs[start+i])
				continue
			}
			want := money.Amount(0)
			if res.Open {
				want = res.Reserved
				open += want
			} else if res.Reserved != res.Settled+res.Released {
				r.differ("reservation %s: %s is not %s + %s", res.Ref, res.Reserved, res.Settled, res.Released)
			}
			if held[res.Ref] != want {
				r.differ("reservation %s holds %s, its entries say %s", res.Ref, want, held[res.Ref])
			}
		}
	}
	if open != acct.Reserved {
		r.differ("%s: open reservations hold %s, the account %s", id, open, acct.Reserved)
	}
	return nil
}

func (r *Room) reconcile(ctx context.Context, _ *struct{}) (*Report, error) {
	return r.Book.Reconcile(ctx)
}
