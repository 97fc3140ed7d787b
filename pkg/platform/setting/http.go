package setting

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Room is the routes of settings.
type Room struct{ Book *Book }

const edit = "lop:config:edit"

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	base := "/lop/system/config"
	web.Handle(a, web.Route{Method: "GET", Path: base + "/page", Perm: edit, Summary: "All settings", Sorts: rows.Sorts()}, r.page)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{key}", Perm: web.SignedIn, Summary: "A setting; those that are not public only with lop:config:edit"}, r.get)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/{key}", Perm: edit, Summary: "Change a setting"}, r.put)
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/{key}", Perm: edit, Summary: "Set a setting back to its default"}, r.reset)
}

// Row is a setting with what an admin wants to know about it.
type Row struct {
	Key        string     `json:"key"`
	Value      string     `json:"value"`
	Default    string     `json:"default"`
	Kind       Kind       `json:"kind" enum:"int,bool,string"`
	Min        *int       `json:"min,omitempty"`
	Max        *int       `json:"max,omitempty"`
	About      string     `json:"description"`
	By         string     `json:"operator,omitempty"`
	CreateTime *time.Time `json:"createTime,omitempty" doc:"of the last change"`
}

var rows = store.List[Row]{Entity: "setting", Columns: []store.Column[Row]{
	{Name: "key", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.Key }},
	{Name: "createTime", Kind: store.Time, Get: func(r *Row) any {
		if r.CreateTime == nil {
			return time.Time{}
		}
		return *r.CreateTime
	}},
}}

func (r *Room) row(ctx context.Context, d Definition, set map[string]row) Row {
	out := Row{Key: d.Key, Value: d.Default, Default: d.Default, Kind: d.Kind, About: "setting.about." + d.Key}
	if strings.HasPrefix(d.Key, "window.") {
		out.About = "setting.about.window"
	}
	if d.Kind == Int {
		out.Min, out.Max = &d.Min, &d.Max
	}
	if v, ok := set[d.Key]; ok {
		out.Value, out.By, out.CreateTime = v.Value, v.By, &v.Updated
	}
	return out
}

func (r *Room) page(ctx context.Context, in *struct {
	web.ListParams
	Key string `query:"key" doc:"contains"`
}) (web.Page[Row], error) {
	q := web.ListQuery(in)
	none := web.Page[Row]{}
	if _, err := rows.Plain(q); err != nil {
		return none, err
	}
	set, err := r.Book.all(ctx)
	if err != nil {
		return none, err
	}
	var all []Row
	for _, d := range Definitions {
		all = append(all, r.row(ctx, d, set))
	}
	for k := range set {
		if d, ok := define(k); ok && !slices.ContainsFunc(Definitions, func(d Definition) bool { return d.Key == k }) {
			all = append(all, r.row(ctx, d, set))
		}
	}
	if all, err = rows.Select(all, q); err != nil {
		return none, err
	}
	from := min((q.Current-1)*q.Size, len(all))
	return web.PageOf(in.ListParams, len(all), all[from:min(from+q.Size, len(all))]), nil
}

type byKey struct {
	Key string `path:"key"`
}

func (r *Room) get(ctx context.Context, in *byKey) (*Row, error) {
	d, ok := define(in.Key)
	if !ok || (!d.Public && !auth.Must(ctx).Can(edit)) {
		return nil, fault.Missing()
	}
	set, err := r.Book.all(ctx)
	if err != nil {
		return nil, err
	}
	out := r.row(ctx, d, set)
	return &out, nil
}

func (r *Room) put(ctx context.Context, in *struct {
	Key  string `path:"key"`
	Body struct {
		Value any `json:"value" doc:"a number, true or false, or a text, by the setting's kind"`
	}
}) (*Row, error) {
	value, ok := in.Body.Value.(string)
	if !ok {
		raw, err := json.Marshal(in.Body.Value)
		if err != nil {
			return nil, err
		}
		value = string(raw)
	}
	before, err := r.get(ctx, &byKey{in.Key})
	if err != nil {
		return nil, err
	}
	if err := r.Book.Set(ctx, in.Key, value, auth.Must(ctx).Name); err != nil {
		return nil, err
	}
	audit.Note(ctx, in.Key, before.Value, value)
	return r.get(ctx, &byKey{in.Key})
}

func (r *Room) reset(ctx context.Context, in *byKey) (*Row, error) {
	before, err := r.get(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := r.Book.Reset(ctx, in.Key); err != nil {
		return nil, err
	}
	audit.Note(ctx, in.Key, before.Value, nil)
	return r.get(ctx, in)
}
