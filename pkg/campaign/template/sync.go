package template

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// claimSync counts questions to the provider against the day of the caller's customer, shared with its secondaries. Staff are not bounded.
// Fault: template.syncDaily (409).
func (r *Service) claimSync(ctx context.Context, templates int) error {
	p := auth.Must(ctx)
	if p.Type == auth.Admin {
		return nil
	}
	most, err := r.Settings.Int(ctx, "template.sync.daily")
	if err != nil {
		return err
	}
	now := r.now()
	full, err := quota.Take(ctx, r.DB, now, syncKey(quota.Day(now), p.Owner().Tenant),
		quota.Count{Name: "n", Add: int64(templates), Most: most})
	if err == nil && full != quota.None {
		err = fault.State("template.syncDaily", "n", most)
	}
	return err
}

// syncRoute asks for one template; what the provider says shows a moment later.
func (r *Service) syncRoute(ctx context.Context, in *byID) (*Template, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Actions[Sync], e.Status) {
		return nil, fault.State("template.state.sync")
	}
	auditlog.Note(ctx, e.ID, nil, map[string]any{"status": e.Status})
	auditlog.Subject(ctx, e.Name)
	if err := r.claimSync(ctx, 1); err != nil {
		return nil, err
	}
	if err := r.post(ctx, e); err != nil {
		return nil, err
	}
	r.show(ctx, &e.Template)
	return &e.Template, nil
}

// SyncResponse tells how many templates are asked about.
type SyncResponse struct {
	Asked int `json:"asked"`
}

// maxSynced bounds what one call asks about: the newest.
const maxSynced = 200

func (r *Service) syncAll(ctx context.Context, _ *struct{}) (*SyncResponse, error) {
	p := auth.Must(ctx)
	rows, _, err := templates.Page(ctx, r.DB, string(p.Scope()),
		store.ListQuery{Current: 1, Size: maxSynced, Filters: map[string]string{"status": "submitting,pending,approved,paused"}})
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 {
		if err := r.claimSync(ctx, len(rows)); err != nil {
			return nil, err
		}
	}
	for i := range rows {
		e := &entity{Template: rows[i], Owner: auth.Owner{Tenant: p.Tenant}}
		if err := r.post(ctx, e); err != nil {
			return nil, err
		}
	}
	auditlog.Note(ctx, p.UserID, nil, map[string]any{"asked": len(rows)})
	return &SyncResponse{len(rows)}, nil
}
