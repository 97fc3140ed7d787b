package resource

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"herald/pkg/kit/store"
)

// Hold is what an order has of numbers.
type Hold struct {
	ID           string // of the order's generation
	OrderID      string
	OrderNo      string
	CustomerName string
	Guard        store.Op // a check of the order: while it does not hold, no number is reserved or assigned
	Before       []string // holds of the generations before edits, whose reserved numbers it takes over first
}

// ErrGuarded: the order of a hold is not as its guard says; nothing was changed.
var ErrGuarded = errors.New("resource: the order may not take numbers now")

// heldRow is a number of a hold.
type heldRow struct {
	Lot     string `dynamodbav:"l"`
	Country string `dynamodbav:"c"`
	Digits  string `dynamodbav:"p"`
	State   string `dynamodbav:"s"` // reserved or assigned
}

// Held is how many numbers a hold has.
type Held struct {
	Reserved int `dynamodbav:"r"`
	Assigned int `dynamodbav:"a"` // handed out, also those that were returned since
	Returned int `dynamodbav:"x"`
	Wanted   int `dynamodbav:"w"` // numbers of the order whose plan reserves them
}

// Whole tells that the plan of a hold is not under way any more: it has all of its numbers.
func (h *Held) Whole() bool { return h.Reserved+h.Assigned >= h.Wanted }

func count(hold, attr string, n int64) store.Op {
	return store.Op{Verb: store.Update, Key: heldKey(hold, countRow), Add: map[string]int64{attr: n}}
}

// Held counts the numbers of a hold.
func (r *Store) Held(ctx context.Context, hold string, consistent bool) (Held, error) {
	h, _, err := store.Load[Held](ctx, r.DB, heldKey(hold, countRow), consistent)
	return h, err
}

// held are the rows of a hold in a state.
func (r *Store) held(ctx context.Context, hold, state string) (all []heldRow, err error) {
	q := store.Query{Table: table, PK: heldKey(hold, "").PK, From: "0", Consistent: true}
	for it, err := range store.Rows(ctx, r.DB, q) {
		if err != nil {
			return nil, err
		}
		var h heldRow
		if _, err := store.Decode(it, &h); err != nil {
			return nil, err
		}
		if h.State == state {
			all = append(all, h)
		}
	}
	return all, nil
}

// Reserve holds as many numbers as an order wants, or tells that there are not enough; what it holds then stays until Release. It may be
// repeated, also after a death in the middle. Errors: ErrGuarded, ErrContended.
func (r *Store) Reserve(ctx context.Context, h *Hold, w *Need) (whole bool, err error) {
	waits := 0
	err = store.Decide(ctx, tries, func() error {
		held, err := r.Held(ctx, h.ID, true)
		if err != nil {
			return err
		}
		need := *w
		need.Amount -= held.Reserved + held.Assigned
		if whole = need.Amount <= 0; whole {
			return nil
		}
		if w.Pick == Consecutive && held.Reserved > 0 { // another order took one of the run
			if err := r.yield(ctx, h.ID, held); err != nil {
				return err
			}
			need.Amount, held.Reserved = w.Amount-held.Assigned, 0
		}
		held.Wanted = w.Amount
		before, err := r.Reserved(ctx, h.Before...)
		if err != nil {
			return err
		}
		chosen, err := r.pick(ctx, &need, before...)
		if err != nil {
			return err
		}
		if len(chosen) < need.Amount {
			err := r.contend(ctx, h, &need, held)
			if waits++; errors.Is(err, ErrContended) && waits < contentions {
				err = store.Retryable(err)
			}
			return err
		}
		var lost error
		for from := 0; from < len(chosen) && (lost == nil || w.Pick != Consecutive); from += reserveStep {
			some := chosen[from:min(len(chosen), from+reserveStep)]
			err := r.reserve(ctx, h, some, held)
			if err != nil && !store.Lost(err) {
				return err
			}
			if err != nil {
				lost = err
			} else {
				held.Reserved += len(some)
			}
		}
		whole = lost == nil
		return lost
	})
	return whole, err
}

// stands is the condition that a count is n.
func stands(attr string, n int) store.Cond {
	if n == 0 {
		return store.Or(store.Missing(attr), store.Eq(attr, 0))
	}
	return store.Eq(attr, n)
}

// stand is the condition that a hold has as many numbers as were counted.
func (h *Held) stand() store.Cond { return store.And(stands("r", h.Reserved), stands("a", h.Assigned)) }

// Unchanged checks that a hold has as many numbers as were counted.
func Unchanged(hold string, has Held) store.Op {
	return store.Op{Verb: store.Check, Key: heldKey(hold, countRow), If: has.stand()}
}

// reserve holds some numbers that were free just now, for an order that has as many as were counted: another run of the same plan may be
// at work.
func (r *Store) reserve(ctx context.Context, h *Hold, some []Number, has Held) error {
	ops := []store.Op{h.Guard, {Verb: store.Update, Key: heldKey(h.ID, countRow), Add: map[string]int64{"r": int64(len(some))},
		Set: map[string]any{"w": has.Wanted}, If: has.stand()}}
	for i := range some {
		was, n := some[i], some[i]
		n.move(Reserved, r.Now())
		n.Hold, n.OrderID, n.OrderNo, n.CustomerName = h.ID, h.OrderID, h.OrderNo, h.CustomerName
		ops = append(ops, n.ops(&was)...)
		ops = append(ops, store.Op{Verb: store.Put, Key: heldKey(h.ID, n.PhoneNumber),
			Item: heldRow{n.Lot, n.CountryCode, n.PhoneNumber, Reserved}})
		if was.State == Reserved { // of the generation before
			ops = append(ops, count(was.Hold, "r", -1), dropped(was.Hold, n.PhoneNumber))
		}
	}
	return r.write(ctx, ops)
}

// write writes operations of which the first is a guard. Errors: ErrGuarded; a lost one when another writer changed a number.
func (r *Store) write(ctx context.Context, ops []store.Op) error {
	err := r.DB.Transact(ctx, joined(ops))
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return ErrGuarded
	}
	return err
}

// Assign hands all reserved numbers of a hold out; with gives what is written together with each. It may be repeated, and runs side by side
// do no harm. Error: ErrGuarded.
func (r *Store) Assign(ctx context.Context, h *Hold, with func(n *Number) []store.Op) error {
	return r.each(ctx, []string{h.ID}, assignStep, func(some []Number) error {
		ops := []store.Op{h.Guard}
		for i := range some {
			was, n := some[i], some[i]
			n.move(Assigned, r.Now())
			ops = append(ops, n.ops(&was)...)
			ops = append(ops, count(h.ID, "r", -1), count(h.ID, "a", 1), store.Op{Verb: store.Put, Key: heldKey(h.ID, n.PhoneNumber),
				Item: heldRow{n.Lot, n.CountryCode, n.PhoneNumber, Assigned}, If: store.Eq("s", Reserved)})
			ops = append(ops, with(&n)...)
		}
		return r.write(ctx, ops)
	})
}

// Release frees the reserved numbers of holds whose order is over. It may be repeated.
func (r *Store) Release(ctx context.Context, holds ...string) error {
	return r.each(ctx, holds, reserveStep, func(some []Number) error { return r.free(ctx, some) })
}

// ReleaseBefore frees what is still reserved by the generations before a hold, as long as its order is as its guard says. Error:
// ErrGuarded.
func (r *Store) ReleaseBefore(ctx context.Context, h *Hold) error {
	return r.each(ctx, h.Before, reserveStep, func(some []Number) error { return r.free(ctx, some, h.Guard) })
}

// yield frees the reserved numbers of a hold that has as many as were counted. It is lost when another run of the same plan changed the
// hold since, which may be whole now.
func (r *Store) yield(ctx context.Context, hold string, has Held) error {
	all, err := r.Reserved(ctx, hold)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(all, reserveStep) {
		if err := r.freeCounted(ctx, hold, some, has); err != nil {
			return err
		}
		has.Reserved -= len(some)
	}
	return nil
}

// ReleaseEnded frees the reserved numbers of a hold whose batch ended before a day, and tells whether there were any. It calls first
// before it frees any.
func (r *Store) ReleaseEnded(ctx context.Context, hold, day string, first func() error) (found bool, err error) {
	ended := map[string]bool{} // by lot
	err = r.each(ctx, []string{hold}, reserveStep, func(some []Number) error {
		var over []Number
		for _, n := range some {
			if _, known := ended[n.Lot]; !known {
				l, _, err := store.Load[Lot](ctx, r.DB, LotKey(n.CountryCode, n.Lot), true)
				if err != nil {
					return err
				}
				ended[n.Lot] = l.Ended(day)
			}
			if ended[n.Lot] {
				over = append(over, n)
			}
		}
		if len(over) == 0 {
			return nil
		}
		if !found {
			if err := first(); err != nil {
				return err
			}
		}
		found = true
		return r.free(ctx, over)
	})
	return found, err
}

// free frees some reserved numbers; each of the checks must hold, of which the first is a guard.
func (r *Store) free(ctx context.Context, some []Number, checks ...store.Op) error {
	ops := append(checks, r.freeing(some)...)
	for i := range some {
		ops = append(ops, count(some[i].Hold, "r", -1))
	}
	if len(checks) == 0 {
		return r.DB.Transact(ctx, joined(ops))
	}
	return r.write(ctx, ops)
}

// freeCounted frees some reserved numbers of a hold that has as many as were counted.
func (r *Store) freeCounted(ctx context.Context, hold string, some []Number, has Held) error {
	less := count(hold, "r", -int64(len(some)))
	less.If = has.stand()
	return r.DB.Transact(ctx, joined(append(r.freeing(some), less)))
}

// freeing gives the operations that free reserved numbers, but for the count of their hold.
func (r *Store) freeing(some []Number) (ops []store.Op) {
	for i := range some {
		was, n := some[i], some[i]
		n.move(Free, r.Now())
		n.Hold, n.OrderID, n.OrderNo, n.CustomerName = "", "", "", ""
		ops = append(ops, n.ops(&was)...)
		ops = append(ops, dropped(was.Hold, n.PhoneNumber))
	}
	return ops
}

// dropped takes the row of a number that a hold has away.
func dropped(hold, digits string) store.Op {
	return store.Op{Verb: store.Delete, Key: heldKey(hold, digits), If: store.Exists("pk")}
}

// Reserved are the reserved numbers of holds. A number that went to another hold since its row was read is none of them.
func (r *Store) Reserved(ctx context.Context, holds ...string) (all []Number, err error) {
	for _, hold := range holds {
		held, err := r.held(ctx, hold, Reserved)
		if err != nil {
			return nil, err
		}
		some, err := r.rows(ctx, held)
		if err != nil {
			return nil, err
		}
		for _, n := range some {
			if n.State == Reserved && n.Hold == hold {
				all = append(all, n)
			}
		}
	}
	return all, nil
}

// each passes the reserved numbers of holds to do, some at a time, until none is left. A step that lost against another writer is decided
// again.
func (r *Store) each(ctx context.Context, holds []string, step int, do func(some []Number) error) error {
	return store.Decide(ctx, tries, func() error {
		all, err := r.Reserved(ctx, holds...)
		if err != nil {
			return err
		}
		for from := 0; from < len(all); from += step {
			if err := do(all[from:min(len(all), from+step)]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Return gives the operations that take an assigned number back.
func (r *Store) Return(n Number, hold string) []store.Op {
	was := n
	n.move(Returned, r.Now())
	return joined(append(n.ops(&was), count(hold, "x", 1)))
}

// Replacement is a free number of the kind of another one; nil for none.
func (r *Store) Replacement(ctx context.Context, w *Need) (*Number, error) {
	one := *w
	one.Amount = 1
	if one.Pick == Consecutive {
		one.Pick = Random
	}
	some, err := r.pick(ctx, &one)
	if err != nil || len(some) == 0 {
		return nil, err
	}
	return &some[0], nil
}

// Replace gives the operations that mark an assigned number as broken and hand another one out in its place: a free one, or one of Fresh.
func (r *Store) Replace(bad, good Number) []store.Op {
	was, free := bad, good
	hold := bad.Hold
	bad.move(Broken, r.Now())
	good.move(Assigned, r.Now())
	good.Hold, good.OrderID, good.OrderNo, good.CustomerName = bad.Hold, bad.OrderID, bad.OrderNo, bad.CustomerName
	ops := bad.ops(&was)
	if value, err := strconv.ParseUint(good.PhoneNumber, 10, 64); free.State == "" && err == nil {
		good.CreateTime = good.Changed
		ops = append(ops, good.insert(value, good.ID)...)
	} else {
		ops = append(ops, good.ops(&free)...)
	}
	return joined(append(ops, store.Op{Verb: store.Delete, Key: heldKey(hold, bad.PhoneNumber)},
		store.Op{Verb: store.Put, Key: heldKey(hold, good.PhoneNumber), Item: heldRow{good.Lot, good.CountryCode, good.PhoneNumber, Assigned}}))
}
