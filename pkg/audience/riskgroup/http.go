package riskgroup

import (
	"context"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

const base = "/aty/riskgroup"

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, perm, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: "aty:riskgroup:" + perm, Summary: summary}
	}
	list.Mount(a, r.list())
	web.Handle(a, route("POST", "", "add", "Create a risk-control list. Orders skip its numbers"), r.addRoute)
	web.Handle(a, route("PUT", "", "edit", "Rename a risk-control list"), r.editRoute)
	web.Handle(a, route("GET", "/{id}", "page", "Get a risk-control list"), r.getRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a risk-control list. Orders no longer skip its numbers"), r.deleteRoute)
	web.Handle(a, route("POST", "/{id}/import", "import", "Import an uploaded contact file of at most 100 numbers (setting risk.import.rows)"),
		r.importRoute)
	web.Handle(a, route("GET", "/{id}/import/{taskId}", "import", "Get the result of an import"), r.statusRoute)
	list.MountFor(a, r.memberList(), r.ofCollection)
	web.Handle(a, route("POST", "/{id}/member", "member", "Add numbers to a risk-control list"), r.memberAddRoute)
	web.Handle(a, route("DELETE", "/{id}/member", "member", "Remove numbers from a risk-control list"), r.memberDeleteRoute)
}

// Exports declares the module's lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Listed(a, d, r.list())
	export.ListedFor(a, d, r.memberList(), r.ofCollection)
}

func (r *Service) addRoute(ctx context.Context, in *struct{ Body CreateRequest }) (*web.Created, error) {
	id, err := r.create(ctx, in.Body)
	return &web.Created{ID: id}, err
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID     string  `json:"id" minLength:"1"`
		Name   string  `json:"name" minLength:"1" maxLength:"20"`
		Remark *string `json:"remark,omitempty" maxLength:"255" doc:"Missing: unchanged."`
	}
}) (*web.Created, error) {
	return &web.Created{ID: in.Body.ID}, r.edit(ctx, in.Body.ID, in.Body.Name, in.Body.Remark)
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Collection, error) {
	m, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &m.Collection, nil
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	return &web.Done{}, r.remove(ctx, in.ID)
}

func (r *Service) importRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		FileID string `json:"fileId" minLength:"1" maxLength:"64" doc:"Id of an uploaded xlsx, xls, txt or csv file."`
		contact.ImportOptions
	}
}) (*contact.StartResponse, error) {
	task, err := r.load(ctx, in.ID, in.Body.FileID, in.Body.ImportOptions)
	return &contact.StartResponse{TaskID: task}, err
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	ID     string `path:"id"`
	TaskID string `path:"taskId"`
}) (*contact.ImportStatus, error) {
	return r.status(ctx, in.ID, in.TaskID)
}

// byNumbers names members of a collection.
type byNumbers struct {
	ID   string `path:"id"`
	Body struct {
		PhoneNumbers []string `json:"phoneNumbers" minItems:"1" maxItems:"100" doc:"Phone number with country code."`
	}
}

func (r *Service) memberAddRoute(ctx context.Context, in *byNumbers) (*AddResponse, error) {
	return r.add(ctx, in.ID, in.Body.PhoneNumbers)
}

func (r *Service) memberDeleteRoute(ctx context.Context, in *byNumbers) (*contact.RemoveResponse, error) {
	n, err := r.take(ctx, in.ID, in.Body.PhoneNumbers)
	return &contact.RemoveResponse{Removed: n}, err
}
