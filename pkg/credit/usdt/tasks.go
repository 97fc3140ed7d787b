package usdt

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// The task that looks at an order, on the queue of what takes long.
const (
	jobQueue = "job"
	TaskLook = "usdt.look"
)

type named struct {
	ID string `json:"id"`
}

func look(o *Order) queue.Message { return queue.New(TaskLook, o.Tenant, named{o.ID}) }

// Tasks of the room.
func (r *Room) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskLook: func(ctx context.Context, m queue.Message) error {
		var n named
		if err := json.Unmarshal(m.Body, &n); err != nil {
			return fmt.Errorf("usdt: task: %w", err)
		}
		if err := r.Look(ctx, n.ID); err != nil { // the tick comes back to it
			r.Log(map[string]any{"warning": "usdt: " + err.Error(), "order": n.ID})
		}
		return nil
	}}
}

// Look does what an order needs now: its hash is checked; one that waits, or was given up, is credited too when somebody sent to its
// address without a word.
func (r *Room) Look(ctx context.Context, id string) error {
	o, ok, err := r.Get(ctx, id)
	if err != nil || !ok {
		return orMissing(err)
	}
	if o.Status.checking() {
		return r.Check(ctx, id)
	}
	if o.Status != Waiting && o.Status != Expired || o.Status == Expired && r.Now().UnixMilli() >= o.FreeAt {
		return nil
	}
	found, err := r.search(ctx, o)
	if err != nil {
		return err
	}
	if found {
		return r.Check(ctx, id)
	}
	if o.Status == Waiting && r.Now().After(o.Expires) {
		return r.expire(ctx, id, func(now *Order) error {
			if now.Status != Waiting {
				return fmt.Errorf("usdt: %s is %s by now", id, now.Status)
			}
			return nil
		})
	}
	return nil
}

// listed bounds how many transfers to an address are looked at.
const listed = 20

// search looks for a transfer to the order's address that credited nobody, and takes its hash for the customer's.
func (r *Room) search(ctx context.Context, o *Order) (found bool, err error) {
	chain, err := r.chain(ctx, o.Chain)
	if err != nil {
		return false, err
	}
	if err := r.pace(chain.Profile()); err != nil {
		return false, err
	}
	moves, err := chain.Transfers(ctx, o.Address, o.Made, listed)
	if provider.CauseOf(err) == provider.NotThere {
		err = nil
	}
	for _, m := range moves {
		got, err := r.DB.Query(ctx, store.Query{Table: "credit", PK: transferKey(o.Chain, m.Hash, 0).PK, Limit: 1, Consistent: true})
		if err != nil {
			return false, err
		}
		if len(got) > 0 || !worth(o, m) {
			continue
		}
		_, found, err = r.change(ctx, o.ID, func(now *Order) ([]store.Op, bool, error) {
			if now.Status != Waiting && now.Status != Expired {
				return nil, false, nil
			}
			return r.told(now, m.Hash), true, nil
		})
		return found, err
	}
	return false, err
}

// worth tells whether a transfer is worth any credit: strangers send nothing to many addresses.
func worth(o *Order, m provider.Transfer) bool {
	micro, err := m.Micro()
	if err != nil {
		return true // who looks at the transaction says so
	}
	units, err := o.Rate.Credit(micro)
	return err != nil || units > 0
}

// sight is how often within a minute a hash is looked at while somebody may watch it.
const sight = 15 * time.Second

// Tick has every order looked at that is due: one with a hash four times a minute, one that waits ever less until its time is over, and
// one that was given up until its address may be given to another.
func (r *Room) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		o, ok, err := r.Get(ctx, d.ID)
		if err != nil || !ok || !o.Status.open() && o.Status != Expired {
			return time.Time{}, err
		}
		messages := []queue.Message{look(o)}
		for at := sight; o.Status.checking() && at < time.Minute; at += sight {
			messages = append(messages, look(o).Later(at))
		}
		if err := r.Queues.Send(ctx, jobQueue, messages...); err != nil {
			return time.Time{}, err
		}
		return due(o, now), nil
	})
}

// due tells when an order is looked at again.
func due(o *Order, now time.Time) time.Time {
	switch next := job.Doubling(o.Made, now); {
	case o.Status == Waiting && now.Before(o.Expires):
		if next.After(o.Expires) {
			return o.Expires.Add(time.Second)
		}
		return next
	case o.Status != Expired:
		return now
	case now.UnixMilli() >= o.FreeAt:
		return time.Time{}
	}
	return job.Doubling(o.Expires, now)
}
