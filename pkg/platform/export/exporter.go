package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Queue and kind of the background task.
const (
	FileQueue = "file"
	Task      = "export"
)

// Bounds beside the setting export.rows.inline.
const (
	maxInline  = 4 << 20 // bytes of a file that is answered at once: a function's answer holds 6 MB in base64
	maxRunning = 5       // tasks of a user at a time
	linkLife   = time.Hour
	tries      = 16
)

// SettingRows is the setting of the most rows that are answered at once.
const SettingRows = "export.rows.inline"

// Blobs keep the files.
type Blobs interface {
	// PutFile writes an object from the beginning of a file.
	PutFile(ctx context.Context, key, contentType string, body io.ReadSeeker) error
	// Link is a URL under which a browser reads the object and saves it under the name.
	Link(ctx context.Context, key, name string, life time.Duration) (string, error)
}

// Lister is a module whose lists can be downloaded: it declares each of them.
type Lister interface {
	Exports(a *web.API, d *Exporter)
}

// Exporter takes exports.
type Exporter struct {
	DB     store.DB
	Sheets sheet.Engine
	Blobs  Blobs // nil where only orders are taken
	Queues queue.Queues
	Hub    *push.Hub
	Texts  *i18n.Catalogue
	Int    func(ctx context.Context, key string) (int, error) // settings
	// Who gives the principal of a user as it is now: permissions removed since the export began do not count.
	Who func(ctx context.Context, userID string) (*auth.Principal, error)
	// Dict gives the names of a dictionary's values in the caller's language.
	Dict func(ctx context.Context, code string) (map[string]string, error)
	// Tell leaves a notice; nil where there are none. Title and body are message keys.
	Tell  func(ctx context.Context, n Ready) error
	Now   func() time.Time
	NewID func(ctx context.Context) string
	Log   func(line map[string]any)

	lists  map[string]*declared
	titles []string    // message keys of all columns
	words  [][2]string // dictionaries of columns, each with a word that one can hold
}

// Ready is the notice of an export that ended.
type Ready struct {
	UserID, TaskID string
	Title, Body    string // message keys
	Args           map[string]string
}

// errLarge: the file is too large to be answered at once.
var errLarge = errors.New("export: too many rows to be answered at once")

// order is a file that is asked for: of a list with an input, in a layout.
type order struct {
	list   string
	in     any
	layout web.FileLayout
}

// answer gives the file at once, or starts a task. Faults: those of claim and start.
func (d *Exporter) answer(ctx context.Context, o order, t table) (*web.File[Started], error) {
	if err := d.claim(ctx, filesBound); err != nil {
		return nil, err
	}
	most, err := d.Int(ctx, SettingRows)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if t.total <= most && t.total != Later {
		err = d.write(ctx, &file, target{o.layout.Format, web.LangOf(ctx)}, t, func(n int) error {
			if n > most || file.Len() > maxInline {
				return errLarge
			}
			return nil
		})
		if err == nil && file.Len() <= maxInline {
			name := fileName(o.list, o.layout.Format, d.Now())
			return &web.File[Started]{Name: name, Type: typeOf(o.layout.Format), Body: file.Bytes()}, nil
		}
		if err != nil && !errors.Is(err, errLarge) {
			return nil, err
		}
	}
	id, err := d.start(ctx, o, max(t.total, 0))
	return &web.File[Started]{Accepted: &Started{id}}, err
}

// Started names a background task.
type Started struct {
	TaskID string `json:"taskId"`
}

// target is the format and the language in which a file is written.
type target struct {
	format string
	lang   i18n.Lang
}

// begin writes the header of a file.
func (d *Exporter) begin(to io.Writer, as target, t table) (sheet.Writer, error) {
	titles := make([]string, len(t.titles))
	for i, title := range t.titles {
		titles[i] = d.textOf(as.lang, title)
	}
	if as.format == web.CSV {
		return sheet.NewCSV(to, titles)
	}
	return sheet.NewWriter(d.Sheets, to, titles)
}

// textOf is the header of a column.
func (d *Exporter) textOf(lang i18n.Lang, t title) string {
	if t.own {
		return t.text
	}
	return d.Texts.Text(lang, titleKey(t.text), nil)
}

// write writes a table as a file; after each row it asks whether to go on.
func (d *Exporter) write(ctx context.Context, to io.Writer, as target, t table, row func(n int) error) error {
	s, err := d.begin(to, as, t)
	if err != nil {
		return err
	}
	defer s.Drop()
	n := 0
	for cells, err := range t.rows {
		if err != nil {
			return err
		}
		if n++; n > maxRows {
			return fault.New(fault.Invalid, 40061, "export.tooMany", "max", maxRows)
		}
		if err := s.Row(cells...); err != nil {
			return err
		}
		if err := row(n); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return s.Close()
}

// maxRows of a sheet below its header.
const maxRows = 1_048_575

// start writes a task and sends its message. Faults: export.busy (429) for one more than a user may have at a time,
// export.dayBackground (409).
func (d *Exporter) start(ctx context.Context, o order, total int) (string, error) {
	p := auth.Must(ctx)
	if err := d.checkQuota(ctx, p.UserID); err != nil {
		return "", err
	}
	if err := d.claim(ctx, backgroundBound); err != nil {
		return "", err
	}
	input, err := json.Marshal(o.in)
	if err != nil {
		return "", err
	}
	now := d.Now()
	t := task{Task: job.NewTask(now, keep), ID: d.NewID(ctx), List: o.list, Input: input, User: p.UserID, Tenant: p.Tenant,
		Lang: web.LangOf(ctx), Format: o.layout.Format, Columns: o.layout.Columns}
	t.Total = total
	w := work{t.User, t.Tenant}
	err = store.TransactWithRetry(ctx, d.DB, tries, []store.Op{
		{Verb: store.Put, Key: taskKey(t.User, t.ID), Item: t, If: store.Missing("pk")},
		looks(d.DB).At(now.Add(firstLook), t.ID, "", w),
	})
	if err != nil && store.ConditionFailed(err) == nil { // else it is a repetition of this very call
		return "", err
	}
	d.wake(ctx, w, t.ID)
	return t.ID, nil
}

// checkQuota refuses a task of a user that has many running.
func (d *Exporter) checkQuota(ctx context.Context, user string) error {
	rows, err := d.DB.Query(ctx, store.Query{Table: tableName, PK: taskKey(user, "").PK, Desc: true, Limit: 100,
		Attributes: []string{"sk", "s"}})
	if err != nil {
		return err
	}
	tasks, err := store.DecodeAll[task](rows)
	n := 0
	for _, t := range tasks {
		if t.State == job.Running {
			n++
		}
	}
	if err == nil && n >= maxRunning {
		err = fault.New(fault.TooMany, 42911, "export.busy", "max", maxRunning).Wait(time.Minute)
	}
	return err
}

// wake sends the message of a task. One that is lost fails nothing: the janitor finds the task.
func (d *Exporter) wake(ctx context.Context, w work, id string) {
	if err := d.Queues.Send(ctx, FileQueue, queue.New(Task, w.Tenant, wakeMessage{w.User, id})); err != nil {
		d.Log(map[string]any{"warning": "export: " + err.Error(), "id": id})
	}
}
