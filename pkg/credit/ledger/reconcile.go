package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sort"
	"strings"
	"time"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Report is what reconcile found. Differences is empty when every unit is explained.
type Report struct {
	Accounts    int                     `dynamodbav:"a" json:"accounts"`
	Entries     int                     `dynamodbav:"e" json:"entries"`
	Available   money.Amount            `dynamodbav:"av" json:"available"`
	Reserved    money.Amount            `dynamodbav:"rs" json:"reserved"`
	Platform    map[string]money.Amount `dynamodbav:"pl" json:"platform"`
	Differences []string                `dynamodbav:"df" json:"differences" doc:"The first 100 differences."`
	Found       int                     `dynamodbav:"f" json:"found" doc:"Number of differences."`
	Sum         money.Amount            `dynamodbav:"sm" json:"-"` // of all entries and of the platform's legs of their movements
}

const maxDifferences = 100

func newReport() *Report {
	return &Report{Platform: map[string]money.Amount{}, Differences: []string{}}
}

func (r *Report) differ(format string, args ...any) {
	if r.Found++; len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}

func (r *Report) add(o *Report) {
	r.Accounts += o.Accounts
	r.Entries += o.Entries
	r.Available += o.Available
	r.Reserved += o.Reserved
	r.Sum += o.Sum
	for account, v := range o.Platform {
		r.Platform[account] += v
	}
	for _, d := range o.Differences {
		r.differ("%s", d)
	}
}

// end closes the books over all accounts.
func (r *Report) end() {
	if r.Sum != 0 {
		r.differ("all accounts together hold %s, not 0", r.Sum)
	}
}

// Reconcile re-derives everything from the entries (decisions §4). It checks per account the chain without a gap and
// the balances, per movement legs that sum to zero, per reservation its explanation, and the platform's accounts. It
// is the whole walk in one call, for a small ledger; the product walks in steps (Walk).
func (b *Ledger) Reconcile(ctx context.Context) (*Report, error) {
	w := NewWalk()
	for !w.Done() {
		if err := b.Walk(ctx, w, time.Time{}, time.Time{}); err != nil {
			return nil, err
		}
	}
	return &w.Report, nil
}

// reconcileTries is how often an account with a difference is read again: its rows are read one after the other, so that a
// movement in between looks like one.
const reconcileTries = 4

var errDiffers = errors.New("ledger: an account differs from its entries")

// reconcileAccount adds an account to a report. Entries before the time count for the sum over all accounts; zero: all.
func (b *Ledger) reconcileAccount(ctx context.Context, id string, before time.Time, r *Report) error {
	var one *Report
	err := store.Retry(ctx, reconcileTries, func() error {
		one = newReport()
		if err := b.readAccount(ctx, id, before, one); err != nil {
			return err
		}
		if one.Found > 0 {
			return store.Retryable(errDiffers)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDiffers) {
		return err
	}
	r.add(one)
	return nil
}

func (b *Ledger) readAccount(ctx context.Context, id string, before time.Time, r *Report) error {
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: accountKey(id).PK, Consistent: true}))
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
	held := r.chain(id, acct, entries)
	r.overpaid(id, entries)
	for _, e := range entries {
		if before.IsZero() || e.At.Before(before) {
			r.movement(id, e)
		}
	}
	return b.reconcileReservations(ctx, id, acct, held, r)
}

// chain walks an account's entries; it gives what the entries say each reservation still holds.
func (r *Report) chain(id string, acct Account, entries []Entry) map[string]money.Amount {
	var available, reserved money.Amount
	var line int64
	hash := ""
	sums := Sums{}
	held := map[string]money.Amount{}
	for i, e := range entries {
		available += e.Amount
		reserved += e.Held
		if e.Seq != int64(i+1) || e.PriorHash != hash {
			r.differ("%s: the chain breaks at entry %d", id, e.Seq)
		}
		if e.Line != 0 {
			sums[e.Type] += e.Amount
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
	}
	if acct.Available != available || acct.Reserved != reserved || acct.Seq != int64(len(entries)) || acct.Lines != line || acct.Hash != hash {
		r.differ("%s: holds %s and %s after %d entries, the entries say %s and %s after %d", id, acct.Available, acct.Reserved,
			acct.Seq, available, reserved, len(entries))
	}
	if !maps.Equal(acct.Sums, sums) {
		r.differ("%s: its sums are %v, those of its lines %v", id, acct.Sums, sums)
	}
	return held
}

// movement adds an entry of an account to the sum; the platform's legs of its movement once, with the first of its accounts.
func (r *Report) movement(id string, e Entry) {
	r.Sum += e.Amount + e.Held
	var sum money.Amount
	first := ""
	for _, l := range e.Legs {
		sum += l.Amount
		if first == "" && !strings.HasPrefix(l.Account, "platform:") {
			first, _, _ = strings.Cut(l.Account, ":")
		}
	}
	if first != id || e.Nth > 0 { // once, with the first entry of the first account
		return
	}
	for _, l := range e.Legs {
		if strings.HasPrefix(l.Account, "platform:") {
			r.Platform[l.Account] += l.Amount
			r.Sum += l.Amount
		}
	}
	if sum != 0 {
		r.differ("movement %s does not balance: %s", e.Movement, sum)
	}
}

func (b *Ledger) reconcileReservations(ctx context.Context, id string, acct Account, held map[string]money.Amount, r *Report) error {
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
