package contact

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/phone"
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
func (r *Service) start(ctx context.Context, id, fileID string, way ImportOptions) (string, error) {
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
	t := task{Task: job.NewTask(now, keep), ID: r.NewID(ctx), Collection: id, File: fileID, FileName: name, Way: way, User: p.UserID,
		By: p.Name, Scope: p.Scope(), Tenant: m.Owner.Tenant, Lang: web.LangOf(ctx)}
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
	auditlog.Note(ctx, id, nil, map[string]any{"import": t.ID, "file": name})
	auditlog.Subject(ctx, m.Name)
	r.wake(ctx, w, t.ID)
	return t.ID, nil
}

// FileTasks are what the module does on queue file.
func (r *Service) FileTasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskImport: r.Import, TaskPurge: r.Purge, TaskDerive: r.Derive}
}

// Import is the handler of TaskImport: it reads the file, takes out what the collection has already and makes the rest
// visible at once. It may be repeated and may run twice at a time; a task that ended stays as it ended.
func (r *Service) Import(ctx context.Context, m queue.Message) (err error) {
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
	var f *parsedFile
	if err == nil {
		t.Way.Type = c.kind()
		f, err = r.scan(ctx, data, c.CountryCode, t.Way, r.progress(ctx, t))
	}
	if refused := fault.As(err); refused != nil && refused.Kind == fault.Invalid {
		return r.fail(ctx, t, refused)
	}
	if err != nil {
		return err
	}
	t.Total, t.Done, t.Duplicated, t.Failed, t.National = f.total(), f.total(), f.duplicates, len(f.bad), f.national
	t.Roles, t.Disposable = f.roles, f.disposable
	if err := r.report(ctx, t, f); err != nil {
		return err
	}
	if len(f.numbers) == 0 {
		return r.fail(ctx, t, f.reason().Fault())
	}
	return r.add(ctx, t, f)
}

// progress notes how far the import is, for who watches it.
func (r *Service) progress(ctx context.Context, t *task) func(total, done int) {
	far := t.Task
	beat := r.workers().Heartbeat(ctx, taskKey(t.Collection, t.ID), &far, beatStep, func() {})
	return func(total, done int) {
		far.Total, far.Done = total, done
		_ = beat() // a note that is lost costs nothing: the end of the task is written with its conditions
	}
}

// add makes the numbers members that are none yet, keeps what the file tells about each, and ends the task, in one transaction.
func (r *Service) add(ctx context.Context, t *task, f *parsedFile) error {
	limits, err := r.bounds(ctx)
	if err != nil {
		return err
	}
	return store.Retry(ctx, tries, func() error { return r.addNow(ctx, t, f, limits) })
}

// addNow is add once. A *store.Failed when the collection was changed meanwhile.
func (r *Service) addNow(ctx context.Context, t *task, f *parsedFile, limits bounds) error {
	c, err := r.claim(ctx, t.Collection)
	if err != nil {
		return err
	}
	if c == nil {
		return r.abandon(ctx, t)
	}
	done := *t
	c.Columns, done.LeftOut = f.fit(c.Columns, limits)
	rows, fresh, full, err := c.addRows(f, r.Now())
	if err != nil {
		return err
	}
	if len(c.packs) >= maxPacks {
		return r.fail(ctx, t, fault.New(fault.Conflict, 40911, "contact.full"))
	}
	if err := r.DB.WriteAll(ctx, rows); err != nil {
		return err
	}
	if full > 0 {
		done.LeftOut = append(done.LeftOut, LeftOut{Rows: full, Message: leftFull})
	}
	done.StoredColumns = slices.DeleteFunc(slices.Clone(f.columns), func(name string) bool { return name == "" })
	done.Imported, done.Duplicated = fresh, t.Duplicated+len(f.numbers)-fresh
	err = r.commit(ctx, c, map[string]int64{"ri": -1}, r.end(&done, nil), dropWork(t.Created, t.ID), r.imported(&done))
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return nil // another delivery ended the task
	}
	return err
}

// imported tells of an import in its collection's history.
func (r *Service) imported(t *task) store.Op {
	return EventOf(t.Collection, t.ID, Event{Time: r.Now(), What: WasImported, Operator: t.By, Of: []string{t.FileName}, Added: t.Imported,
		Twice: t.Duplicated, Refused: t.Failed, TaskID: t.ID})
}

// bring puts what a file brings into packs: numbers that are no members yet into new ones, and what it tells about members
// into theirs. It gives the rows to be written, how many numbers are new, and of how many members the pack is full.
func (c *content) addRows(f *parsedFile, now time.Time) (rows []store.Op, fresh, full int, err error) {
	order := make([]int, len(f.numbers)) // rows of the file, by their number
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(phone.Normal(f.numbers[a]), phone.Normal(f.numbers[b])) })
	had := make([]bool, len(order))
	for n, p := range c.members {
		named := map[int]int{} // member → row of the file
		for i, number := range p.numbers {
			if at, ok := slices.BinarySearchFunc(order, phone.Normal(number),
				func(row int, n uint64) int { return cmp.Compare(phone.Normal(f.numbers[row]), n) }); ok {
				had[at], named[i] = true, order[at]
			}
		}
		told, news := p.mark(f, named)
		if !news {
			continue
		}
		if packed, err := told.values.encode(); err != nil || len(packed) > mostValues {
			full += len(named)
			continue
		}
		row, err := c.place(n, told)
		if err != nil {
			return nil, 0, 0, err
		}
		rows = append(rows, row...)
	}
	var others []int
	for at, row := range order {
		if !had[at] {
			others = append(others, row)
		}
	}
	slices.SortFunc(others, func(a, b int) int { return cmp.Compare(f.numbers[a], f.numbers[b]) })
	for _, some := range f.packed(others) {
		m := members{created: now, values: f.response(some)}
		for _, row := range some {
			m.numbers = append(m.numbers, f.numbers[row])
		}
		row, err := c.place(len(c.packs), m)
		if err != nil {
			return nil, 0, 0, err
		}
		rows = append(rows, row...)
	}
	return rows, len(others), full, nil
}

// fail ends a task of which nothing was imported.
func (r *Service) fail(ctx context.Context, t *task, why *fault.Error) error {
	m, ok, err := store.Load[meta](ctx, r.DB, metaKey(t.Collection), true)
	if err != nil {
		return err
	}
	if !ok {
		return r.abandon(ctx, t)
	}
	ended := *t
	ended.Columns, _ = why.Data.([]sheet.Column)
	ops := []store.Op{r.end(&ended, why), dropWork(t.Created, t.ID), r.imported(&ended)}
	err = r.transact(ctx, append(ops, m.change(nil, map[string]int64{"ri": -1}, store.Exists("pk"))...))
	if failed := store.ConditionFailed(err); failed != nil {
		if failed.Index == 0 {
			return nil // another delivery ended it
		}
		return r.abandon(ctx, t)
	}
	return err
}

// abandon deletes a task whose list was deleted, with all rows that the task wrote.
func (r *Service) abandon(ctx context.Context, t *task) error {
	if err := r.sweep(ctx, t.Collection); err != nil {
		return err
	}
	return r.DB.WriteAll(ctx, []store.Op{dropWork(t.Created, t.ID)})
}

// report keeps the bad rows: the first for the answer, all of them in a file in the importer's language. Both depend on
// the file alone, so that a repetition writes the same.
func (r *Service) report(ctx context.Context, t *task, f *parsedFile) error {
	bad := f.bad
	if t.Bad = len(bad) > 0; !t.Bad {
		return nil
	}
	kept, err := packErrors(bad[:min(len(bad), shownErrors)])
	if err != nil {
		return err
	}
	if err := r.DB.WriteAll(ctx, []store.Op{{Verb: store.Put, Key: errorsKey(t.Collection, t.ID),
		Item: errorRow{kept, t.Expires}}}); err != nil {
		return err
	}
	_, t.Beside = f.extraColumns()
	return refusals{r}.keepErrors(ctx, t, f)
}
