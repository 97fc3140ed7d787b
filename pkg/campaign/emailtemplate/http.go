package emailtemplate

import (
	"context"
	"time"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

const (
	base = "/edm/template"
	perm = "edm:template"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// importBody is the largest request of an import: HTML grows when it is written as JSON.
const importBody = 2 << 20

// Routes of the module (decisions §2).
func (s *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	asks := func(r web.Route, body int64) web.Route { r.Asks, r.MaxBody = true, body; return r }
	spends := func(r web.Route) web.Route { r.Spends = true; return r }
	list.Mount(a, s.list())
	list.Serve(a, route("GET", "/lovPage", "page", "List email templates for a picker. Default: enabled ones"), s.list(), usable,
		func(t *Template) Template { return *t })
	web.Handle(a, route("GET", "/gallery", "page", "List starter designs in the caller's language"), s.galleryRoute)
	web.Handle(a, spends(route("POST", "", "add", "Create an email template. One with errors is stored as disabled")), s.addRoute)
	web.Handle(a, spends(route("PUT", "", "edit", "Change an email template. 409: it was changed since it was read")), s.editRoute)
	web.Handle(a, route("PUT", "/status", "edit", "Enable or disable an email template. 409: it has errors"), s.statusRoute)
	web.Handle(a, asks(route("POST", "/preview", "page", "Compile a design for a recipient's values, and check it. Nothing is stored"), 0),
		s.previewRoute)
	web.Handle(a, asks(route("POST", "/import", "add", "Read HTML as a design. Nothing is stored"), importBody), s.importRoute)
	web.Handle(a, route("GET", "/{id}", "page", "Get an email template with its design"), s.getRoute)
	web.Handle(a, route("GET", "/{id}/versions", "page", "List the kept versions of an email template, the newest first"), s.versionsRoute)
	web.Handle(a, route("GET", "/{id}/versions/{number}", "page", "Get an email template as a version has it"), s.versionRoute)
	web.Handle(a, spends(route("PUT", "/{id}/restore", "edit", "Make an earlier version the present one")), s.restoreRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete an email template. 409: an order that is not yet sent uses it"), s.deleteRoute)
}

// Exports declares the module's list as a file.
func (s *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, s.list()) }

// usable shows what orders can use, unless its caller asks for something else.
func usable(_ context.Context, _ *web.ListInput, _ *list.List[Template], q *store.ListQuery) error {
	if q.Filters["status"] != "" {
		return nil
	}
	if q.Filters == nil {
		q.Filters = map[string]string{}
	}
	q.Filters["status"] = Enabled
	return nil
}

type byID struct {
	ID string `path:"id"`
}

func (s *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	return s.detail(ctx, in.ID)
}

func (s *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		Request
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer."`
	}
}) (*Detail, error) {
	return s.create(ctx, &in.Body.Request, in.Body.CustomerID)
}

func (s *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID      string `json:"id" minLength:"1"`
		Version int64  `json:"version" doc:"Version that was read."`
		Request
	}
}) (*Detail, error) {
	return s.edit(ctx, in.Body.ID, in.Body.Version, &in.Body.Request)
}

func (s *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		ID     string `json:"id" minLength:"1"`
		Status string `json:"status" enum:"enabled,disabled"`
	}
}) (*Template, error) {
	return s.status(ctx, in.Body.ID, in.Body.Status)
}

func (s *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	return &web.Done{}, s.remove(ctx, in.ID)
}

func (s *Service) previewRoute(ctx context.Context, in *struct {
	Body struct {
		Subject string             `json:"subject,omitempty" maxLength:"200"`
		Design  emaildesign.Design `json:"design"`
		Values  map[string]string  `json:"values,omitempty" doc:"A recipient's values by the names of placeholders."`
	}
}) (*Preview, error) {
	return s.preview(ctx, in.Body.Subject, &in.Body.Design, in.Body.Values)
}

// Imported is HTML as a design.
type Imported struct {
	Design   emaildesign.Design `json:"design"`
	Problems []Problem          `json:"problems" nullable:"false" doc:"What was left out or changed."`
}

func (s *Service) importRoute(ctx context.Context, in *struct {
	Body struct {
		HTML string `json:"html" minLength:"1" doc:"At most 500 KB."`
	}
}) (*Imported, error) {
	d, problems, err := s.Import(in.Body.HTML)
	if err != nil {
		return nil, err
	}
	return &Imported{Design: *d, Problems: s.told(ctx, problems)}, nil
}

// VersionLine is a version in the list of a template's versions.
type VersionLine struct {
	Version  int64     `json:"version"`
	Subject  string    `json:"subject"`
	Bytes    int       `json:"bytes" doc:"Estimated size of the HTML."`
	UserID   string    `json:"userId"`
	UserName string    `json:"userName"`
	Time     time.Time `json:"time"`
}

func (s *Service) versionsRoute(ctx context.Context, in *byID) ([]VersionLine, error) {
	e, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var keys []store.Key
	for number := e.Version; number > max(e.Version-keptVersions, 0); number-- {
		keys = append(keys, versionKey(in.ID, number))
	}
	rows, err := s.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[version](rows)
	out := []VersionLine{}
	for _, v := range all {
		if v.Number > 0 {
			out = append(out, VersionLine{v.Number, v.Subject, v.Size, v.UserID, v.UserName, v.Time})
		}
	}
	return out, err
}

func (s *Service) versionRoute(ctx context.Context, in *struct {
	ID     string `path:"id"`
	Number int64  `path:"number" minimum:"1"`
}) (*Detail, error) {
	e, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return s.detailOf(ctx, &e.Template, in.Number)
}

func (s *Service) restoreRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Version int64 `json:"version" doc:"Version that was read."`
		Restore int64 `json:"restore" minimum:"1" doc:"Version whose subject and design become the present ones."`
	}
}) (*Detail, error) {
	return s.restore(ctx, in.ID, in.Body.Version, in.Body.Restore)
}

func (s *Service) galleryRoute(ctx context.Context, _ *struct{}) ([]Starter, error) {
	return starters(web.LangOf(ctx))
}
