package appkey

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const perm = "aty:customerinfo:appkey"
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/customerinfo/appkey/security/{id}", Perm: perm,
		Summary: "Check whether a customer has an app key"}, r.get)
	web.Handle(a, web.Route{Method: "PUT", Path: "/aty/customerinfo/gen/appkey/security/{id}", Perm: perm, Secret: true, Spends: true,
		Summary: "Create an app key for a customer. The previous key becomes invalid immediately"}, r.gen)
	web.Handle(a, web.Route{Method: "PUT", Path: "/aty/customerinfo/cancel/appkey/security/{id}", Perm: perm,
		Summary: "Revoke a customer's app key"}, r.cancel)
	web.Handle(a, web.Route{Method: "GET", Path: "/pi/personal/info/security", Perm: web.SignedIn,
		Summary: "Get the caller's app key without its secret"}, r.own)
	web.Handle(a, web.Route{Method: "PUT", Path: "/pi/personal/info/refresh/security", Perm: web.SignedIn, Secret: true,
		Summary: "Replace the caller's app key. The previous key becomes invalid immediately"}, r.refresh)
}

// State of a key.
type State struct {
	AppKey     string     `json:"appKey" doc:"Empty: none."`
	Status     string     `json:"status" enum:"none,active,withdrawn"`
	CreateTime *time.Time `json:"createTime"`
}

func (r *Service) state(ctx context.Context, userID string) (*State, error) {
	k, ok, err := store.Load[Key](ctx, r.DB, keyOf(userID), true)
	switch {
	case err != nil || !ok:
		return &State{Status: "none"}, err
	case k.Withdrawn:
		return &State{Status: "withdrawn", CreateTime: &k.Created}, nil
	}
	return &State{AppKey: k.ID, Status: "active", CreateTime: &k.Created}, nil
}

// customer gives a first-level customer in the caller's scope; other users have no key (appkey.customer, 409).
func (r *Service) customer(ctx context.Context, userID string) (*user.User, error) {
	u, err := r.Users.Find(ctx, auth.Must(ctx).Scope(), userID)
	if err == nil && u.Type != auth.First {
		err = fault.State("appkey.customer")
	}
	return &u, err
}

// ByID names a customer.
type ByID struct {
	ID string `path:"id"`
}

func (r *Service) get(ctx context.Context, in *ByID) (*State, error) {
	u, err := r.customer(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return r.state(ctx, u.ID)
}

func (r *Service) gen(ctx context.Context, in *ByID) (*NewKey, error) {
	u, err := r.customer(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	with, deliver := r.Notify.Prepare(ctx, u.ID, "appkey.tell.made")
	f, err := r.grant(ctx, u, with)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"appKey": f.AppKey})
	deliver()
	return f, nil
}

func (r *Service) cancel(ctx context.Context, in *ByID) (*web.Done, error) {
	u, err := r.customer(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	had, err := r.state(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	var notify user.AccessNotice
	if had.Status == "active" {
		notify = r.Notify
	}
	with, deliver := notify.Prepare(ctx, u.ID, "appkey.tell.withdrawn")
	if err := r.withdraw(ctx, u, with); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"appKey": "withdrawn"})
	deliver()
	return &web.Done{}, nil
}

func (r *Service) own(ctx context.Context, _ *struct{}) (*State, error) {
	return r.state(ctx, auth.Must(ctx).UserID)
}

// RefreshResponse is the caller's new key.
type RefreshResponse struct {
	AppKey   string `json:"appKey"`
	Security string `json:"security" doc:"Secret, shown only once."`
}

func (r *Service) refresh(ctx context.Context, _ *struct{}) (*RefreshResponse, error) {
	u, err := r.Users.Self(ctx, auth.Must(ctx))
	if err != nil {
		return nil, err
	}
	if u.Type != auth.First {
		return nil, fault.State("appkey.customer")
	}
	f, err := r.again(ctx, &u)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"appKey": f.AppKey})
	return &RefreshResponse{f.AppKey, f.AppSecret}, nil
}
