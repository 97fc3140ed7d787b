package domain

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// create writes a new domain, once per operation. Faults (409): domain.exists for a name that the tenant has, domain.max, domain.taken for
// a name that another has proven.
func (r *Service) create(ctx context.Context, e *entity) (*entity, error) {
	most, err := r.Settings.Int(ctx, "domain.max")
	if err != nil {
		return nil, err
	}
	l, err := r.limits(ctx)
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, r.NewID), r.now()
	deadline := now.Add(l.Pending)
	e.ID, e.Mark, e.CreateTime, e.Since, e.Asked, e.Deadline = id, id, now, now, &now, &deadline
	ops := []store.Op{
		{Verb: store.Put, Key: key(id), Item: e, If: store.Missing("pk")},
		{Verb: store.Put, Key: nameKey(e.ASCII, tenantPrefix+e.tenant()), Item: named{id}, If: store.Missing("pk")},
		{Verb: store.Check, Key: claimKey(e.ASCII), If: store.Missing("pk")},
		{Verb: store.Update, Key: countKey(e.tenant()), Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("n"), store.Lt("n", most))},
		looks(r.DB).At(now.Add(soonest), id, "", nil),
	}
	ops = append(ops, domains.Insert(e.scopes(), id, e.Domain)...)
	all := ops
	if e.tenant() != Platform {
		all = append(all, user.NotLocked(e.Owner.User, e.tenant())...)
	}
	err = store.TransactWithRetry(ctx, r.DB, tries, all)
	failed := store.ConditionFailed(err)
	switch {
	case failed == nil && err != nil:
		return nil, err
	case failed == nil:
	case failed.Index == 0: // a repetition of the same call
		return r.find(ctx, auth.Must(ctx).Scope(), id)
	case failed.Index == 1:
		return nil, fault.State("domain.exists", "name", e.Name)
	case failed.Index == 2:
		return nil, fault.State("domain.taken", "name", e.Name)
	case failed.Index == 3:
		return nil, fault.State("domain.max", "n", most)
	default:
		return nil, user.ErrLocked()
	}
	r.enqueue(ctx, e)
	return e, nil
}

// limits are the settings of how long a domain may wait.
func (r *Service) limits(ctx context.Context) (l limits, err error) {
	pending, err := r.Settings.Int(ctx, "domain.pending.days")
	if err != nil {
		return l, err
	}
	grace, err := r.Settings.Int(ctx, "domain.grace.days")
	return limits{time.Duration(pending) * day, time.Duration(grace) * day}, err
}

const (
	patience = 2 * time.Minute  // after which a check that was asked for counts as lost
	between  = 10 * time.Second // of two checks of a domain that a user asks for
)

// running reports whether a check that was asked for has not ended.
func (d *Domain) running(now time.Time) bool {
	return d.Asked != nil && (d.CheckTime == nil || d.CheckTime.Before(*d.Asked)) && now.Sub(*d.Asked) < patience
}

func (r *Service) checkRoute(ctx context.Context, in *byID) (*Detail, error) {
	p := auth.Must(ctx)
	e, err := r.find(ctx, p.Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	now := r.now()
	if e.running(now) {
		auditlog.Note(ctx, e.ID, nil, map[string]any{"check": e.Name})
		auditlog.Subject(ctx, e.Name)
		return r.detail(ctx, e)
	}
	if wait := recent(e, now); wait > 0 {
		return nil, fault.New(fault.TooMany, 0, "domain.soon", "n", int((wait+time.Second-1)/time.Second)).Wait(wait)
	}
	most, err := r.Settings.Int(ctx, "domain.checks.daily")
	if err != nil {
		return nil, err
	}
	full, err := quota.Take(ctx, r.DB, now, dayKey(e.tenant(), quota.Day(now)), quota.Count{Name: "n", Add: 1, Most: most})
	if err != nil {
		return nil, err
	}
	if full != quota.None {
		return nil, fault.State("domain.checks", "n", most)
	}
	_, e, err = r.change(ctx, in.ID, func(e *entity) (after, bool, error) {
		if e.State == deleted {
			return after{}, false, fault.Missing()
		}
		e.Asked = &now
		return after{due: true}, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, map[string]any{"check": e.Name})
	auditlog.Subject(ctx, e.Name)
	r.enqueue(ctx, e)
	return r.detail(ctx, e)
}

// recent is how long a user waits for the next check.
func recent(e *entity, now time.Time) time.Duration {
	if e.CheckTime == nil {
		return 0
	}
	return e.CheckTime.Add(between).Sub(now)
}
