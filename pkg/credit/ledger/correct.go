package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// An entry is never changed. A correction is a pair in one movement: one line takes the entry back, another replaces
// it (decisions §4). A movement is corrected once; its replacement may be corrected again. Orders and payments
// correct their own movements.

// contras are the platform accounts of the lines that staff write by hand.
var contras = map[string]string{Recharge: CashIn + "manual", PlatformRecharge: CashIn + "platform", Compensate: Adjusted,
	Discount: Discounts,
	Rebate:   Rebates, Gift: Gifts, Withdrawal: CashOut}

// fix is the correction of a movement. The first correction makes its row, so that there is no second.
type fix struct {
	State string `dynamodbav:"st"` // taken: nothing stands for it; replaced: something does
}

const taken, replaced = "taken", "replaced"

// recording is a line with the movement that made it, as far as it can be corrected: without what it took back itself.
type recording struct {
	Entry
	account  string
	accounts []string // of all
	all      []Entry
	serial   string
	state    string // see fix; empty while it stands
	snapshot *View
}

// bySerial finds a line of the scope by its serial number, which tells the second in which it was made. The 404 fault for any other.
func (b *Ledger) bySerial(ctx context.Context, scope auth.Scope, serial string) (*recording, error) {
	digits, ok := strings.CutPrefix(serial, "AF")
	if !ok || len(digits) != len(serialTime)+6 {
		return nil, fault.Missing()
	}
	at, err := time.ParseInLocation(serialTime, digits[:len(serialTime)], clock.China)
	if err != nil {
		return nil, fault.Missing()
	}
	second := strings.TrimSuffix(journalTime(at), ".000Z")
	for row, err := range store.Rows(ctx, b.DB, store.Query{Table: table, PK: journalPartition(scope, at), Prefix: second, Consistent: true}) {
		if err != nil {
			return nil, err
		}
		var p posting
		if _, err := store.Decode(row, &p); err != nil {
			return nil, err
		}
		if p.Serial == serial {
			return b.recording(ctx, &p, store.SortKey(row))
		}
	}
	return nil, fault.Missing()
}

// recording reads a line, its movement, its corrections, and the accounts that it moved. The number of the line is
// the last word of its key in the journal. Two calls deep, one where no other account was moved.
func (b *Ledger) recording(ctx context.Context, p *posting, key string) (*recording, error) {
	line, err := strconv.ParseInt(key[strings.LastIndexByte(key, '#')+1:], 10, 64)
	if err != nil {
		return nil, err
	}
	r := &recording{account: p.Account, serial: p.Serial}
	var rows []store.Item
	err = parallel.Do(
		func() (err error) {
			rows, err = b.DB.GetMany(ctx, []store.Key{lineKey(p.Account, line), txKey(p.Movement), fixKey(p.Movement)}, true)
			return err
		},
		func() (err error) { r.snapshot, err = b.Snapshot(ctx, "", p.Account); return err })
	if err != nil {
		return nil, err
	}
	var tx txRecord
	var f fix
	for i, into := range []any{&r.Entry, &tx, &f} {
		if found, err := store.Decode(rows[i], into); err != nil || !found && i < 2 {
			return nil, fmt.Errorf("ledger: the journal's line %s is no entry: %w", key, err)
		}
	}
	r.state = f.State
	all := []Entry{r.Entry}
	if len(tx.Account) > 1 {
		err = parallel.Do(
			func() (err error) { all, err = b.entries(ctx, &tx); return err },
			func() (err error) { r.snapshot, err = b.Snapshot(ctx, "", tx.Account...); return err })
	}
	for i, e := range all {
		if e.Reverses == "" {
			r.all, r.accounts = append(r.all, e), append(r.accounts, tx.Account[i])
		}
	}
	return r, err
}

// replacement has the values of the new line; zero values stay as they were.
type replacement struct {
	kind   string
	amount *money.Amount
}

// correctable refuses entries that are not corrected by hand: those of orders and payments, and corrections
// themselves. Fault ledger.bound (409).
func (r *recording) correctable() error {
	if r.Reverses != "" || r.Ref != "" || r.Held != 0 || contras[r.Type] == "" || len(r.all) > 2 {
		return fault.State("ledger.bound")
	}
	return nil
}

// back are the changes that take the movement back, and the legs of the platform.
func (r *recording) back() (changes []Change, legs []Leg) {
	var sum money.Amount
	for i, e := range r.all {
		changes = append(changes, Change{Account: r.accounts[i], Type: e.Type, Available: -e.Amount, Internal: e.Internal,
			Reverses: e.Serial(r.accounts[i])})
		sum += e.Amount
	}
	if sum != 0 {
		legs = []Leg{{r.contra(), sum}}
	}
	return changes, legs
}

// contra is the platform's account that the movement was against.
func (r *recording) contra() string {
	if r.Replaces == "" {
		for _, l := range r.Legs {
			if strings.HasPrefix(l.Account, "platform:") {
				return l.Account
			}
		}
	}
	return contras[r.Type]
}

// stand are the changes that stand for the movement: the line that is named as it should have been, and the other side of it.
func (r *recording) stand(as replacement) (changes []Change, legs []Leg) {
	var sum money.Amount
	amount, contra := r.Amount, r.contra()
	if as.amount != nil {
		amount = *as.amount
	}
	if as.kind != "" && as.kind != r.Type {
		contra = contras[as.kind]
	}
	for i, e := range r.all {
		c := Change{Account: r.accounts[i], Type: e.Type, Available: -amount, Internal: e.Internal, Replaces: e.Serial(r.accounts[i])}
		if r.accounts[i] == r.account {
			c.Type, c.Available = cmp.Or(as.kind, e.Type), amount
		}
		changes = append(changes, c)
		sum += c.Available
	}
	if sum != 0 {
		legs = []Leg{{contra, -sum}}
	}
	return changes, legs
}

// correction makes the movement that takes a line back and, unless as is nil, puts another in its place. The id is the operation's.
func (r *recording) correction(id string, by Operator, remark string, as *replacement) Movement {
	m := Movement{ID: id, Snapshot: r.snapshot, Operator: by, Remark: remark, Currency: r.Currency}
	state := taken
	m.Changes, m.Contra = r.back()
	if as != nil {
		changes, legs := r.stand(*as)
		m.Changes, m.Contra, state = append(m.Changes, changes...), append(m.Contra, legs...), replaced
	}
	// Additions come first, so that an account that has spent meanwhile does not fall below zero in between.
	slices.SortStableFunc(m.Changes, func(a, b Change) int { return cmp.Compare(b.Available, a.Available) })
	m.With = []store.Op{{Verb: store.Put, Key: fixKey(r.Movement), Item: fix{state}, If: store.Missing("pk")}}
	return m
}

// again makes the movement that lets a line that was taken back count once more.
func (r *recording) again(id string, by Operator, remark string) Movement {
	m := Movement{ID: id, Snapshot: r.snapshot, Operator: by, Remark: remark, Currency: r.Currency}
	m.Changes, m.Contra = r.stand(replacement{})
	m.With = []store.Op{{Verb: store.Put, Key: fixKey(r.Movement), Item: fix{replaced}, If: store.Eq("st", taken)}}
	return m
}
