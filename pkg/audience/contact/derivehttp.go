package contact

import (
	"context"

	"herald/pkg/kit/web"
)

// deriveRoutes make collections of others.
func (r *Service) deriveRoutes(a *web.API, route func(method, path, perm, summary string) web.Route) {
	web.Handle(a, route("POST", "/merge", "combine", "Merge contact lists into a new one without duplicates, in the background"),
		r.mergeRoute)
	web.Handle(a, route("POST", "/{id}/copy", "combine", "Copy all or filtered members of a contact list into a new one, in the background"),
		r.copyRoute)
	web.Handle(a, route("POST", "/{id}/split", "combine",
		"Split a contact list into up to ten new ones, in the background"), r.splitRoute)
	web.Handle(a, route("POST", "/{id}/difference", "combine",
		"Create a contact list of the members that are not in other lists, in the background"), r.differenceRoute)
	web.Handle(a, route("GET", "/{id}/task/{taskId}", "combine", "Get the progress of a task that creates the contact list"), r.derivedRoute)
}

// RenameRequest names a new collection.
type RenameRequest struct {
	Name   string `json:"name" minLength:"1" maxLength:"20"`
	Remark string `json:"remark,omitempty" maxLength:"255"`
}

func (r *Service) mergeRoute(ctx context.Context, in *struct {
	Body struct {
		RenameRequest
		IDs []string `json:"ids" minItems:"2" maxItems:"10" doc:"Ids of contact lists of one country. For a number in several lists, values and evidence come from the first one."`
	}
}) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasMerged, from: in.Body.IDs, names: []string{in.Body.Name}, remark: in.Body.Remark})
}

func (r *Service) copyRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		RenameRequest
		Filter
	}
}) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasCopied, from: []string{in.ID}, names: []string{in.Body.Name}, remark: in.Body.Remark,
		filter: in.Body.Filter})
}

func (r *Service) splitRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Names  []string `json:"names" minItems:"2" maxItems:"10" doc:"Names of the new lists, at most 20 characters each. Members are divided evenly and at random."`
		Remark string   `json:"remark,omitempty" maxLength:"255"`
		Filter
	}
}) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasSplit, from: []string{in.ID}, names: in.Body.Names, remark: in.Body.Remark,
		filter: in.Body.Filter})
}

func (r *Service) differenceRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		RenameRequest
		IDs []string `json:"ids" minItems:"1" maxItems:"9" doc:"Ids of contact lists whose members are left out."`
	}
}) (*DeriveResponse, error) {
	return r.derive(ctx, deriveRequest{what: WasReduced, from: []string{in.ID}, less: in.Body.IDs, names: []string{in.Body.Name},
		remark: in.Body.Remark})
}

func (r *Service) derivedRoute(ctx context.Context, in *struct {
	ID     string `path:"id"`
	TaskID string `path:"taskId"`
}) (*DerivedStatus, error) {
	return r.derived(ctx, in.ID, in.TaskID)
}
