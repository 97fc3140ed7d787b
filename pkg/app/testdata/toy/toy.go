// Package toy is a room of a test: a list with a form, a file, a picker, a dictionary, a setting, permissions and background work.
// It is everything that such a room needs beside one line in its route group.
package toy

import (
	"context"
	"embed"
	"encoding/json"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
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
	ID         string    `dynamodbav:"id" json:"id"`
	Name       string    `dynamodbav:"nm" json:"name"`
	Kind       string    `dynamodbav:"kd" json:"kind"`
	Length     int64     `dynamodbav:"ln,omitempty" json:"length" doc:"of the name; 0 until it was measured"`
	CreateTime time.Time `dynamodbav:"ca" json:"createTime"`
}

var toys = store.List[Toy]{Table: "campaign", Entity: "toy", ByTime: true, Columns: []store.Column[Toy]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "contains", Title: "name", Get: func(t *Toy) any { return t.Name }},
	{Name: "kind", Kind: store.Exact, Filter: true, OneOf: []string{"@toy_kind"}, Title: "toyKind", Dict: "toy_kind",
		Get: func(t *Toy) any { return t.Kind }},
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(t *Toy) any { return t.CreateTime }},
}}

// Room keeps toys.
type Room struct {
	DB       store.DB
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Queues   queue.Queues
	Settings interface {
		Int(ctx context.Context, key string) (int, error)
	}
	Minutes int // ticks so far
}

const base, measure = "/aty/toy", "toy.measure"

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "POST", Path: base, Perm: "aty:toy:add", Summary: "Make a toy"}, r.add)
}

func (r *Room) list() list.List[Toy] {
	return list.List[Toy]{List: toys, DB: r.DB, Path: base, Perm: "aty:toy:page", Summary: "Toys in the caller's scope",
		File: list.File{Name: "toys", Summary: "The toys that match, as xlsx"}}
}

// Exports declares the list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) { export.Listed(a, d, r.list()) }

type bell struct {
	Toy    Toy
	Scopes []string
}

func (r *Room) add(ctx context.Context, in *struct {
	Body struct {
		Name string `json:"name" minLength:"1"`
		Kind string `json:"kind" enum:"@toy_kind"`
	}
}) (*web.Created, error) {
	most, err := r.Settings.Int(ctx, "toy.name.length")
	if err != nil {
		return nil, err
	}
	if len(in.Body.Name) > most {
		return nil, fault.Bad("name", "toy.long", "n", most)
	}
	t := bell{Toy: Toy{ID: r.NewID(ctx), Name: in.Body.Name, Kind: in.Body.Kind, CreateTime: r.Now()}}
	for _, s := range auth.Must(ctx).Owner().Scopes() {
		t.Scopes = append(t.Scopes, string(s))
	}
	if err := r.DB.Transact(ctx, toys.Insert(t.Scopes, t.Toy.ID, t.Toy)); err != nil {
		return nil, err
	}
	audit.Note(ctx, t.Toy.ID, nil, map[string]any{"name": t.Toy.Name})
	return &web.Created{ID: t.Toy.ID}, r.Queues.Send(ctx, "job", queue.New(measure, t.Toy.ID, t))
}

// Tasks are what the room does on queue job.
func (r *Room) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{measure: func(ctx context.Context, m queue.Message) error {
		var b bell
		if err := json.Unmarshal(m.Body, &b); err != nil {
			return err
		}
		b.Toy.Length = int64(len(b.Toy.Name))
		return r.DB.Transact(ctx, toys.Replace(b.Scopes, b.Toy.ID, b.Toy))
	}}
}

// Tick is the janitor's minute.
func (r *Room) Tick(context.Context) error { r.Minutes++; return nil }
