package contact

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const (
	maxRuns  = 20                     // begun runs of an import before it is given up: a file that kills its worker
	beatStep = 500 * time.Millisecond // between two notes of progress
)

// start begins an import of an uploaded file into a collection in the caller's scope and gives the task's id, the same for
// a repetition of the call. Faults: 404 for a collection or file that the scope does not see, 400 for what cannot be a
// contact file by its content.
func (r *Room) start(ctx context.Context, id, fileID string, way Way) (string, error) {
	p := auth.Must(ctx)
	m, err := r.find(ctx, p.Scope(), id)
	if err != nil {
		return "", err
	}
	name, data, err := r.Files.Open(ctx, p.Scope(), fileID)
	if err != nil {
		return "", err
	}
	limits, err := r.limits(ctx)
	if err != nil {
		return "", err
	}
	if _, err := sheet.Sniff(data, limits); err != nil {
		return "", err
	}
	now := r.Now()
	t := task{Task: job.NewTask(now, keep), ID: r.NewID(ctx), Collection: id, File: fileID, FileName: name, Way: way, User: p.UserID, Scope: p.Scope(), Tenant: m.Owner.Tenant, Lang: web.LangOf(ctx)}
	w := work{TaskImport, id, t.Tenant, now.UnixMilli()}
	ops := []store.Op{{Verb: store.Put, Key: taskKey(id, t.ID), Item: t, If: store.Missing("pk")}, putWork(w, t.ID)}
	err = r.transact(ctx, append(ops, m.change(nil, map[string]int64{"ri": 1}, store.Exists("pk"))...))
	failed := store.ConditionFailed(err)
	if err != nil && failed == nil {
		return "", err
	}
	if failed != nil && failed.Index > 0 {
		return "", fault.Missing() // deleted meanwhile
	}
	audit.Note(ctx, id, nil, map[string]any{"import": t.ID, "file": name})
	r.wake(ctx, w, t.ID)
	return t.ID, nil
}

// FileTasks are what the room does on queue file.
func (r *Room) FileTasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskImport: r.Import, TaskPurge: r.Purge}
}

// Import is the handler of TaskImport: it reads the file, takes out what the collection has already and makes the rest
// visible at once. It may be repeated and may run twice at a time; a task that ended stays as it ended.
func (r *Room) Import(ctx context.Context, m queue.Message) (err error) {
	var b wakeMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("contact: task: %w", err)
	}
	defer fault.Wrap(&err, "import %s", b.Task)
	t := &task{}
	claim, err := r.workers().Claim(ctx, taskKey(b.Collection, b.Task), t)
	if claim == job.Gone {
		t.ID, t.Collection, t.Created = b.Task, b.Collection, time.UnixMilli(b.Since)
		return r.abandon(ctx, t)
	}
	if err != nil || claim == job.Taken {
		return err
	}
	if t.Runs > maxRuns {
		return r.fail(ctx, t, fault.New(fault.Unavailable, 50301, "contact.broken"))
	}
	c, ok, err := store.Load[meta](ctx, r.DB, metaKey(t.Collection), true)
	if err != nil {
		return err
	}
	if !ok {
		return r.abandon(ctx, t)
	}
	_, data, err := r.Files.Open(ctx, t.Scope, t.File)
	if fault.Is(err, "web.notFound") {
		return r.fail(ctx, t, fault.New(fault.NotFound, 40411, "contact.fileGone"))
	}
	var f *found
	if err == nil {
		f, err = r.scan(ctx, data, c.CountryCode, t.Way, r.progress(ctx, t))
	}
	if refused := fault.As(err); refused != nil && refused.Kind == fault.Invalid {
		return r.fail(ctx, t, refused)
	}
	if err != nil {
		return err
	}
	t.Total, t.Done, t.Duplicated, t.Failed, t.National = f.total(), f.total(), f.duplicates, len(f.bad), f.national
	if err := r.report(ctx, t, f.bad); err != nil {
		return err
	}
	if len(f.numbers) == 0 {
		return r.fail(ctx, t, f.reason().Fault())
	}
	return r.add(ctx, t, f.numbers)
}

// progress notes how far the import is, for who watches it.
func (r *Room) progress(ctx context.Context, t *task) func(total, done int) {
	far := t.Task
	beat := r.workers().Pulse(ctx, taskKey(t.Collection, t.ID), &far, beatStep, func() {})
	return func(total, done int) {
		far.Total, far.Done = total, done
		_ = beat() // a note that is lost costs nothing: the end of the task is written with its conditions
	}
}

// add makes the numbers members that are none yet and ends the task, in one transaction.
func (r *Room) add(ctx context.Context, t *task, numbers []uint64) error {
	slices.Sort(numbers)
	for try := 1; ; try++ {
		c, err := r.claim(ctx, t.Collection)
		if err != nil {
			return err
		}
		if c == nil {
			return r.abandon(ctx, t)
		}
		fresh := c.without(numbers)
		if len(c.packs)+len(fresh)/packSize >= maxPacks {
			return r.fail(ctx, t, fault.New(fault.Conflict, 40911, "contact.full"))
		}
		var rows []store.Op
		for some := range slices.Chunk(fresh, packSize) {
			rows = append(rows, c.place(len(c.packs), members{some, r.Now()})...)
		}
		if err := r.DB.WriteAll(ctx, rows); err != nil {
			return err
		}
		done := *t
		done.Imported, done.Duplicated = len(fresh), t.Duplicated+len(numbers)-len(fresh)
		err = r.commit(ctx, c, map[string]int64{"ri": -1}, r.end(&done, nil), dropWork(t.Created, t.ID))
		failed := store.ConditionFailed(err)
		if failed == nil || failed.Index == 0 || try == tries {
			if failed != nil && failed.Index == 0 {
				return nil // another delivery ended the task
			}
			return err
		}
	}
}

// without gives the numbers (ascending) that are no members.
func (c *content) without(numbers []uint64) []uint64 {
	had := make([]bool, len(numbers))
	for _, p := range c.members {
		for _, n := range p.numbers {
			if i, ok := slices.BinarySearch(numbers, n); ok {
				had[i] = true
			}
		}
	}
	fresh := make([]uint64, 0, len(numbers))
	for i, n := range numbers {
		if !had[i] {
			fresh = append(fresh, n)
		}
	}
	return fresh
}

// fail ends a task of which nothing was imported.
func (r *Room) fail(ctx context.Context, t *task, why *fault.Error) error {
	m, ok, err := store.Load[meta](ctx, r.DB, metaKey(t.Collection), true)
	if err != nil {
		return err
	}
	if !ok {
		return r.abandon(ctx, t)
	}
	ended := *t
	ended.Columns, _ = why.Data.([]sheet.Column)
	ops := []store.Op{r.end(&ended, why), dropWork(t.Created, t.ID)}
	err = r.transact(ctx, append(ops, m.change(nil, map[string]int64{"ri": -1}, store.Exists("pk"))...))
	if failed := store.ConditionFailed(err); failed != nil {
		if failed.Index == 0 {
			return nil // another delivery ended it
		}
		return r.abandon(ctx, t)
	}
	return err
}

// abandon forgets a task whose collection was deleted, with whatever it wrote.
func (r *Room) abandon(ctx context.Context, t *task) error {
	if err := r.sweep(ctx, t.Collection); err != nil {
		return err
	}
	return r.DB.WriteAll(ctx, []store.Op{dropWork(t.Created, t.ID)})
}

// report keeps the bad rows: the first for the answer, all of them in a file in the importer's language. Both depend on
// the file alone, so that a repetition writes the same.
func (r *Room) report(ctx context.Context, t *task, bad []badRow) error {
	if t.Bad = len(bad) > 0; !t.Bad {
		return nil
	}
	kept, err := packErrors(bad[:min(len(bad), shownErrors)])
	if err != nil {
		return err
	}
	if err := r.DB.WriteAll(ctx, []store.Op{{Verb: store.Put, Key: errorsKey(t.Collection, t.ID), Item: errorRow{kept, t.Expires}}}); err != nil {
		return err
	}
	rows := make([]RowError, len(bad))
	for i, b := range bad {
		rows[i] = RowError{b.line, b.value, b.problem.Code, b.problem.Key}
	}
	return r.KeepErrors(ctx, t.errorFile(), t.Lang, rows)
}
