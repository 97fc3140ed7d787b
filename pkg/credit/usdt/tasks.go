package usdt

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// The task that looks at an order, on the queue of what takes long.
const (
	jobQueue    = "job"
	TaskProcess = "usdt.look"
)

type named struct {
	ID string `json:"id"`
}

func processTask(o *Order) queue.Message { return queue.New(TaskProcess, o.Tenant, named{o.ID}) }

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskProcess: func(ctx context.Context, m queue.Message) error {
		var n named
		if err := json.Unmarshal(m.Body, &n); err != nil {
			return fmt.Errorf("usdt: task: %w", err)
		}
		err := r.Process(ctx, n.ID)
		if err == nil {
			return nil
		}
		r.Log(map[string]any{"warning": "usdt: " + err.Error(), "order": n.ID})
		if o, ok, err := r.Get(ctx, n.ID); err == nil && ok && o.FreeAt != 0 && !r.Now().Before(o.free().Add(rare)) {
			return nil // the look of each hour is enough for a chain that is silent for so long
		}
		return r.lookAgain(ctx, n.ID)
	}}
}

// lookAgain has an order looked at again soon.
func (r *Service) lookAgain(ctx context.Context, id string) error {
	_, err := r.DB.Write(ctx, r.again(id))
	return err
}

// again is the row of a look that comes soon, besides the next one: an address that rests is looked at a few times
// only, and after the last of them nothing would find what is left there.
func (r *Service) again(id string) store.Op {
	return looks(r.DB).At(r.Now().Truncate(retry).Add(retry), id, "again", nil)
}

// Process does what an order needs now: it checks its hash. It also credits transfers to its address without a
// submitted hash, while the order waits and for as long as the address rests, beside earlier credit.
func (r *Service) Process(ctx context.Context, id string) error {
	o, ok, err := r.Get(ctx, id)
	if err != nil || !ok {
		return fault.OrMissing(err)
	}
	if o.Status.checking() {
		return r.Check(ctx, id)
	}
	if !o.watched(r.Now()) {
		return nil
	}
	if o.Found != "" {
		return r.further(ctx, o, o.Found)
	}
	hash, begun, err := r.search(ctx, o)
	switch over := o.Status == Waiting && r.Now().After(o.Expires); {
	case err != nil && (!over || !fault.Is(err, "usdt.off")): // an unused chain cannot be queried
		return err
	case hash != "" && o.Status == Credited && r.paced(o.Chain):
		return r.found(ctx, o, hash)
	case hash != "" && o.Status == Credited:
		return r.further(ctx, o, hash)
	case hash != "":
		_, _, err := r.change(ctx, o.ID, func(now *Order) ([]store.Op, bool, error) {
			if now.Status != o.Status || now.Hash != o.Hash {
				return nil, false, nil
			}
			if err := r.leave(ctx, now); err != nil {
				return nil, false, err
			}
			return r.notices(now, hash), true, nil
		})
		if err != nil {
			return err
		}
		return r.Check(ctx, id)
	case over:
		return r.expire(ctx, id, func(now *Order) error {
			if now.Status != Waiting {
				return fmt.Errorf("usdt: %s is %s by now", id, now.Status)
			}
			return nil
		})
	}
	return r.rested(ctx, o, begun)
}

// rested notes that a list of transfers, begun at a time after the rest of an address, has left nothing.
func (r *Service) rested(ctx context.Context, o *Order, begun time.Time) error {
	if o.FreeAt == 0 || o.Rested || begun.Before(o.free().Add(lastLook)) {
		return nil
	}
	_, _, err := r.change(ctx, o.ID, func(now *Order) ([]store.Op, bool, error) {
		if now.Rested || now.FreeAt != o.FreeAt || now.Status.open() {
			return nil, false, nil
		}
		now.Rested = true
		return nil, true, nil
	})
	return err
}

// paced tells whether a chain bears no second question at once.
func (r *Service) paced(name string) bool {
	chain, err := r.reader(name)
	return err == nil && chain.Profile().PollInterval > 0
}

// found keeps what a search has found until the next look asks about it: a chain that bears few questions was just asked one.
func (r *Service) found(ctx context.Context, o *Order, hash string) error {
	_, _, err := r.change(ctx, o.ID, func(now *Order) ([]store.Op, bool, error) {
		if now.Status != Credited || now.Found == hash {
			return nil, false, nil
		}
		now.Found = hash
		return []store.Op{looks(r.DB).At(r.Now(), o.ID, hash, nil)}, true, nil
	})
	return err
}

// longest bounds how many pages of transfers to an address are looked through: what strangers send there for nothing is many.
const longest = 100

// search looks for a transfer to the order's address that is not credited yet and gives its hash; "" for none. begun is when the first page
// of a list was read that left nothing; the zero time while pages remain.
func (r *Service) search(ctx context.Context, o *Order) (hash string, begun time.Time, err error) {
	chain, err := r.reader(o.Chain)
	if err != nil {
		return "", begun, err
	}
	paced, within, first := chain.Profile().PollInterval > 0, o.window(), r.Now()
	if last, ok := r.resumed(o.ID); ok && paced { // one page a look
		within.Page, first = last.next, last.begun
	}
	for range longest {
		if err := r.pollRate(chain.Profile()); err != nil {
			return "", begun, err
		}
		moves, next, err := chain.Transfers(ctx, o.Address, within)
		if provider.CauseOf(err) == provider.NotThere {
			err = nil
		}
		if err != nil {
			return "", begun, err
		}
		if hash, err := r.fresh(ctx, o, moves); err != nil || hash != "" {
			return hash, begun, err
		}
		if paced {
			r.resume(o.ID, reading{next, first})
		}
		if next == "" {
			return "", first, nil
		}
		if within.Page = next; paced {
			return "", begun, r.lookAgain(ctx, o.ID)
		}
	}
	r.Log(map[string]any{"alarm": "more transfers to an address than are looked through", "order": o.ID, "address": o.Address,
		"chain": o.Chain})
	return "", first, nil
}

// fresh gives the first hash of transfers that is worth credit, is not credited yet and was not rejected just now.
func (r *Service) fresh(ctx context.Context, o *Order, moves []provider.Transfer) (string, error) {
	rate := o.Rate
	if (o.Status == Credited || r.Now().After(o.Expires)) && len(moves) > 0 { // as a late one counts
		var err error
		if rate, err = r.lower(ctx, o.Rate); err != nil {
			return "", err
		}
	}
	for _, m := range moves {
		// One that no block held in its time may be in one by now, and why an order was rejected that expired is unknown.
		told := m.Hash == o.Hash && o.Status == Rejected && o.Reason != NotFound
		if told || !isAboveDust(rate, m) {
			continue
		}
		paid, err := r.creditedFor(ctx, o.Chain, m.Hash)
		if err != nil {
			return "", err
		}
		ours := false
		for _, id := range paid { // one transaction may pay several orders, each at its address
			other, ok, err := r.Get(ctx, id)
			if err != nil {
				return "", err
			}
			ours = ours || ok && other.Address == o.Address
		}
		if !ours {
			return m.Hash, nil
		}
	}
	return "", nil
}

// creditedFor gives the orders that transfers of a transaction were credited for.
func (r *Service) creditedFor(ctx context.Context, chain, hash string) ([]string, error) {
	got, err := r.DB.Query(ctx, store.Query{Table: "credit", PK: transferKey(chain, hash, 0).PK, Limit: 100, Consistent: true})
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[used](got)
	var orders []string
	for _, u := range all {
		orders = append(orders, u.Order)
	}
	return orders, err
}

// reading is a list of transfers of which pages remain.
type reading struct {
	next  string // page
	begun time.Time
}

// resumed and resume keep where the list of a chain that bears few questions is read on: as long as this process lives.
func (r *Service) resumed(order string) (reading, bool) {
	r.pacing.Lock()
	defer r.pacing.Unlock()
	list, ok := r.pages[order]
	return list, ok
}

func (r *Service) resume(order string, list reading) {
	r.pacing.Lock()
	defer r.pacing.Unlock()
	if list.next == "" {
		delete(r.pages, order)
		return
	}
	if r.pages == nil {
		r.pages = map[string]reading{}
	}
	r.pages[order] = list
}

// isAboveDust reports whether a transfer is worth any credit: strangers send tiny amounts to many addresses.
func isAboveDust(rate provider.Rate, m provider.Transfer) bool {
	micro, err := m.Micro()
	if err != nil {
		return true // the look at the transaction reports it
	}
	units, err := rate.Credit(micro)
	return err != nil || units > 0
}

// sight is how often within a minute a hash is checked while a user may watch it; rare is how often at least a
// resting address is checked.
const (
	sight = 15 * time.Second
	rare  = 6 * time.Hour
	// retry is how soon an order is looked at again of which nothing could be learnt.
	retry = 10 * time.Minute
	// lastLook is how long after the end of its rest an address is looked at once more: what came in the last moment is deep enough.
	lastLook = 15 * time.Minute
	// after the last look the address is looked at this often for as long as it is watched: a look may fail or get lost.
	afterwards = time.Hour
	// longestSilence is how long after the rest of an address a chain may be silent: what came before is credited when it answers.
	longestSilence = 30 * 24 * time.Hour
)

// Tick has every due order looked at: one with a hash four times a minute, a waiting one ever less until its time is
// over, and an ended one until its address may be given to another user.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		o, ok, err := r.Get(ctx, d.ID)
		if err != nil || !ok || !o.Status.checking() && !o.watched(now) {
			return time.Time{}, err
		}
		messages := []queue.Message{processTask(o)}
		for at := sight; o.Status.checking() && at < time.Minute; at += sight {
			messages = append(messages, processTask(o).Later(at))
		}
		if err := r.Queues.Send(ctx, jobQueue, messages...); err != nil {
			return time.Time{}, err
		}
		return due(o, now), nil
	})
}

// due tells when an order is looked at again.
func due(o *Order, now time.Time) time.Time {
	if o.Status.checking() {
		return now
	}
	since, end := o.Created, o.Expires.Add(time.Second)
	if o.Status != Waiting {
		since, end = o.Expires, o.free().Add(lastLook)
		if o.DoneAt != nil {
			since = *o.DoneAt
		}
	}
	next := job.Doubling(since, now)
	if latest := now.Add(rare); next.After(latest) {
		next = latest
	}
	switch {
	case end.After(now) && next.After(end):
		next = end
	case o.Status != Waiting && !end.After(now):
		next = now.Add(afterwards)
	}
	return next
}
