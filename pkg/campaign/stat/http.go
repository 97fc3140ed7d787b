package stat

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/overview", Perm: web.SignedIn, Summary: "Figures of the last days of what the caller sees"},
		func(ctx context.Context, in *struct {
			Days int `query:"days" enum:"7,14,30" default:"7" doc:"how many, today included"`
		}) (*Overview, error) {
			return r.Overview(ctx, auth.Must(ctx), in.Days)
		})
}
