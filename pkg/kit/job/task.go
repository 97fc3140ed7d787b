package job

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
)

// States of a task, as the wire has them.
const (
	Running = "running"
	Done    = "done"
	Failed  = "failed"
)

// Task is work that a queue message starts and that users watch until it ends: an import, a file. The row of the
// module that stores it embeds it. A message may come twice and a worker may die: the newest run has the task.
type Task struct {
	State   string            `dynamodbav:"s"`
	Total   int               `dynamodbav:"tt"`
	Done    int               `dynamodbav:"dn"` // of Total, so far
	Code    int               `dynamodbav:"co,omitempty"`
	Key     string            `dynamodbav:"ky,omitempty"` // message of why it failed
	Args    map[string]string `dynamodbav:"ar,omitempty"`
	Runs    int               `dynamodbav:"rn"`           // how often a worker began it
	Alive   int64             `dynamodbav:"ls"`           // unix ms until which its worker is believed to live
	Owner   string            `dynamodbav:"ow,omitempty"` // of the run: a worker that learns nothing of its claim's outcome knows it again
	Created time.Time         `dynamodbav:"ca"`
	Expires int64             `dynamodbav:"ttl"`
}

// NewTask is a task without a run, kept for that long.
func NewTask(now time.Time, keep time.Duration) Task {
	return Task{State: Running, Created: now, Expires: now.Add(keep).Unix()}
}

// Message tells in words why a task failed; nothing of one that did not.
func (t *Task) Message(texts *i18n.Catalogue, lang i18n.Lang) string {
	if t.Key == "" {
		return ""
	}
	args := map[string]any{}
	for name, v := range t.Args {
		args[name] = v
	}
	return texts.Text(lang, t.Key, args)
}

// Next gives the time when a tick looks at an unfinished task again: when its worker may be dead. With ring it is
// now, as no worker has it.
func (t *Task) Next(now time.Time) (next time.Time, ring bool) {
	if alive := time.UnixMilli(t.Alive); alive.After(now) {
		return alive, false
	}
	return now, true
}

// Workers are who works on the tasks of a module.
type Workers struct {
	DB    store.DB
	Now   func() time.Time
	Life  time.Duration // without a sign of life for so long, a worker is taken for dead
	Alone bool          // while one lives, no other begins
}

// Claim is the result of an attempt to claim a task.
type Claim int

const (
	Ours  Claim = iota
	Taken       // it has ended, or another worker has it: the tick does what that one leaves
	Gone        // there is no such task any more
)

// ErrTaken: the task has ended, or another worker has it.
var ErrTaken = errors.New("job: another worker has the task")

// Claim begins a run of a task and decodes its row. It is the caller's to give up one that was begun too often.
func (w *Workers) Claim(ctx context.Context, key store.Key, row any) (Claim, error) {
	now, owner, open := w.Now(), rand.Text(), store.Eq("s", Running)
	if w.Alone {
		open = store.And(open, store.Le("ls", now.UnixMilli()))
	}
	it, err := w.DB.Write(ctx, store.Op{Verb: store.Update, Key: key, If: open,
		Set: map[string]any{"ls": now.Add(w.Life).UnixMilli(), "ow": owner}, Add: map[string]int64{"rn": 1}})
	if errors.Is(err, store.ErrUnclear) { // the row tells whose the run is
		var got store.Item
		if got, err = w.DB.Get(ctx, key, true); err == nil && !owns(got, owner) {
			err = &store.Failed{Old: got}
		}
		it = got
	}
	switch failed := store.ConditionFailed(err); {
	case failed != nil && failed.Old == nil:
		return Gone, nil
	case failed != nil:
		return Taken, nil
	case err != nil:
		return Taken, err
	}
	_, err = store.Decode(it, row)
	return Ours, err
}

func owns(row store.Item, owner string) bool {
	var t Task
	ok, err := store.Decode(row, &t)
	return err == nil && ok && t.Owner == owner
}

// Renew notes that the worker lives and how far it is; ErrTaken when the run is not its any more.
func (w *Workers) Renew(ctx context.Context, key store.Key, t *Task) error {
	return w.note(ctx, key, t, w.Note(t))
}

// Release ends the worker's lease, so that the next worker can begin at once: this one failed, and the message comes
// back.
func (w *Workers) Release(ctx context.Context, key store.Key, t *Task) error {
	return w.note(ctx, key, t, map[string]any{"ls": 0, "dn": t.Done, "tt": t.Total})
}

// Note is what Renew sets, for a write of the module's own that tells the same.
func (w *Workers) Note(t *Task) map[string]any {
	return map[string]any{"ls": w.Now().Add(w.Life).UnixMilli(), "dn": t.Done, "tt": t.Total}
}

func (w *Workers) note(ctx context.Context, key store.Key, t *Task, set map[string]any) error {
	_, err := w.DB.Write(ctx, store.Op{Verb: store.Update, Key: key, Set: set, If: store.And(store.Eq("s", Running), store.Eq("rn", t.Runs))})
	if store.ConditionFailed(err) != nil {
		return ErrTaken
	}
	return err
}

// Heartbeat gives a function that a worker calls as often as it likes: once in a step of time it renews the lease,
// and does what goes with it.
func (w *Workers) Heartbeat(ctx context.Context, key store.Key, t *Task, step time.Duration, with func()) func() error {
	last := w.Now()
	return func() error {
		now := w.Now()
		if now.Sub(last) < step {
			return nil
		}
		last = now
		with()
		return w.Renew(ctx, key, t)
	}
}

// End gives the operation that ends a task, once, and records the end in t: why it failed, nil for success. more are
// the attributes of the module's own. Where several may work at a time, the first one ends it; else only the newest
// run.
func (w *Workers) End(key store.Key, t *Task, why *fault.Error, more map[string]any) store.Op {
	t.State = Done
	if why != nil {
		t.State, t.Code, t.Key, t.Args = Failed, why.Code, why.Key, map[string]string{}
		for name, v := range why.Args {
			t.Args[name] = fmt.Sprint(v)
		}
	}
	set := map[string]any{"s": t.State, "tt": t.Total, "dn": t.Done, "co": t.Code, "ky": t.Key, "ar": t.Args}
	maps.Copy(set, more)
	open := store.Eq("s", Running)
	if w.Alone {
		open = store.And(open, store.Eq("rn", t.Runs))
	}
	return store.Op{Verb: store.Update, Key: key, If: open, Set: set}
}
