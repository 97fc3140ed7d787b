package ledger

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// numbered gives a page of an account in the default order by line numbers, which have no gap.
func (b *Ledger) numbered(ctx context.Context, who user.User, q store.ListQuery) ([]Line, int, error) {
	var a Account
	var newest []Line
	err := parallel.Do(
		func() (err error) { a, _, err = store.Load[Account](ctx, b.DB, accountKey(who.ID), false); return err },
		func() (err error) {
			if q.Current == 1 { // its numbers need not be known
				newest, err = b.lines(ctx, who, 1, lastLine, q.Size)
			}
			return err
		})
	if err != nil || q.Current == 1 {
		return newest, max(int(a.Lines), len(newest)), err
	}
	high := a.Lines - int64((q.Current-1)*q.Size)
	if high <= 0 {
		return nil, int(a.Lines), nil
	}
	got, err := b.lines(ctx, who, max(1, high-int64(q.Size)+1), high, q.Size)
	return got, int(a.Lines), err
}

// account is the lines of one account.
func (b *Ledger) account(who user.User) source {
	return func(ctx context.Context, s span, yield func([]Line) bool) error {
		a, _, err := store.Load[Account](ctx, b.DB, accountKey(who.ID), false)
		for high := a.Lines; high > 0 && err == nil; high -= step {
			var got []Line
			if got, err = b.lines(ctx, who, max(1, high-step+1), high, step); err != nil {
				return err
			}
			if len(got) == 0 {
				continue
			}
			oldest := got[len(got)-1].CreateTime // yield may do with them what it likes
			if !yield(got) || oldest.Before(s.from) {
				return nil
			}
		}
		return err
	}
}

// scope is the lines of all accounts in a scope.
func (b *Ledger) scope(scope auth.Scope) source {
	return func(ctx context.Context, s span, yield func([]Line) bool) error {
		return b.walk(ctx, scope, s, func(got []posting) bool {
			return yield(linesOf(got))
		})
	}
}

func linesOf(got []posting) []Line {
	out := make([]Line, len(got))
	for i, p := range got {
		out[i] = Line{SerialNumber: p.Serial, BusinessType: p.Type, Amount: p.Amount, Balance: p.Balance, OperatorType: p.By.Type,
			Operator:   p.By.Name,
			CreateTime: p.At, Remark: p.Remark, Currency: p.Currency, OrderRef: p.Ref, UserID: p.Account,
			Reverses: p.Reverses, Replaces: p.Replaces, internal: p.Internal}
	}
	return out
}

// older tells whether a user, or any user of a scope, has lines from before a time. It asks for one line a month, the latest months first
// and a year's at once.
func (b *Ledger) older(ctx context.Context, who *user.User, scope auth.Scope, than time.Time) (bool, error) {
	if who != nil {
		if !id.Time(who.ID).Before(than) {
			return false, nil
		}
		got, err := b.lines(ctx, *who, 1, 1, 1)
		return len(got) > 0 && got[0].CreateTime.Before(than), err
	}
	const atOnce = 12
	for month := first(than); !month.Before(first(epoch)); month = month.AddDate(0, -atOnce, 0) {
		var found atomic.Bool
		err := errors.Join(parallel.Each(atOnce, atOnce, func(i int) error {
			m := month.AddDate(0, -i, 0)
			if m.Before(first(epoch)) {
				return nil
			}
			rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: journalPartition(scope, m), To: journalTime(than), Limit: 1})
			if len(rows) > 0 {
				found.Store(true)
			}
			return err
		})...)
		if err != nil || found.Load() {
			return found.Load(), err
		}
	}
	return false, nil
}

// lastLine is behind every line that an account can have.
const lastLine = 999_999_999_999

// lines reads line numbers from…to of an account, newest first, at most so many.
func (b *Ledger) lines(ctx context.Context, who user.User, from, to int64, limit int) ([]Line, error) {
	rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: accountKey(who.ID).PK, From: lineKey(who.ID, from).SK,
		To: lineKey(who.ID, to).SK, Desc: true, Limit: limit})
	if err != nil {
		return nil, err
	}
	entries, err := store.DecodeAll[Entry](rows)
	out := make([]Line, len(entries))
	for i, e := range entries {
		out[i] = Line{SerialNumber: e.Serial(who.ID), BusinessType: e.Type, Amount: e.Amount, Balance: e.Balance, OperatorType: e.By.Type,
			Operator:   e.By.Name,
			CreateTime: e.At, Remark: e.Remark, Currency: e.Currency, OrderRef: e.Ref, UserID: who.ID, UserName: who.Name,
			Reverses: e.Reverses, Replaces: e.Replaces, internal: e.Internal}
	}
	return out, err
}
