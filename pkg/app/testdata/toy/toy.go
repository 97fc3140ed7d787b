// Package toy is a module of a test: a list with a form, a file, a picker, a dictionary, a setting, permissions and background work.
// It is everything that such a module needs beside one line in its route group.
package toy

import (
	"context"
	"embed"
	"encoding/json"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Parts lie outside of the folders that pkg/parts.go embeds, because no shipped program has them.
//
//go:embed *.json *.tsv
var Parts embed.FS

// Toy is one row. Key: table campaign, L#toy#<scope> / id.
type Toy struct {
	ID         string    `dynamodbav:"-" json:"id"`
	Name       string    `dynamodbav:"nm" json:"name"`
	Kind       string    `dynamodbav:"kd" json:"kind"`
	Length     int64     `dynamodbav:"ln,omitempty" json:"length" doc:"Length of the name. 0 until it is measured."`
	CreateTime time.Time `dynamodbav:"-" json:"createTime"`
	Scopes     []string  `dynamodbav:"sc" json:"-"` // its scopes
	catalogue.Revision
}

// Form is a toy as it is written.
type Form struct {
	ID   string `json:"id,omitempty" doc:"Id of the toy to change."`
	Name string `json:"name" minLength:"1"`
	Kind string `json:"kind" enum:"@toy_kind"`
}

var toys = store.List[Toy]{Table: "campaign", Entity: "toy", ByTime: true, Lean: func(t *Toy) (*string, *time.Time) { return &t.ID, &t.CreateTime }, Columns: []store.Column[Toy]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(t *Toy) any { return t.Name }},
	{Name: "kind", Kind: store.Exact, Filter: true, OneOf: []string{"@toy_kind"}, Title: "toyKind", Dict: "toy_kind",
		Get: func(t *Toy) any { return t.Kind }},
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(t *Toy) any { return t.CreateTime }},
}}

// Service is the module of toys.
type Service struct {
	DB       store.DB
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Queues   queue.Queues
	Settings interface {
		Int(ctx context.Context, key string) (int, error)
	}
	Minutes int // ticks so far
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) { catalogue.Mount(a, r.toys()) }

func (r *Service) toys() catalogue.Catalogue[Form, Toy] {
	return catalogue.Catalogue[Form, Toy]{
		List: list.List[Toy]{List: toys, DB: r.DB, Path: "/aty/toy", Perm: "aty:toy:page", Summary: "List toys in the caller's scope",
			File: list.File{Name: "toys", Summary: "Export the matching toys as xlsx or CSV"}},
		Of: "aty:toy", Add: "Make a toy", Edit: "Change a toy", Del: "Throw a toy away",
		Repository: catalogue.Listed[Toy]{DB: r.DB, List: toys, Scopes: func(t *Toy) []string { return t.Scopes }},
		Make:       r.make, Change: r.change, Made: r.ring, ID: func(w *Form) string { return w.ID },
		AuditView: func(t *Toy) any { return map[string]any{"name": t.Name, "kind": t.Kind} },
	}
}

func (r *Service) make(ctx context.Context, w *Form) (string, Toy, error) {
	t := Toy{ID: r.NewID(ctx), CreateTime: r.Now(), Scopes: auth.Must(ctx).Owner().ScopeNames()}
	return t.ID, t, r.change(ctx, w, &t)
}

func (r *Service) change(ctx context.Context, w *Form, t *Toy) error {
	most, err := r.Settings.Int(ctx, "toy.name.length")
	if err == nil && len(w.Name) > most {
		err = fault.Bad("name", "toy.long", "n", most)
	}
	t.Name, t.Kind = w.Name, w.Kind
	return err
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.toys().List) }

const measure = "toy.measure"

type bell struct {
	ID string
}

// ring sends a task to measure a new toy.
func (r *Service) ring(ctx context.Context, t *Toy) error {
	return r.Queues.Send(ctx, "job", queue.New(measure, t.ID, bell{t.ID}))
}

// Tasks are what the module does on queue job.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{measure: func(ctx context.Context, m queue.Message) error {
		var b bell
		if err := json.Unmarshal(m.Body, &b); err != nil {
			return err
		}
		ctx = auth.Into(ctx, &auth.Principal{Type: auth.Admin})
		_, err := catalogue.Change(ctx, r.toys().Repository, b.ID, func(t *Toy) error {
			t.Length = int64(len(t.Name))
			return nil
		})
		if f := fault.As(err); f != nil && f.Kind == fault.NotFound {
			return nil // it was thrown away
		}
		return err
	}}
}

// Tick is the janitor's minute.
func (r *Service) Tick(context.Context) error { r.Minutes++; return nil }
