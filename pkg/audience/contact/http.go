package contact

import (
	"context"

	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

const base = "/aty/contactsgroup"

var (
	_ module.Module     = (*Service)(nil)
	_ export.Lister     = (*Service)(nil)
	_ module.FileWorker = (*Service)(nil)
	_ module.Ticker     = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, perm, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: "aty:contactsgroup:" + perm, Summary: summary}
	}
	list.Mount(a, r.list())
	list.Options(a, route("GET", "/lovPage", "page", "List contact lists for a picker"), r.list(), func(c *Collection) Choice {
		return Choice{c.ID, c.Name, c.kind(), c.CountryCode, c.MemberCount}
	})
	web.Handle(a, route("GET", "/audiencenum", "page", "Count the members of contact lists by validity and activity"), r.audience)
	web.Handle(a, route("GET", "/getGroupIdByCreator", "page", "List the ids of the newest contact lists of a creator"), r.created)
	web.Handle(a, route("POST", "", "add", "Create a contact list for the caller, or for a customer given by staff or an agent"), r.addRoute)
	web.Handle(a, route("PUT", "", "edit", "Rename a contact list"), r.editRoute)
	web.Handle(a, route("GET", "/{id}", "page", "Get a contact list"), r.getRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a contact list with its members"), r.deleteRoute)
	web.Handle(a, route("POST", "/{id}/import", "import", "Import an uploaded contact file in the background"), r.importRoute)
	web.Handle(a, route("GET", "/{id}/import/{taskId}", "import", "Get the progress and result of an import"), r.statusRoute)
	web.Handle(a, route("GET", "/{id}/import/{taskId}/row/page", "import",
		"List the refused rows of an import with all columns, in the file's order"),
		r.refusedPage)
	members := route("GET", "/{id}/member/page", "member", "List members, filtered by part of the number or address")
	members.Sorts = memberList.Sorts()
	web.Handle(a, members, r.memberPage)
	web.Handle(a, route("POST", "/{id}/member", "member", "Add numbers or addresses to a contact list"),
		func(ctx context.Context, in *struct {
			ID   string `path:"id"`
			Body AddRequest
		}) (*AddResponse, error) {
			return r.addMembers(ctx, in.ID, in.Body)
		})
	web.Handle(a, route("GET", "/{id}/history/page", "page", "List the history of a contact list, newest first"), r.history)
	r.deriveRoutes(a, route)
	web.Handle(a, route("DELETE", "/{id}/member", "member", "Remove numbers or addresses from a contact list"), r.memberDeleteRoute)
}

// Choice is a collection in a selector.
type Choice struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Type        string `json:"type"`
	CountryCode string `json:"countryCode"`
	MemberCount int    `json:"memberCount"`
}

func (r *Service) addRoute(ctx context.Context, in *struct{ Body CreateRequest }) (*web.Created, error) {
	id, err := r.create(ctx, in.Body)
	return &web.Created{ID: id}, err
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID     string  `json:"id"`
		Name   string  `json:"name" minLength:"1" maxLength:"20"`
		Remark *string `json:"remark,omitempty" maxLength:"255" doc:"Missing: unchanged."`
	}
}) (*web.Created, error) {
	return &web.Created{ID: in.Body.ID}, r.edit(ctx, in.Body.ID, in.Body.Name, in.Body.Remark)
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	return r.get(ctx, in.ID)
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	return &web.Done{}, r.remove(ctx, in.ID)
}

// StartResponse names a background task.
type StartResponse struct {
	TaskID string `json:"taskId"`
}

func (r *Service) importRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		FileID string `json:"fileId" minLength:"1" doc:"Id of an uploaded xlsx, xls, txt or csv file."`
		ImportOptions
	}
}) (*StartResponse, error) {
	task, err := r.start(ctx, in.ID, in.Body.FileID, in.Body.ImportOptions)
	return &StartResponse{task}, err
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	ID     string `path:"id"`
	TaskID string `path:"taskId"`
}) (*ImportStatus, error) {
	return r.status(ctx, in.ID, in.TaskID)
}

// RemoveResponse tells how many members were taken out.
type RemoveResponse struct {
	Removed int `json:"removed"`
}

func (r *Service) memberDeleteRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		PhoneNumbers []string `json:"phoneNumbers,omitempty" maxItems:"1000" doc:"Numbers with country code. Numbers that are not members are ignored."`
		Emails       []string `json:"emails,omitempty" maxItems:"1000" doc:"Addresses of a list of type email, instead of phoneNumbers."`
	}
}) (*RemoveResponse, error) {
	n, err := r.removeMembers(ctx, in.ID, in.Body.PhoneNumbers, in.Body.Emails)
	return &RemoveResponse{n}, err
}
