package suppression

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// take makes entries of the numbers that the task has not dealt with.
func (r *Service) take(ctx context.Context, t *task, file contact.NumberList) error {
	t.Total, t.Failed = len(file.Numbers)+file.Duplicates+len(file.Bad), len(file.Bad)
	if len(file.Numbers) == 0 && len(file.Bad) > 0 {
		t.Done = 0
		if err := r.keepErrors(ctx, t, file); err != nil {
			return err
		}
		return r.end(ctx, t, fault.New(fault.Invalid, file.Bad[0].Code, file.Bad[0].Message))
	}
	for t.Done < len(file.Numbers) {
		if end, bound := ctx.Deadline(); bound && time.Until(end) < timeLeft {
			r.wake(ctx, t.ID, t.Owner.Tenant)
			return nil
		}
		ended, err := r.batch(ctx, t, changesOf(t, file, t.Done, min(t.Done+batchSize, len(file.Numbers))))
		if err != nil || ended {
			return err
		}
	}
	t.Duplicated += file.Duplicates
	if err := r.keepErrors(ctx, t, file); err != nil {
		return err
	}
	return r.end(ctx, t, nil)
}

// changesOf are what the rows from…to of a file suppress.
func changesOf(t *task, file contact.NumberList, from, to int) []Change {
	out := make([]Change, 0, to-from)
	for i := from; i < to; i++ {
		c := Change{Owner: t.Owner, Customer: t.Customer, Number: file.Numbers[i], Channel: t.Channel, Source: Import, At: t.Created,
			Reason: t.Reason, Operator: t.Operator}
		if len(file.Emails) > 0 {
			c.Address = file.Emails[i]
		}
		out = append(out, c)
	}
	return out
}

// batch makes entries of numbers that are none yet: first their rows, which a repetition writes again the same, then in one
// transaction the version of the set, the counters and how far the task is.
func (r *Service) batch(ctx context.Context, t *task, changes []Change) (ended bool, err error) {
	holder := Holder(t.Owner)
	keys := make([]store.Key, len(changes))
	for i := range changes {
		keys[i] = entryKey(holder, changes[i].code())
	}
	had := make([]row, len(changes))
	got, err := r.getMany(ctx, keys)
	if err != nil {
		return false, err
	}
	w := &writing{book: r.Store, holder: holder, counts: map[string]int64{}}
	var rows, changed []store.Op
	seen := map[uint64]bool{}
	for i := range changes {
		if _, err := store.Decode(got[i], &had[i]); err != nil {
			return false, err
		}
		c := &changes[i]
		if seen[c.code()] || had[i].On && !strings.HasPrefix(had[i].ID, t.ID) {
			continue // there already
		}
		seen[c.code()] = true
		next := row{Entry: w.entry(c), On: true, At: max(t.Created.UnixMilli(), had[i].At), Rev: had[i].Rev + 1}
		next.ID, next.CreateTime = t.ID+fmt.Sprintf("%06d", t.Done+i), t.Created
		rows = append(rows, store.Op{Verb: store.Put, Key: keys[i], Item: next})
		for _, s := range next.scopes() {
			rows = append(rows, store.Op{Verb: store.Put, Key: entries.Key(s, next.ID), Item: next.Entry})
			changed = append(changed, entries.Changed(s, next.ID)...)
			w.counts[s]++
		}
		w.on = append(w.on, next.code())
	}
	if err := r.DB.WriteAll(ctx, rows); err != nil {
		return false, err
	}
	if err := r.DB.WriteAll(ctx, changed); err != nil { // behind the rows: a mark that is taken away was of a row that was there
		return false, err
	}
	return r.commit(ctx, t, w, len(changes))
}

func (r *Service) getMany(ctx context.Context, keys []store.Key) ([]store.Item, error) {
	var out []store.Item
	for some := range slices.Chunk(keys, 100) {
		distinct := unique(some)
		got, err := r.DB.GetMany(ctx, distinct, true)
		if err != nil {
			return nil, err
		}
		for _, k := range some {
			i, _ := slices.BinarySearchFunc(distinct, k, func(a, b store.Key) int { return strings.Compare(a.SK, b.SK) })
			out = append(out, got[i])
		}
	}
	return out, nil
}

// commit makes a batch count, once: the task stands where the batch began.
func (r *Service) commit(ctx context.Context, t *task, w *writing, n int) (ended bool, err error) {
	next := *t
	next.Done, next.Imported, next.Duplicated = t.Done+n, t.Imported+len(w.on), t.Duplicated+n-len(w.on)
	err = store.Decide(ctx, tries, func() (err error) {
		if w.head, _, err = store.Load[head](ctx, r.DB, headKey(w.holder), true); err != nil {
			return err
		}
		set := r.workers().Note(&next.Task)
		set["im"], set["du"], set["fa"] = next.Imported, next.Duplicated, next.Failed
		w.ops = []store.Op{{Verb: store.Update, Key: taskKey(t.ID), If: store.And(store.Eq("s", job.Running), store.Eq("dn", t.Done)), Set: set}}
		err = r.DB.Transact(ctx, w.finish())
		if err == nil {
			*t = next
			r.afterwards(ctx, w.holder, w.head)
		}
		if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
			var now task // ours that was taken for lost, or another delivery's
			if _, err := store.Decode(failed.Old, &now); err != nil {
				return err
			}
			*t = now
			t.Total, t.Failed, ended = next.Total, next.Failed, now.State != job.Running
			return nil
		}
		return err
	})
	return ended, err
}
