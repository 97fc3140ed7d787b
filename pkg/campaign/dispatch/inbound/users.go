package inbound

import (
	"context"
	"strconv"
	"sync"

	"herald/pkg/kit/store"
)

// userRow stores the number that a webhook showed for a provider's user, and the user's messages from before that. A
// user's id is the provider's: it holds for the senders that share the webhook.
type userRow struct {
	Number  string  `dynamodbav:"n,omitempty"`
	ShownAt int64   `dynamodbav:"t,omitempty"` // unix ms of the event that showed it
	Waiting []Event `dynamodbav:"w,omitempty"`
	Rev     int64   `dynamodbav:"q"`
}

const (
	mostUsers   = 10_000 // that a process remembers
	mostWaiting = 20     // events of a user whose number is not known
	userTries   = 8
)

// users remembers, in a process, the numbers of users.
type Users struct {
	mu      sync.Mutex
	numbers map[store.Key]string
}

func (u *Users) get(k store.Key) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.numbers[k]
}

func (u *Users) keep(k store.Key, number string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.numbers == nil || len(u.numbers) >= mostUsers {
		u.numbers = map[store.Key]string{}
	}
	u.numbers[k] = number
}

func userKey(h *Event) store.Key {
	return store.Key{Table: "campaign", PK: "WAUSER#" + h.Via + "#" + h.User, SK: "WAUSER"}
}

// NumbersOf returns the numbers that a provider's webhook showed for its users. Unknown users are left out.
func NumbersOf(ctx context.Context, db store.DB, hook string, users []string) (map[string]uint64, error) {
	known := map[string]uint64{}
	for _, user := range users {
		h := Event{Via: hook, User: user}
		row, _, err := store.Load[userRow](ctx, db, userKey(&h), true)
		if err != nil {
			return nil, err
		}
		if h.From = row.Number; h.number() > 0 {
			known[user] = h.number()
		}
	}
	return known, nil
}

// identify returns the events with the numbers of their users. A number comes with the event, or was shown before.
// Messages from before the number was known come with the event that shows it, and done deletes them after all is
// processed. Events without a number are stored and left out.
func (r *Service) identify(ctx context.Context, all []Event) (known []Event, done func(context.Context) error, err error) {
	waited := map[store.Key]int64{}
	for _, h := range all {
		if h.User == "" {
			known = append(known, h)
			continue
		}
		key := userKey(&h)
		if number := r.Users.get(key); number == "" || h.From != "" && h.From != number {
			row, err := r.user(ctx, key, &h)
			if err != nil {
				return nil, nil, err
			}
			if len(row.Waiting) > 0 && row.Number != "" && waited[key] == 0 {
				waited[key] = row.Rev
				for _, w := range row.Waiting {
					w.From = row.Number
					known = append(known, w.read())
				}
			}
			if h.From == "" {
				h.From = row.Number
			}
		} else {
			h.From = number
		}
		if h.From != "" && !h.Shown {
			known = append(known, h.read())
		}
	}
	return known, func(ctx context.Context) error {
		for key, rev := range waited {
			_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: key, Remove: []string{"w"}, If: store.Eq("q", rev)})
			if err != nil && store.ConditionFailed(err) == nil { // else something came meanwhile: the next event of the user deals with it
				return err
			}
		}
		return nil
	}, nil
}

// user is the row of an event's user, with what the event adds to it.
func (r *Service) user(ctx context.Context, key store.Key, h *Event) (row userRow, err error) {
	err = store.Decide(ctx, userTries, func() error {
		var err error
		if row, _, err = store.Load[userRow](ctx, r.Flow.DB, key, true); err != nil {
			return err
		}
		cond := store.Eq("q", row.Rev)
		if row.Rev == 0 {
			cond = store.Missing("q")
		}
		switch {
		case h.From != "" && h.From != row.Number && h.At >= row.ShownAt:
			row.Number, row.ShownAt = h.From, h.At
		case h.From == "" && row.Number == "" && !h.Shown && len(row.Waiting) < mostWaiting && !isWaiting(row.Waiting, h):
			row.Waiting = append(row.Waiting, *h)
		default:
			return nil
		}
		row.Rev++
		_, err = r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: row, If: cond})
		return err
	})
	if err == nil && row.Number != "" && len(row.Waiting) == 0 {
		r.Users.keep(key, row.Number)
	}
	return row, err
}

func isWaiting(all []Event, h *Event) bool {
	for _, w := range all {
		if w.ID == h.ID && w.At == h.At && w.Kind == h.Kind {
			return true
		}
	}
	return false
}

// number is the writer's, 0 while it is not known.
func (h *Event) number() uint64 {
	n, err := strconv.ParseUint(h.From, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
