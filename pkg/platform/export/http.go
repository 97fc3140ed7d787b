package export

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service is the exporter with its routes; a function that only starts exports has the Exporter alone.
type Service struct{ *Exporter }

var (
	_ module.Module     = (*Service)(nil)
	_ module.FileWorker = (*Service)(nil)
	_ module.Ticker     = (*Service)(nil)
)

// Routes of the module: how far the caller's own exports are.
func (d *Service) Routes(a *web.API) {
	list.Mount(a, list.List[Status]{List: tasks, Path: "/uf/export", Perm: web.SignedIn,
		Summary: "List the caller's background exports of the last 30 days", Rows: d.own, Show: d.linked})
	web.Handle(a, web.Route{Method: "GET", Path: "/uf/export/{taskId}", Perm: web.SignedIn,
		Summary: "Get the progress of an export of the caller, and its file"}, d.status)
}

// Status is an export as of now.
type Status struct {
	ID         string    `json:"id"`
	List       string    `json:"list" doc:"Name of the list, for example customers."`
	Name       string    `json:"name" doc:"Title of the list in the caller's language."`
	File       string    `json:"file" doc:"File name for saving."`
	Status     string    `json:"status" enum:"running,done,failed"`
	Done       int       `json:"done" doc:"Rows written so far."`
	Total      int       `json:"total" doc:"Total rows. 0: not known yet."`
	URL        string    `json:"url,omitempty" doc:"URL of the file, valid for one hour. Every request returns a new one."`
	Message    string    `json:"message,omitempty" doc:"Reason of the failure."`
	CreateTime time.Time `json:"createTime"`
	ExpireTime time.Time `json:"expireTime" doc:"Time when the file is deleted."`
}

// statusOf is a task as it is shown, without the link to its file.
func (d *Exporter) statusOf(ctx context.Context, t task) Status {
	lang := web.LangOf(ctx)
	s := Status{ID: t.ID, List: t.List, Name: d.Texts.Text(lang, "export.list."+t.List, nil), File: t.file(), Status: t.State, Done: t.Done,
		Total:   t.Total,
		Message: t.Message(d.Texts, lang), CreateTime: t.Created, ExpireTime: t.Created.Add(keep)}
	return s
}

// link gives a task that is done the link to its file.
func (d *Exporter) link(ctx context.Context, s *Status, user string) (err error) {
	if s.Status == job.Done {
		t := task{ID: s.ID, User: user, Format: strings.TrimPrefix(path.Ext(s.File), ".")}
		s.URL, err = d.Blobs.Link(ctx, t.object(), s.File, linkLife)
	}
	return err
}

func (d *Exporter) status(ctx context.Context, in *struct {
	TaskID string `path:"taskId"`
}) (*Status, error) {
	if !id.Valid(in.TaskID) {
		return nil, fault.Missing()
	}
	t, ok, err := store.Load[task](ctx, d.DB, taskKey(auth.Must(ctx).UserID, in.TaskID), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Missing()
	}
	s := d.statusOf(ctx, t)
	return &s, d.link(ctx, &s, t.User)
}

// tasks declares the list of a caller's exports.
var tasks = store.List[Status]{Columns: []store.Column[Status]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(s *Status) any { return s.CreateTime }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(s *Status) any { return s.Name }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: []string{job.Running, job.Done, job.Failed},
		Get: func(s *Status) any { return s.Status }},
}}

func (d *Exporter) own(ctx context.Context) ([]Status, error) {
	rows, err := store.Collect(store.Rows(ctx, d.DB,
		store.Query{Table: tableName, PK: taskKey(auth.Must(ctx).UserID, "").PK, Desc: true, Consistent: true}))
	if err != nil {
		return nil, err
	}
	list, err := store.DecodeAll[task](rows)
	all := make([]Status, len(list))
	for i, t := range list {
		all[i] = d.statusOf(ctx, t)
	}
	return all, err
}

func (d *Exporter) linked(ctx context.Context, shown []Status) error {
	for i := range shown {
		if err := d.link(ctx, &shown[i], auth.Must(ctx).UserID); err != nil {
			return err
		}
	}
	return nil
}

// titleKey is the message of a column's title.
func titleKey(title string) string {
	if strings.Contains(title, ".") {
		return title
	}
	return "export.column." + title
}

// Missing names the texts that a declared list lacks in a catalogue, for a test of the whole system.
func (d *Exporter) Missing(texts *i18n.Catalogue) []string {
	keys := slices.Clone(d.titles)
	for list := range d.lists {
		keys = append(keys, "export.list."+list)
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), texts.Has)
}

// Unnamed are the words of declared lists that their dictionaries do not name, as dictionary/word, for a test of the whole system.
func (d *Exporter) Unnamed(ctx context.Context) (all []string, err error) {
	for _, w := range d.words {
		if w[0] == "" || strings.HasPrefix(w[1], "@") { // the words of a dictionary itself
			continue
		}
		names, err := d.Dict(ctx, w[0])
		if err != nil {
			return nil, err
		}
		if names[w[1]] == "" {
			all = append(all, w[0]+"/"+w[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}
