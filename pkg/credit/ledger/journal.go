package ledger

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// The journal is the statement of all accounts together. A row for each line is written in the line's own
// transaction, by month in every scope that is more than the account itself. It is read newest first, within the
// limits of a call.

// posting is a line in the journal.
type posting struct {
	Account  string       `dynamodbav:"ac"`
	Serial   string       `dynamodbav:"sn"`
	Movement string       `dynamodbav:"mv"`
	Type     string       `dynamodbav:"t"`
	Amount   money.Amount `dynamodbav:"am"`
	Balance  money.Amount `dynamodbav:"bl"`
	By       Operator     `dynamodbav:"by"`
	Remark   string       `dynamodbav:"rm,omitempty"`
	Currency string       `dynamodbav:"cu,omitempty"`
	Internal bool         `dynamodbav:"in,omitempty"`
	Ref      string       `dynamodbav:"rf,omitempty"`
	At       time.Time    `dynamodbav:"at"`
	Reverses string       `dynamodbav:"rv,omitempty"`
	Replaces string       `dynamodbav:"rp,omitempty"`
}

// journal gives the rows of an entry of an account as it is after it; none for an entry that is no line.
func journal(a Account, e Entry) []store.Op {
	if e.Line == 0 {
		return nil
	}
	p := posting{Account: a.ID, Serial: e.Serial(a.ID), Movement: e.Movement, Type: e.Type, Amount: e.Amount, Balance: e.Balance, By: e.By,
		Remark:   e.Remark,
		Currency: e.Currency, Internal: e.Internal, Ref: e.Ref, At: e.At, Reverses: e.Reverses, Replaces: e.Replaces}
	var ops []store.Op
	for _, s := range a.Owner.Scopes() {
		if journaled(s, a.Owner) {
			key := store.Key{Table: table, PK: journalPartition(s, e.At), SK: fmt.Sprintf("%s#%s#%012d", journalTime(e.At), a.ID, e.Line)}
			ops = append(ops, store.Op{Verb: store.Put, Key: key, Item: p})
		}
	}
	return ops
}

// journaled tells the scopes that hold other accounts too: a secondary's own and an agent's as a user hold one, whose lines
// are numbered.
func journaled(s auth.Scope, o auth.Owner) bool {
	return s != auth.UserScope(o.User) || o.User == o.Tenant && o.User != o.Agent
}

func journalPartition(s auth.Scope, at time.Time) string {
	return "J#" + string(s) + "#" + at.UTC().Format("2006-01")
}

// journalTime sorts as the time does.
func journalTime(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// span is the time that a query is about.
type span struct{ from, to time.Time }

// epoch is before the first line of any journal.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// spanOf reads the filters createTimeStart and createTimeEnd. Without them it is everything until now.
func (b *Ledger) spanOf(q store.ListQuery) (s span, err error) {
	s = span{epoch, b.Now().Add(time.Hour)} // an hour for another function's clock
	for name, at := range map[string]*time.Time{"createTimeStart": &s.from, "createTimeEnd": &s.to} {
		text, ok := q.Filters[name]
		if !ok {
			continue
		}
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return s, fault.Bad(name, "web.filter", "field", name).With(err)
		}
		*at = t
	}
	if s.from.Before(epoch) {
		s.from = epoch
	}
	if end := b.Now().Add(time.Hour); s.to.After(end) {
		s.to = end
	}
	return s, nil
}

// step is how many lines are read at a time.
const step = 1000

// walk gives the postings of a scope in a span, newest first, in steps.
func (b *Ledger) walk(ctx context.Context, scope auth.Scope, s span, yield func([]posting) bool) error {
	low, high := journalTime(s.from), journalTime(s.to)+"~"
	for month := first(s.to); !month.Before(first(s.from)); month = month.AddDate(0, -1, 0) {
		q := store.Query{Table: table, PK: journalPartition(scope, month), From: low, To: high, Desc: true, Limit: step}
		for {
			rows, err := b.DB.Query(ctx, q)
			if err != nil {
				return err
			}
			got, err := store.DecodeAll[posting](rows)
			if err != nil {
				return err
			}
			if len(got) > 0 && !yield(got) {
				return nil
			}
			if len(rows) < step {
				break
			}
			q.After = store.SortKey(rows[len(rows)-1])
		}
	}
	return nil
}

func first(at time.Time) time.Time {
	return time.Date(at.UTC().Year(), at.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)
}
