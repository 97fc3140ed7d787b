package resource

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service is the routes of the platform's numbers, for staff.
type Service struct {
	Store *Store
	Text  func(ctx context.Context, key string, args map[string]any) string
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

const (
	base = "/channel/resource"
	perm = "channel:resource"
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/status", Perm: perm + ":edit",
		Summary: "Mark numbers that no order has as broken or free. Returns 200 with a result per id"}, r.change)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/return", Perm: perm + ":edit",
		Summary: "Return numbers again that the partner refused to take back, or close their return. Returns 200 with a result per id"},
		r.endRefusals)
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

func (r *Service) list() list.List[Number] {
	return list.List[Number]{List: numbers, DB: r.Store.DB, Path: base, Perm: perm + ":page", Summary: "List the platform's numbers",
		File: list.File{Name: "channelresource", Perm: perm + ":export", Summary: "Export the matching numbers as xlsx or CSV"}}
}

// Line is what became of one number (decisions §13).
type Line struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Code    int    `json:"code,omitempty" doc:"Error code. 404: the id is not in the caller's scope. 409: the state does not allow it."`
	Message string `json:"message,omitempty"`
}

// LineOf is the line of an id; an error that is no refusal stays one.
func (r *Service) LineOf(ctx context.Context, id string, err error) (Line, error) {
	if err == nil {
		return Line{ID: id, OK: true}, nil
	}
	f := fault.As(err)
	if f == nil {
		return Line{}, err
	}
	return Line{ID: id, Code: f.Code, Message: r.Text(ctx, f.Key, f.Args)}, nil
}

func (r *Service) change(ctx context.Context, in *struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
		State  string   `json:"state" enum:"free,broken"`
		Remark string   `json:"remark,omitempty" maxLength:"255"`
	}
}) ([]Line, error) {
	out := []Line{}
	var before, after []string
	for _, id := range in.Body.IDs {
		was, now, err := r.Store.Change(ctx, id, in.Body.State, in.Body.Remark)
		line, err := r.LineOf(ctx, id, err)
		if err != nil {
			return nil, err
		}
		if out = append(out, line); line.OK {
			before, after = append(before, was.PhoneNumber+" "+was.State), append(after, now.PhoneNumber+" "+now.State)
		}
	}
	auditlog.Note(ctx, in.Body.IDs[0], map[string]any{"numbers": before}, map[string]any{"numbers": after, "remark": in.Body.Remark})
	return out, nil
}

func (r *Service) endRefusals(ctx context.Context, in *struct {
	Body struct {
		IDs   []string `json:"ids" minItems:"1" maxItems:"100"`
		Again bool     `json:"again" doc:"True: ask the partner again. False: close the return; another batch can add the number."`
	}
}) ([]Line, error) {
	out, done := []Line{}, []string{}
	for _, id := range in.Body.IDs {
		number, err := r.Store.EndRefusal(ctx, id, in.Body.Again)
		line, err := r.LineOf(ctx, id, err)
		if err != nil {
			return nil, err
		}
		if out = append(out, line); line.OK {
			done = append(done, number)
		}
	}
	auditlog.Note(ctx, in.Body.IDs[0], nil, map[string]any{"numbers": done, "again": in.Body.Again})
	return out, nil
}
