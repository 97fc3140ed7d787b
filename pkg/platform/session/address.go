package session

import (
	"context"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// addressCount counts the attempts of a network in a slot that have failed or are being judged.
type addressCount struct {
	N    int    `dynamodbav:"n"`
	Last string `dynamodbav:"i"`
}

// network is one that the address of an attempt lies in (web.Networks), with its slots, the newest first.
type network struct {
	slots []store.Key
	most  int // attempts in all slots
}

type networks []network

// networksOf are those of an address for one kind of attempts.
func networksOf(what, address string, now time.Time) networks {
	var all networks
	for _, of := range web.Networks(address) {
		n := network{slots: make([]store.Key, slots), most: addressFailures * of.Times}
		for i := range n.slots {
			n.slots[i] = addressKey(what+of.Key, now.Truncate(slot).Add(time.Duration(-i)*slot))
		}
		all = append(all, n)
	}
	return all
}

// keys are the slots of all networks.
func (n networks) keys() []store.Key {
	var all []store.Key
	for _, one := range n {
		all = append(all, one.slots...)
	}
	return all
}

// gate judges the slots of a network as they were read.
func (n network) gate(rows []store.Item, now time.Time) error {
	sum, left := 0, time.Duration(0)
	for i, row := range rows {
		var c addressCount
		if _, err := store.Decode(row, &c); err != nil {
			return err
		}
		sum += c.N
		if sum >= n.most && left == 0 {
			// Enough is forgotten when this slot leaves the window.
			left = now.Truncate(slot).Add(time.Duration(slots-i) * slot).Sub(now)
		}
	}
	return backOff(left)
}

// CheckRateLimit counts an attempt that needs no session, of a registration for instance. It refuses it when the
// networks of the address have made too many. The bound is that of wrong passwords, counted apart from them. Fault
// session.backOff (42901). A read and a write.
func (r *Service) CheckRateLimit(ctx context.Context, what, address string) error {
	now := r.Now()
	from := networksOf(what+"#", address, now)
	rows, err := r.DB.GetMany(ctx, from.keys(), true)
	if err != nil {
		return err
	}
	_, err = r.countAddress(ctx, from, rows, now)
	return err
}

// countAddress counts an attempt in every network of its address, or in none: one of them has had too many. rows are their slots as
// they were read. It gives the slots that it counted in.
func (r *Service) countAddress(ctx context.Context, from networks, rows []store.Item, now time.Time) ([]store.Key, error) {
	for i, n := range from { // before anything is written
		if err := n.gate(rows[i*slots:(i+1)*slots], now); err != nil {
			return nil, err
		}
	}
	errs := parallel.Each(len(from), len(from), func(i int) error { return r.countIn(ctx, from[i], rows[i*slots:(i+1)*slots], now) })
	var counted []store.Key
	for i, n := range from {
		if errs[i] == nil {
			counted = append(counted, n.slots[0])
		}
	}
	if err := firstError(errs...); err != nil {
		return nil, firstError(r.giveBack(ctx, counted), err)
	}
	return counted, nil
}

// countIn counts an attempt in one network. The slots before are read, the running one decides in its condition.
func (r *Service) countIn(ctx context.Context, n network, rows []store.Item, now time.Time) (err error) {
	attempt := r.NewID()
	again := false
	return store.Retry(ctx, tries, func() error {
		if again {
			if rows, err = r.DB.GetMany(ctx, n.slots, true); err != nil {
				return err
			}
		}
		again = true
		if err := n.gate(rows, now); err != nil {
			return err
		}
		before, err := total(rows[1:])
		if err != nil {
			return err
		}
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: n.slots[0], Add: map[string]int64{"n": 1},
			Set: map[string]any{"ttl": now.Truncate(slot).Add((slots + 1) * slot).Unix(), "i": attempt}, // i: a write that is repeated counts once
			If:  store.And(store.Ne("i", attempt), store.Or(store.Missing("n"), store.Lt("n", n.most-before)))})
		failed := store.ConditionFailed(err)
		if failed == nil {
			return err
		}
		var stands addressCount
		if _, err := store.Decode(failed.Old, &stands); err != nil || stands.Last == attempt {
			return err
		}
		return failed
	})
}

func total(rows []store.Item) (int, error) {
	counts, err := store.DecodeAll[addressCount](rows)
	sum := 0
	for _, c := range counts {
		sum += c.N
	}
	return sum, err
}

// giveBack takes an attempt out of its slots again.
func (r *Service) giveBack(ctx context.Context, counted []store.Key) error {
	return firstError(parallel.Each(len(counted), len(counted), func(i int) error {
		_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: counted[i], Add: map[string]int64{"n": -1}, If: store.Gt("n", 0)})
		if store.ConditionFailed(err) != nil {
			return nil
		}
		return err
	})...)
}
