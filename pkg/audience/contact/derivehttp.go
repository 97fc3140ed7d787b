package contact

import (
	"context"

	"herald/pkg/kit/web"
)

// deriveRoutes make collections of others.
func (r *Service) deriveRoutes(a *web.API, route func(method, path, perm, summary string) web.Route) {
	web.Handle(a, route("POST", "/merge", "combine", "Make a collection of the members of several, each once, in the background"),
		r.mergeRoute)
	web.Handle(a, route("POST", "/{id}/copy", "combine", "Make a collection of some or all members of another, in the background"),
		r.copyRoute)
	web.Handle(a, route("POST", "/{id}/split", "combine",
		"Make up to ten collections of the members of another, each in one of them, in the background"), r.splitRoute)
	web.Handle(a, route("POST", "/{id}/difference", "combine",
		"Make a collection of the members of another that are in none of some, in the background"), r.differenceRoute)
	web.Handle(a, route("GET", "/{id}/task/{taskId}", "combine", "How far a task is that makes the collection"), r.derivedRoute)
}

// RenameRequest names a new collection.
type RenameRequest struct {
	Name   string `json:"name" minLength:"1" maxLength:"20"`
	Remark string `json:"remark,omitempty" maxLength:"255"`
}

func (r *Service) mergeRoute(ctx context.Context, in *struct {
	Body struct {
		RenameRequest
		IDs []string `json:"ids" minItems:"2" maxItems:"10" doc:"collections of one country; of a number that several have, the first one's values and evidence are kept"`
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
		Names  []string `json:"names" minItems:"2" maxItems:"10" doc:"of the new collections, at most 20 characters each; members are shared out evenly and at random"`
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
		IDs []string `json:"ids" minItems:"1" maxItems:"9" doc:"collections whose members are left out"`
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
