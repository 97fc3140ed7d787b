package resource

import (
	"cmp"
	"context"
	"crypto/rand"
	"maps"
	"strconv"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Store keeps numbers.
type Store struct {
	DB  store.DB
	Now func() time.Time
	// GivesBack gives the operations that give a number of the partner back to it; nil: none.
	GivesBack func(now time.Time, lot, digits string) []store.Op
}

// tries bounds how often a change is repeated because of a concurrent writer.
const tries = 20

// addStep is how many numbers are added in a transaction, and so in its way for the others.
const (
	addStep     = 24
	reserveStep = 16
	assignStep  = 6
)

// joined makes one operation of all additions to a row: the numbers of a transaction are counted in the same rows.
func joined(ops []store.Op) (all []store.Op) {
	at := map[store.Key]int{}
	for _, op := range ops {
		if op.Verb != store.Update || len(op.Set) > 0 || op.If != nil {
			all = append(all, op)
			continue
		}
		i, ok := at[op.Key]
		if !ok {
			at[op.Key] = len(all)
			op.Add = maps.Clone(op.Add)
			all = append(all, op)
			continue
		}
		for name, n := range op.Add {
			all[i].Add[name] += n
		}
	}
	return all
}

// shift gives the operation that counts a number of a lot in another state.
func shift(country, lot, from, to string) store.Op {
	add := map[string]int64{counters[to]: 1}
	if from != "" {
		add[counters[from]] = -1
	}
	return store.Op{Verb: store.Update, Key: LotKey(country, lot), Add: add}
}

// Add adds numbers to a lot, those that no lot has. It tells how many of them the lot has now by this call or an earlier try of it: base
// names the call, and at is the place of the first number in it. Numbers of other lots are left out.
func (r *Store) Add(ctx context.Context, l *Lot, base string, at int, all []uint64) (added int, err error) {
	for from := 0; from < len(all); from += addStep {
		step := all[from:min(len(all), from+addStep)]
		var n int
		err := store.Decide(ctx, tries, func() (err error) {
			n, err = r.addOnce(ctx, l, base, at+from, step)
			return err
		})
		if err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

func (r *Store) addOnce(ctx context.Context, l *Lot, base string, at int, step []uint64) (added int, err error) {
	keys := make([]store.Key, 2*len(step))
	for i, n := range step {
		keys[i], keys[len(step)+i] = ownerKey(n), numberKey(l.ID, phone.Format(n))
	}
	has, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return 0, err
	}
	now := r.Now().UTC().Truncate(time.Second)
	var ops []store.Op
	for i, n := range step {
		var of owner
		if ok, err := store.Decode(has[i], &of); err != nil {
			return 0, err
		} else if ok {
			if of.Lot == l.ID && of.Base == base {
				added++
			}
			continue
		}
		if has[len(step)+i] != nil { // it was of this lot, and went back to the partner
			continue
		}
		row := l.number(id.Nth(base, at+i+1), n)
		row.State, row.Changed, row.CreateTime = Free, now, now
		added++
		ops = append(ops, row.insert(n, base)...)
	}
	if len(ops) == 0 {
		return added, nil
	}
	return added, r.DB.Transact(ctx, joined(ops))
}

// number is a number of a lot that is not stored.
func (l *Lot) number(numberID string, n uint64) Number {
	return Number{ID: numberID, PhoneNumber: phone.Format(n), CountryCode: l.Country, Type: l.Type, Quality: l.Quality, Age: l.Age, Lot: l.ID,
		BatchNo: l.BatchNo, DealerID: l.DealerID, DealerName: l.DealerName}
}

// insert gives the operations that store a number that no lot has.
func (n *Number) insert(value uint64, base string) []store.Op {
	return append([]store.Op{
		{Verb: store.Put, Key: ownerKey(value), Item: owner{n.Lot, n.CountryCode, n.PhoneNumber, base}, If: store.Missing("pk")},
		{Verb: store.Put, Key: numberKey(n.Lot, n.PhoneNumber), Item: *n, If: store.Missing("pk")},
		shift(n.CountryCode, n.Lot, "", n.State)}, numbers.Insert(allScope, n.ID, *n)...)
}

// Fresh is a number with which the partner replaces another one of a lot. Replace stores it: it is never free, so no other order can take
// it. The lot may have it already, as a free one. nil for a number that is known otherwise.
func (r *Store) Fresh(ctx context.Context, l *Lot, numberID string, n uint64) (*Number, error) {
	has, err := r.DB.GetMany(ctx, []store.Key{ownerKey(n), numberKey(l.ID, phone.Format(n))}, true)
	if err != nil {
		return nil, err
	}
	if has[0] == nil && has[1] == nil {
		fresh := l.number(numberID, n)
		return &fresh, nil
	}
	var stands Number
	known, err := store.Decode(has[1], &stands)
	if err != nil || !known || has[0] == nil || stands.State != Free {
		return nil, err // the partner named one that is not its to give
	}
	return &stands, nil
}

// Close ends the import of a lot: its numbers may be ordered from now on.
func Close(l *Lot, open bool) store.Op {
	return store.Op{Verb: store.Update, Key: LotKey(l.Country, l.ID), Set: map[string]any{"op": open, "lo": l.Lowest, "hi": l.Highest}}
}

// Find reads the number of an id as it is; the 404 fault for none.
func (r *Store) Find(ctx context.Context, numberID string) (*Number, error) {
	if !id.Valid(numberID) {
		return nil, fault.Missing()
	}
	it, err := r.DB.Get(ctx, numbers.Key(allScope[0], numberID), true)
	if err != nil {
		return nil, err
	}
	if it == nil {
		return nil, fault.Missing()
	}
	row, err := numbers.Read(it)
	if err != nil {
		return nil, err
	}
	return r.Get(ctx, row.Lot, row.PhoneNumber)
}

// Get reads a number of a lot as it is; the 404 fault for none.
func (r *Store) Get(ctx context.Context, lot, digits string) (*Number, error) {
	n, ok, err := store.Load[Number](ctx, r.DB, numberKey(lot, digits), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &n, err
}

// Disown gives the operation by which a number of a lot that went back to the partner is of no lot any more: another batch may bring it
// again. Its row stays.
func Disown(n *Number) []store.Op {
	value, err := strconv.ParseUint(n.PhoneNumber, 10, 64)
	if err != nil {
		return nil
	}
	return []store.Op{{Verb: store.Delete, Key: ownerKey(value), If: store.Or(store.Missing("pk"), store.Eq("l", n.Lot))}}
}

// Change sets the state of a number that no order holds, once: from free or returned to broken, from returned or broken to free. A broken
// number of the partner goes back to it. Fault: resource.state (409) for any other change, resource.partner (409) for a number of the
// partner that went back, or whose place another one took.
func (r *Store) Change(ctx context.Context, numberID, state, remark string) (before, now *Number, err error) {
	err = store.Decide(ctx, tries, func() error {
		n, err := r.Find(ctx, numberID)
		if err != nil {
			return err
		}
		was := *n
		before, now = &was, n
		switch {
		case n.State == state && n.Remark == remark:
			return nil
		case n.State == Reserved || n.State == Assigned:
			return fault.State("resource.state", "number", n.PhoneNumber)
		}
		lot, _, err := store.Load[Lot](ctx, r.DB, LotKey(n.CountryCode, n.Lot), true)
		if err != nil {
			return err
		}
		var back []store.Op
		switch {
		case !lot.Partner || state == n.State:
		case state == Free: // it goes back to the partner, or did
			return fault.State("resource.partner", "number", n.PhoneNumber)
		case n.State == Free && r.GivesBack != nil:
			back = r.GivesBack(r.Now(), n.Lot, n.PhoneNumber)
		}
		n.Remark = remark
		n.move(state, r.Now())
		if state == Free { // a broken one stays known as handed out
			n.Hold, n.OrderID, n.OrderNo, n.CustomerName = "", "", "", ""
		}
		return r.DB.Transact(ctx, append(back, n.ops(&was)...))
	})
	return before, now, err
}

// RefuseReturn stores that the partner refused to take a number back, and why. One that is sold again stays as it is.
func (r *Store) RefuseReturn(ctx context.Context, lot, digits, code string) error {
	return store.Decide(ctx, tries, func() error {
		n, err := r.Get(ctx, lot, digits)
		if fault.Is(err, "web.notFound") {
			return nil
		}
		if err != nil || n.Refusal == code || n.State != Returned && n.State != Broken {
			return err
		}
		was := *n
		n.Refusal = code
		n.move(n.State, r.Now())
		return r.DB.Transact(ctx, n.ops(&was))
	})
}

// EndRefusal has the partner asked once more to take a number back, or closes its return: then another batch may bring it again. Fault:
// resource.notRefused (409) for a number whose return was not refused.
func (r *Store) EndRefusal(ctx context.Context, numberID string, again bool) (number string, err error) {
	operation := cmp.Or(web.Operation(ctx), rand.Text())
	err = store.Decide(ctx, tries, func() error {
		n, err := r.Find(ctx, numberID)
		if err != nil {
			return err
		}
		number = n.PhoneNumber
		switch {
		case n.Ended == operation: // an earlier try of the call
			return nil
		case n.Refusal == "":
			return fault.State("resource.notRefused", "number", n.PhoneNumber)
		}
		was := *n
		n.Refusal, n.Ended = "", operation
		n.move(n.State, r.Now())
		ops := Disown(n)
		if again && r.GivesBack != nil {
			ops = r.GivesBack(r.Now(), n.Lot, n.PhoneNumber)
		}
		return r.DB.Transact(ctx, append(n.ops(&was), ops...))
	})
	return number, err
}

func (n *Number) move(state string, now time.Time) {
	n.State, n.Changed = state, now.UTC().Truncate(time.Second)
}

// ops writes a number as it is now, when it still is as it was.
func (n *Number) ops(was *Number) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: numberKey(n.Lot, n.PhoneNumber), Item: n,
		If: store.And(store.Eq("s", was.State), store.Eq("ua", was.Changed), same("h", was.Hold))}}
	if n.State != was.State {
		ops = append(ops, shift(n.CountryCode, n.Lot, was.State, n.State))
	}
	return append(ops, numbers.Replace(allScope, n.ID, *n)...)
}

// same is the condition that a text of a row is as it was; an empty one is missing.
func same(attr, was string) store.Cond {
	if was == "" {
		return store.Missing(attr)
	}
	return store.Eq(attr, was)
}

// rows reads held numbers as they are.
func (r *Store) rows(ctx context.Context, held []heldRow) ([]Number, error) {
	out := make([]Number, len(held))
	for from := 0; from < len(held); from += 100 {
		some := held[from:min(len(held), from+100)]
		keys := make([]store.Key, len(some))
		for i, h := range some {
			keys[i] = numberKey(h.Lot, h.Digits)
		}
		items, err := r.DB.GetMany(ctx, keys, true)
		if err != nil {
			return nil, err
		}
		for i, it := range items {
			if _, err := store.Decode(it, &out[from+i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
