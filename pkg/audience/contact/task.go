package contact

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const (
	shownErrors = 100                 // bad rows in the answer; all are in the file
	keep        = 30 * 24 * time.Hour // of a task, as long as its error file
	linkLife    = time.Hour
	stalled     = time.Minute // a task without a sign of life for so long is rung again
)

// task is an import; what is done is rows of the file that were looked at.
type task struct {
	job.Task
	ID         string        `dynamodbav:"id"`
	Collection string        `dynamodbav:"c"`
	File       string        `dynamodbav:"f"`
	FileName   string        `dynamodbav:"fn"`
	User       string        `dynamodbav:"u"`
	By         string        `dynamodbav:"by,omitempty"` // the user's name
	Scope      auth.Scope    `dynamodbav:"sc"`           // of who started it: what it may read
	Tenant     string        `dynamodbav:"tn"`
	Lang       i18n.Lang     `dynamodbav:"lg"` // of who started it, for the error file
	Way        ImportOptions `dynamodbav:"wy"`

	Imported      int            `dynamodbav:"im"`
	Duplicated    int            `dynamodbav:"du"`
	Failed        int            `dynamodbav:"fa"`
	National      int            `dynamodbav:"na,omitempty"` // rows that are numbers with the country's prefix only
	Roles         int            `dynamodbav:"ro,omitempty"`
	Disposable    int            `dynamodbav:"di,omitempty"`
	Columns       []sheet.Column `dynamodbav:"cl,omitempty"` // of a file without phoneNumber
	StoredColumns []string       `dynamodbav:"kp,omitempty"` // names of the columns whose values were kept
	LeftOut       []LeftOut      `dynamodbav:"lo,omitempty"`
	Beside        []string       `dynamodbav:"bs,omitempty"` // titles of what stands beside the numbers of bad rows
	Bad           bool           `dynamodbav:"bd"`           // has bad rows and a file of them
}

func (t *task) errorFile() string { return "contact/errors/" + t.ID + ".xlsx" }
func (t *task) errorText() string { return "contact/errors/" + t.ID + ".csv" }

// end gives the operation that ends a running task: why nothing was imported, or nil.
func (r *Service) end(t *task, why *fault.Error) store.Op {
	return r.workers().End(taskKey(t.Collection, t.ID), &t.Task, why, map[string]any{
		"im": t.Imported, "du": t.Duplicated, "fa": t.Failed, "bd": t.Bad, "na": t.National, "ro": t.Roles, "di": t.Disposable, "cl": t.Columns,
		"kp": t.StoredColumns, "lo": t.LeftOut, "bs": t.Beside})
}

// workers import; two at a time do no harm.
func (r *Service) workers() *job.Workers {
	return &job.Workers{DB: r.DB, Now: r.Now, Life: stalled}
}

// RowError is a bad row of a contact file.
type RowError struct {
	Line    int    `json:"line" doc:"Row in the file. The header is line 1."`
	Number  string `json:"number" doc:"The value as written."`
	Code    int    `json:"code"`
	Message string `json:"message"`

	Corrected string `json:"corrected,omitempty" dynamodbav:",omitempty" doc:"Suggested number."`
}

// OnRun gives a bad row, whose message is a key, in a language.
func (r *Service) OnRun(lang i18n.Lang, b RowError) RowError {
	b.Message = r.Texts.Text(lang, b.Message, map[string]any{"number": b.Corrected})
	return b
}

// ImportStatus is an import as of now (decisions §10, §11). While it is running nothing is imported.
type ImportStatus struct {
	Status       string     `json:"status" enum:"running,done,failed"`
	Total        int        `json:"total" doc:"Rows with content: imported + duplicated + failed, unless the file could not be read."`
	Processed    int        `json:"processed" doc:"Rows processed so far."`
	Imported     int        `json:"imported"`
	Duplicated   int        `json:"duplicated"`
	Failed       int        `json:"failed"`
	Errors       []RowError `json:"errors" doc:"The first 100 bad rows in the file's order."`
	ErrorFileURL string     `json:"errorFileUrl" doc:"URL of an xlsx file with all bad rows, valid for one hour. Empty: no bad rows."`
	ErrorTextURL string     `json:"errorTextUrl,omitempty" doc:"URL of the same rows as csv."`
	ErrorColumns []string   `json:"errorColumns,omitempty" doc:"Titles of the values beside the numbers of bad rows."`
	NationalRows int        `json:"nationalRows" doc:"Rows that are valid numbers only with the list's country code added. With addPrefix they are members, without it bad rows."`

	Roles      int `json:"roles,omitempty" doc:"Addresses of the file that stand for a function, as info@ and no-reply@. They are imported."`
	Disposable int `json:"disposable,omitempty" doc:"Addresses of the file at providers whose mailboxes last minutes. They are imported."`

	Code    int    `json:"code,omitempty" doc:"Reason of the failure."`
	Message string `json:"message,omitempty"`
	// Columns are what a file without the header has instead: import it again with the column that holds the numbers or addresses.
	Columns []sheet.Column `json:"columns,omitempty"`
	// Values are the further columns that were kept with the members, by the names with which an order uses them.
	Values  []string  `json:"values,omitempty"`
	LeftOut []LeftOut `json:"leftOut,omitempty" doc:"Values that were not stored: columns beyond contact.columns of the list, values longer than contact.value.chars."`
}

// status reads an import of a collection in the caller's scope; messages are in the caller's language.
func (r *Service) status(ctx context.Context, id, taskID string) (*ImportStatus, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(string(auth.Must(ctx).Scope()), id), taskKey(id, taskID),
		errorsKey(id, taskID)}, true)
	if err != nil {
		return nil, err
	}
	var t task
	var kept errorRow
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	if _, err := store.Decode(rows[1], &t); err != nil {
		return nil, err
	}
	if _, err := store.Decode(rows[2], &kept); err != nil {
		return nil, err
	}
	out := &ImportStatus{Status: t.State, Total: t.Total, Processed: t.Done, Imported: t.Imported, Duplicated: t.Duplicated, Failed: t.Failed,
		Errors: []RowError{}, Code: t.Code, NationalRows: t.National, Roles: t.Roles, Disposable: t.Disposable, Columns: t.Columns,
		Values: t.StoredColumns}
	lang := web.LangOf(ctx)
	for _, l := range t.LeftOut {
		l.Message = r.Texts.Text(lang, l.Message, map[string]any{"max": l.Max})
		out.LeftOut = append(out.LeftOut, l)
	}
	out.Message = t.Message(r.Texts, lang)
	if t.State == job.Running || !t.Bad {
		return out, nil
	}
	if out.Errors, err = unpackErrors(kept.Packed); err != nil {
		return nil, err
	}
	for i, e := range out.Errors {
		out.Errors[i].Message = r.Texts.Text(lang, e.Message, nil)
	}
	out.ErrorColumns = t.Beside
	if out.ErrorFileURL, err = r.ErrorLink(ctx, t.errorFile()); err == nil {
		out.ErrorTextURL, err = r.ErrorLink(ctx, t.errorText())
	}
	return out, err
}

// errorRow keeps the first bad rows of an import.
type errorRow struct {
	Packed  []byte `dynamodbav:"k"` // gzipped JSON of []RowError with keys for messages
	Expires int64  `dynamodbav:"ttl"`
}

func packErrors(bad []badRow) ([]byte, error) {
	list := make([]RowError, len(bad))
	for i, b := range bad {
		list[i] = b.rowError()
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := json.NewEncoder(z).Encode(list); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

func unpackErrors(packed []byte) ([]RowError, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("contact: bad rows: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(z, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("contact: bad rows: %w", err)
	}
	list := []RowError{}
	return list, json.Unmarshal(text, &list)
}

// Purge is the handler of TaskPurge: it deletes what is left of a deleted collection. It may be repeated.
func (r *Service) Purge(ctx context.Context, m queue.Message) error {
	var b wakeMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("contact: task: %w", err)
	}
	if err := r.sweep(ctx, b.Collection); err != nil {
		return err
	}
	return r.DB.WriteAll(ctx, []store.Op{dropWork(time.UnixMilli(b.Since), b.Collection)})
}

// sweep deletes the rows of a collection that is no more.
func (r *Service) sweep(ctx context.Context, id string) error {
	it, err := r.DB.Get(ctx, metaKey(id), true)
	if err != nil || it != nil {
		return err
	}
	rows, err := store.Collect(store.Rows(ctx, r.DB,
		store.Query{Table: table, PK: metaKey(id).PK, Consistent: true, Attributes: []string{"sk"}}))
	if err != nil {
		return err
	}
	var ops []store.Op
	for _, row := range rows {
		ops = append(ops, store.Op{Verb: store.Delete, Key: store.Key{Table: table, PK: metaKey(id).PK, SK: store.SortKey(row)}})
	}
	return r.DB.WriteAll(ctx, ops)
}

// Tick is the janitor's run of a minute. It enqueues imports whose worker shows no sign of life, and purges that were
// not done. So a lost message and a dead worker are harmless.
func (r *Service) Tick(ctx context.Context) error {
	return looks(r.DB).Tick(ctx, r.Now(), r.tend)
}

// tendDerived enqueues a derivation whose worker shows no sign of life.
func (r *Service) tendDerived(ctx context.Context, d *job.Due, w work) (next time.Time, err error) {
	t, ok, err := store.Load[derivation](ctx, r.DB, deriveKey(d.ID), true)
	if err != nil || !ok || t.State != job.Running {
		return next, err
	}
	next, ring := t.Next(r.Now())
	if ring {
		r.wake(ctx, w, d.ID)
	}
	return next, nil
}

// orphanTime is the age at which no worker can still import into a deleted list: longer than any worker lives.
const orphanTime = 15 * time.Minute

func (r *Service) tend(ctx context.Context, d job.Due) (next time.Time, err error) {
	var w work
	if err := d.Decode(&w); err != nil {
		return next, err
	}
	now := r.Now()
	if w.Kind == TaskDerive {
		return r.tendDerived(ctx, &d, w)
	}
	orphan := w.Kind != TaskImport // of a deleted collection: done when nothing is left of it
	if w.Kind == TaskImport {
		t, ok, err := store.Load[task](ctx, r.DB, taskKey(w.Collection, d.ID), true)
		// the task of a deleted collection is none any more, and its work goes on: it takes away what it wrote
		if err != nil || ok && t.State != job.Running {
			return next, err
		}
		if next, ring := t.Next(now); ok && !ring {
			return next, nil
		}
		orphan = !ok && now.After(d.At.Add(orphanTime))
	}
	if orphan {
		left, err := r.DB.Query(ctx, store.Query{Table: table, PK: metaKey(w.Collection).PK, Consistent: true, Limit: 1})
		if err != nil || len(left) == 0 {
			return next, err
		}
	}
	return now, r.Queues.Send(ctx, FileQueue, queue.New(w.Kind, w.Tenant, wakeMessage{w.Collection, d.ID, d.At.Add(-stalled).UnixMilli()}))
}
