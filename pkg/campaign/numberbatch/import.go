package numberbatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Queues and tasks of imports.
const (
	FileQueue   = "file"
	JobQueue    = "job"
	TaskImport  = "numberbatch.import"
	TaskPartner = "numberbatch.partner"
)

const (
	mostErrors = 100
	stride     = 1000 // numbers between two notes of progress
	maxRuns    = 20   // begun runs of an import before it is given up
)

// FileTasks are what the module does on queue file.
func (r *Service) FileTasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskImport: r.Import}
}

// Import is the handler of TaskImport: it reads the file and adds its numbers. It may be repeated; numbers that an earlier run added count
// as imported.
func (r *Service) Import(ctx context.Context, m queue.Message) (err error) {
	b, t, err := r.claim(ctx, m)
	if err != nil || t == nil {
		return err
	}
	defer fault.Wrap(&err, "batch %s", b.ID)
	found, err := r.Contacts.List(ctx, auth.Scope(allScope[0]), t.File, b.CountryCode, t.Way)
	if fault.Is(err, "web.notFound") {
		err = fault.New(fault.NotFound, 40411, "contact.fileGone")
	}
	if refused := fault.As(err); refused != nil && refused.Kind != fault.Internal {
		return r.end(ctx, b, t, refused)
	}
	if err != nil {
		return err
	}
	t.Duplicated, t.Failed, t.Total = found.Duplicates, len(found.Bad), len(found.Numbers)+found.Duplicates+len(found.Bad)
	t.Errors = found.Bad[:min(len(found.Bad), mostErrors)]
	if len(found.Numbers) == 0 {
		return r.end(ctx, b, t, mostFrequent(found.Bad))
	}
	return r.bring(ctx, b, t, found.Numbers)
}

// mostFrequent is why a file without a good row was refused.
func mostFrequent(bad []contact.RowError) *fault.Error {
	counts := map[contact.RowError]int{}
	var most contact.RowError
	for _, e := range bad {
		kind := contact.RowError{Code: e.Code, Message: e.Message}
		if counts[kind]++; counts[kind] > counts[most] {
			most = kind
		}
	}
	if most.Message == "" {
		return fault.New(fault.Invalid, 0, "numberbatch.empty")
	}
	return fault.New(fault.Invalid, most.Code, most.Message)
}

// claim begins a run of the import of a batch; no task where there is nothing to do.
func (r *Service) claim(ctx context.Context, m queue.Message) (*Batch, *task, error) {
	var id string
	if err := json.Unmarshal(m.Body, &id); err != nil {
		return nil, nil, fmt.Errorf("numberbatch: task: %w", err)
	}
	b, err := r.find(ctx, id)
	if fault.Is(err, "web.notFound") {
		return nil, nil, nil
	}
	if err != nil || b.State != Importing {
		return nil, nil, err
	}
	t := &task{}
	claim, err := r.workers().Claim(ctx, taskKey(b.ID, b.TaskID), t)
	if err != nil || claim != job.Ours {
		return nil, nil, err
	}
	if t.Runs > maxRuns && b.Source == FromFile {
		return b, nil, r.end(ctx, b, t, fault.New(fault.Unavailable, 50301, "contact.broken"))
	}
	return b, t, nil
}

// bring adds numbers to a batch, and ends its import.
func (r *Service) bring(ctx context.Context, b *Batch, t *task, all []uint64) error {
	key, lot := taskKey(b.ID, t.ID), b.lot()
	slices.Sort(all)
	t.Imported, t.Done = 0, t.Total-len(all)
	for from := 0; from < len(all); from += stride {
		some := all[from:min(len(all), from+stride)]
		added, err := r.Numbers.Add(ctx, lot, t.ID, from, some)
		if err != nil {
			return err
		}
		t.Imported, t.Duplicated, t.Done = t.Imported+added, t.Duplicated+len(some)-added, t.Done+len(some)
		if err := r.workers().Renew(ctx, key, &t.Task); err != nil {
			return err
		}
	}
	if t.Imported == 0 {
		return r.end(ctx, b, t, fault.New(fault.Invalid, 0, "numberbatch.known"))
	}
	return r.end(ctx, b, t, nil)
}

// end ends an import with its batch: why nothing was imported, or nil. A batch that has numbers of an earlier file stays ready.
func (r *Service) end(ctx context.Context, b *Batch, t *task, why *fault.Error) error {
	return store.Decide(ctx, tries, func() error {
		b, err := r.find(ctx, b.ID)
		if err != nil || b.State != Importing || b.TaskID != t.ID {
			return err
		}
		lot, _, err := store.Load[resource.Lot](ctx, r.DB, resource.LotKey(b.CountryCode, b.ID), true)
		if err != nil {
			return err
		}
		if b.State = Ready; why != nil && lot.Total() == 0 {
			b.State = Failed
		}
		if lot.Lowest, lot.Highest, err = r.Numbers.Bounds(ctx, b.ID); err != nil {
			return err
		}
		done := t.Task
		ops := []store.Op{r.workers().End(taskKey(b.ID, t.ID), &done, why, map[string]any{"im": t.Imported, "du": t.Duplicated,
			"fa": t.Failed, "er": t.Errors}), resource.Close(&lot, b.State == Ready)}
		return r.DB.Transact(ctx, append(ops, b.replace()...))
	})
}

// Tick has imports worked on that no worker has, and gives numbers back to the partner.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.giveBack(ctx), looks(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		b, err := r.find(ctx, d.ID)
		if fault.Is(err, "web.notFound") {
			return time.Time{}, nil
		}
		if err != nil || b.State != Importing {
			return time.Time{}, err
		}
		t, _, err := store.Load[task](ctx, r.DB, taskKey(b.ID, b.TaskID), true)
		if err != nil {
			return time.Time{}, err
		}
		next, ring := t.Next(r.Now())
		if ring {
			r.wake(ctx, b)
		}
		return next, nil
	}))
}
