package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const (
	maxRuns   = 5                // begun runs of an export before it is given up: a list that kills its worker
	leaseLife = 30 * time.Second // without a sign of life for so long, another worker takes the task
	beatStep  = 2 * time.Second  // between two notes of progress
)

// FileTasks are the exporter's handlers on queue file.
func (d *Exporter) FileTasks() map[string]queue.Handler { return map[string]queue.Handler{Task: d.Run} }

// Run is the handler of Task. It may be repeated and may run twice at a time: one worker has the lease, and an ended
// task stays as it ended. After a crash another worker writes the file anew.
func (d *Exporter) Run(ctx context.Context, m queue.Message) (err error) {
	var b wakeMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("export: task: %w", err)
	}
	defer fault.Wrap(&err, "export %s", b.Task)
	t := &task{}
	if claim, err := d.workers().Claim(ctx, taskKey(b.User, b.Task), t); err != nil || claim != job.Ours {
		return err
	}
	if t.Runs > maxRuns {
		return d.end(ctx, t, fault.New(fault.Unavailable, 50311, "export.broken"))
	}
	err = d.build(ctx, t)
	if errors.Is(err, job.ErrTaken) {
		return nil
	}
	if refused := fault.As(err); err == nil || refused != nil && refused.Kind != fault.Internal {
		return d.end(ctx, t, refused)
	}
	// The message comes back; its next receiver need not wait for this worker's lease.
	if freeErr := d.workers().Release(context.WithoutCancel(ctx), taskKey(t.User, t.ID), &t.Task); freeErr != nil {
		d.Log(map[string]any{"warning": "export: " + freeErr.Error(), "id": t.ID})
	}
	return err
}

// build writes the file by way of a temporary one: memory stays the same for any number of rows.
func (d *Exporter) build(ctx context.Context, t *task) error {
	found, ok := d.lists[t.List]
	if !ok {
		return fault.New(fault.Unavailable, 50312, "export.gone")
	}
	p, err := d.Who(ctx, t.User)
	if err != nil {
		return err
	}
	ctx = web.WithLang(auth.Into(ctx, p), t.Lang)
	list, err := found.read(ctx, t.Input)
	if err == nil {
		list, err = list.choose(t.Columns)
	}
	if err != nil {
		return err
	}
	if t.Done, t.Total = 0, max(list.total, t.Total); list.total >= 0 {
		t.Total = list.total
	}
	file, err := os.CreateTemp("", "export-*")
	if err != nil {
		return err
	}
	defer func() {
		_ = file.Close()           // it is read to its end
		_ = os.Remove(file.Name()) // the function's disk goes with the function
	}()
	alive := d.workers().Heartbeat(ctx, taskKey(t.User, t.ID), &t.Task, beatStep, func() { d.push(ctx, t) })
	err = d.write(ctx, watched{file, alive}, target{t.format(), t.Lang}, list, func(n int) error {
		if t.Done = n; n%256 != 0 {
			return nil
		}
		return alive()
	})
	if err != nil {
		return err
	}
	t.Total = t.Done
	if err := d.workers().Renew(ctx, taskKey(t.User, t.ID), &t.Task); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return d.Blobs.PutFile(ctx, t.object(), typeOf(t.format()), file)
}

// end closes a task, once, and tells its user. refused is why it failed, nil for a file.
func (d *Exporter) end(ctx context.Context, t *task, refused *fault.Error) error {
	_, err := d.DB.Write(ctx, d.workers().End(taskKey(t.User, t.ID), &t.Task, refused, nil))
	if store.ConditionFailed(err) != nil {
		return nil // another worker has it; or it was written and the answer was lost, and the janitor tells
	}
	if err != nil {
		return err
	}
	return d.tell(ctx, t)
}

// tell leaves the notice of a task that ended, sends the live message and lets the janitor forget the task. It may
// be repeated: the notice of a task is delivered once.
func (d *Exporter) tell(ctx context.Context, t *task) error {
	n := Ready{UserID: t.User, TaskID: t.ID, Title: "export.notice.done", Body: "export.notice.link",
		Args: map[string]string{"name": "export.list." + t.List, "n": strconv.Itoa(t.Total)}}
	if t.State == job.Failed {
		n.Title, n.Body, n.Args["reason"] = "export.notice.failed", "export.notice.reason", t.Key
		for name, v := range t.Args {
			n.Args[name] = v
		}
	}
	if d.Tell != nil {
		if err := d.Tell(ctx, n); err != nil {
			return err
		}
	}
	d.push(ctx, t)
	// The tick may have moved its look by now: it sees that there is nothing left to tell.
	_, err := d.DB.Write(ctx, store.Op{Verb: store.Update, Key: taskKey(t.User, t.ID), Set: map[string]any{"td": true},
		If: store.Exists("pk")})
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	return d.DB.WriteAll(ctx, []store.Op{looks(d.DB).Drop(t.Created.Add(firstLook), t.ID, "")})
}

// push sends how far a task is, never the link to its file: who hears it may ask for that. One that fails is not an error of the
// work: the console reads the truth when it looks.
func (d *Exporter) push(ctx context.Context, t *task) {
	data := map[string]any{"id": t.ID, "status": t.State, "done": t.Done, "total": t.Total}
	if err := d.Hub.Send(ctx, []string{t.User}, push.Message{Type: "export", Data: data}); err != nil {
		d.Log(map[string]any{"warning": "push: " + err.Error(), "export": t.ID})
	}
}

// Tick is the janitor's minute: it sends messages for tasks without a worker. So a lost message and a dead worker
// are harmless.
func (d *Exporter) Tick(ctx context.Context) error {
	return looks(d.DB).Tick(ctx, d.Now(), d.tend)
}

func (d *Exporter) tend(ctx context.Context, due job.Due) (next time.Time, err error) {
	var w work
	if err := due.Decode(&w); err != nil {
		return next, err
	}
	t, ok, err := store.Load[task](ctx, d.DB, taskKey(w.User, due.ID), true)
	switch {
	case err != nil || !ok || t.Notified:
		return next, err
	case t.State != job.Running:
		return next, d.tell(ctx, &t)
	}
	next, ring := t.Next(d.Now())
	if ring {
		d.wake(ctx, w, due.ID)
	}
	return next, nil
}

// watched is the file while it is packed, which comes after the last row and takes long for a million.
type watched struct {
	io.Writer
	alive func() error
}

func (w watched) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err == nil {
		err = w.alive()
	}
	return n, err
}
