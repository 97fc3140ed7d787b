package contact

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// partRows is how many bad rows one object keeps; a page, which has at most 100, lies in two at most.
const partRows = 1000

// mostPart bounds what is read of an object: rows of the largest file, with all that stands beside their numbers.
const mostPart = 64 << 20

func (t *task) part(n int) string { return fmt.Sprintf("contact/errors/%s/%05d.json", t.ID, n) }

// refusedRow is a bad row as it is kept.
type refusedRow struct {
	RowError          // its message is a key
	Fields   []string `json:"f,omitempty"`
}

// keepParts keeps all bad rows for the pages that show them.
func (r refusals) keepParts(ctx context.Context, t *task, rows iter.Seq2[RowError, []string]) error {
	var part []refusedRow
	n := 0
	flush := func() error {
		body, err := json.Marshal(part)
		if err == nil {
			err = r.service.Blobs.Put(ctx, t.part(n), "application/json", body)
		}
		n, part = n+1, part[:0]
		return err
	}
	for b, fields := range rows {
		if part = append(part, refusedRow{b, fields}); len(part) == partRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if len(part) == 0 {
		return nil
	}
	return flush()
}

// RefusedRow is a bad row of a contact file in full.
type RefusedRow struct {
	RowError
	Fields []string `json:"fields" doc:"Values beside the number, in the order of the import's errorColumns."`
}

// RefusedQuery asks for the bad rows of an import.
type RefusedQuery struct {
	ID     string `path:"id"`
	TaskID string `path:"taskId"`
	web.Paging
}

// refusedPage gives the bad rows of an import in the file's order, in full and in the caller's language. Faults: 404 for a collection
// out of the caller's scope, 404 contact.rowsGone when the rows are no longer kept.
func (r *Service) refusedPage(ctx context.Context, in *RefusedQuery) (page web.Page[RefusedRow], err error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(string(auth.Must(ctx).Scope()), in.ID), taskKey(in.ID, in.TaskID)}, true)
	if err != nil {
		return page, err
	}
	if rows[0] == nil || rows[1] == nil {
		return page, fault.Missing()
	}
	var t task
	if _, err := store.Decode(rows[1], &t); err != nil {
		return page, err
	}
	total := t.Failed
	if t.State == job.Running || !t.Bad {
		total = 0
	}
	from := min((in.Current-1)*in.Size, total)
	to := min(from+in.Size, total)
	got, err := refusals{r}.refusedRows(ctx, &t, from, to)
	if err != nil {
		return page, err
	}
	lang := web.LangOf(ctx)
	out := make([]RefusedRow, 0, len(got))
	for _, k := range got {
		out = append(out, RefusedRow{r.OnRun(lang, k.RowError), append([]string{}, k.Fields...)})
	}
	return web.PageOf(in.Paging, store.Total{N: total}, out), nil
}

// refusedRows reads the bad rows from…to.
func (r refusals) refusedRows(ctx context.Context, t *task, from, to int) ([]refusedRow, error) {
	if from >= to {
		return nil, nil
	}
	first, last := from/partRows, (to-1)/partRows
	parts := make([][]refusedRow, last-first+1)
	for _, err := range parallel.Each(len(parts), len(parts), func(i int) error {
		body, err := r.service.Blobs.Get(ctx, t.part(first+i), mostPart)
		if errors.Is(err, blob.ErrMissing) {
			return fault.New(fault.NotFound, 40412, "contact.rowsGone")
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(body, &parts[i])
	}) {
		if err != nil {
			return nil, err
		}
	}
	var all []refusedRow
	for _, p := range parts {
		all = append(all, p...)
	}
	from, to = from-first*partRows, to-first*partRows
	if to > len(all) {
		return nil, fmt.Errorf("contact: %d bad rows of import %s are kept, not %d", len(all), t.ID, to)
	}
	return all[from:to], nil
}
