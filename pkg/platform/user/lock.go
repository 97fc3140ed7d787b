package user

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// LockHold is a lock by staff or by the agent above. Each unlocks its own lock, and a user is locked while there is
// either (decisions §13).
type LockHold struct {
	Reason string    `dynamodbav:"reason,omitempty"`
	At     time.Time `dynamodbav:"at"`
}

// LockHold locks a user that is about to be written, by a principal of the type: an agent's lock is the agent's, any
// other is staff's. A lock of the same one stays as it was made, but for its reason.
func (u *User) LockHold(by auth.Type, reason string, at time.Time) {
	h := &LockHold{Reason: reason, At: at}
	mine := u.lockOf(by)
	if was := *mine; was != nil {
		h.At = was.At
	}
	*mine = h
	u.holds()
}

// lift removes the lock of a principal of the type; staff lift an agent's too. Fault user.lockedByStaff (40308) for
// an agent that has nothing of its own to lift.
func (u *User) lift(by auth.Type) error {
	switch {
	case by != auth.Agent:
		u.StaffLock, u.AgentLock = nil, nil
	case u.AgentLock == nil && u.Locked:
		return fault.New(fault.Forbidden, 40308, "user.lockedByStaff")
	default:
		u.AgentLock = nil
	}
	u.holds()
	return nil
}

func (u *User) lockOf(by auth.Type) **LockHold {
	if by == auth.Agent {
		return &u.AgentLock
	}
	return &u.StaffLock
}

// known gives a lock from before there were two to staff.
func (u *User) known() {
	if u.Locked && u.StaffLock == nil && u.AgentLock == nil {
		u.StaffLock = &LockHold{Reason: u.LockReason}
		if u.LockedAt != nil {
			u.StaffLock.At = *u.LockedAt
		}
	}
}

// holds derives the fields about the lock from the existing locks; staff's lock is shown before an agent's. LockedAt
// stays after an unlock: it identifies the notices about the lock.
func (u *User) holds() {
	h := u.StaffLock
	if h == nil {
		h = u.AgentLock
	}
	u.Locked, u.LockReason = h != nil, ""
	if h != nil {
		u.LockReason, u.LockedAt = h.Reason, &h.At
	}
}

// NotLocked gives the conditions that none of the users is locked, by staff or by an agent. They belong to the
// transaction that pays, consumes or starts something for them (decisions §3). A repeated id counts once, an empty
// one not at all.
func NotLocked(userIDs ...string) []store.Op {
	var ops []store.Op
	seen := map[string]bool{"": true}
	for _, id := range userIDs {
		if !seen[id] {
			seen[id] = true
			ops = append(ops, store.Op{Verb: store.Check, Key: Key(id), If: store.Missing(lockedMark)})
		}
	}
	return ops
}

// AnyLocked reports whether any of the users is locked, for a worker that is about to call a provider in their name:
// messages accepted before a lock are not sent after it. One call.
func AnyLocked(ctx context.Context, db store.DB, userIDs ...string) (bool, error) {
	ops := NotLocked(userIDs...)
	keys := make([]store.Key, len(ops))
	for i, op := range ops {
		keys[i] = op.Key
	}
	rows, err := db.GetMany(ctx, keys, true)
	return slices.ContainsFunc(rows, func(row store.Item) bool { _, locked := row[lockedMark]; return locked }), err
}

// ErrLocked is the refusal of what pays, consumes or speaks in the name of a locked user.
func ErrLocked() *fault.Error { return fault.New(fault.Forbidden, 40302, "web.locked") }

// lockedMark is there exactly while the user is locked.
const lockedMark = "locked"

// Lock is LockBy by staff.
func (b *Store) Lock(ctx context.Context, u User, locked bool, reason string) (before, after User, err error) {
	return b.LockBy(ctx, u, auth.Admin, locked, reason)
}

// LockBy sets or lifts a lock by a principal of the type. Locking ends the sessions at once; the hook runs also when
// nothing changes, so that a call that crashed after the write is completed by the next one, or by the janitor. The
// user stays locked when an agent lifts its own lock and staff's is there too. A write of unknown outcome is decided
// anew: a lock twice is one. Faults: user.lastAdmin (409); user.lockedByStaff (40308).
func (b *Store) LockBy(ctx context.Context, u User, by auth.Type, locked bool, reason string) (before, after User, err error) {
	change := func(u *User) error {
		u.known()
		if !locked {
			return u.lift(by)
		}
		if !u.Locked {
			u.Epoch++
		}
		u.LockHold(by, reason, b.Now())
		return nil
	}
	with, pay := b.outboxOps(u.ID)
	was, again := u, false
	err = store.Retry(ctx, unclearTries, func() (err error) {
		if again {
			if u, err = b.fresh(ctx, u.ID); err != nil {
				return err
			}
		}
		if before, after, err = b.edit(ctx, u, change, with); again {
			before = was
		}
		if again = true; errors.Is(err, store.ErrUnclear) {
			err = store.Retryable(err)
		}
		return err
	})
	if err != nil {
		return before, after, err // should the lock stand, the janitor does the rest
	}
	return before, after, pay(ctx, after.Locked)
}

// unclearTries is how often a lock is decided in all while writes are of unknown outcome, each of several tries of the store.
const unclearTries = 3
