package shunt

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

func (r *Service) numberRoutes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: numberBase + path, Perm: numberPerm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.numberList())
	web.Handle(a, route("GET", "/{id}", "page", "Get a number of a shunting link"), r.getNumber)
	web.Handle(a, route("POST", "", "add", "Add a number to a shunting link. At most shunt.targets.max a link"), r.addNumber)
	web.Handle(a, route("PUT", "", "edit", "Change a number of a shunting link"), r.editNumber)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable a number, or mark it as invalid"),
		func(ctx context.Context, in *statusRequest) (*web.Done, error) {
			return r.targetStatus(ctx, KindNumber, in)
		})
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a number of a shunting link"),
		func(ctx context.Context, in *byID) (*web.Done, error) { return r.deleteTarget(ctx, KindNumber, in.ID) })
	web.Handle(a, route("POST", "/import", "import", "Add the numbers of a file or text to a shunting link"), r.importRoute)
}

func (r *Service) groupRoutes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: groupBase + path, Perm: groupPerm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.groupList())
	web.Handle(a, route("GET", "/{id}", "page", "Get a group of a shunting link"), r.getGroup)
	web.Handle(a, route("POST", "", "add", "Add a group to a shunting link. At most shunt.targets.max a link"), r.addGroup)
	web.Handle(a, route("PUT", "", "edit", "Change a group of a shunting link"), r.editGroup)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable a group, or mark it as invalid"),
		func(ctx context.Context, in *statusRequest) (*web.Done, error) {
			return r.targetStatus(ctx, KindGroup, in)
		})
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a group of a shunting link"),
		func(ctx context.Context, in *byID) (*web.Done, error) { return r.deleteTarget(ctx, KindGroup, in.ID) })
}

func (r *Service) getNumber(ctx context.Context, in *byID) (*Number, error) {
	e, t, err := r.findTarget(ctx, KindNumber, in.ID)
	if err != nil {
		return nil, err
	}
	n := e.number(t)
	return &n, nil
}

func (r *Service) getGroup(ctx context.Context, in *byID) (*Group, error) {
	e, t, err := r.findTarget(ctx, KindGroup, in.ID)
	if err != nil {
		return nil, err
	}
	g := e.group(t)
	return &g, nil
}

// linkOf reads the link of a new target; fault shunt.kind of field linkId for one of the other kind.
func (r *Service) linkOf(ctx context.Context, kind, linkID string) (*Row, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), linkID)
	if err == nil && e.Kind != kind {
		err = fault.Bad("linkId", "shunt.kind."+kind)
	}
	return e, err
}

func (r *Service) addNumber(ctx context.Context, in *struct {
	Body struct {
		LinkID      string `json:"linkId" minLength:"1" maxLength:"64"`
		PhoneNumber string `json:"phoneNumber" example:"5511987654321" minLength:"1" maxLength:"40" doc:"With the code of the link's country."`
		NumberRequest
	}
}) (*Number, error) {
	e, err := r.linkOf(ctx, KindNumber, in.Body.LinkID)
	if err != nil {
		return nil, err
	}
	t := Target{ID: r.mark(ctx), Status: Enabled, CreateTime: r.now()}
	if t.Phone, err = parse(in.Body.PhoneNumber, e.CountryCode); err != nil {
		return nil, err
	}
	if err := in.Body.fill(&t, e.CountryCode); err != nil {
		return nil, err
	}
	now, err := r.addTargets(ctx, e, t.ID, t)
	if err != nil {
		return nil, err
	}
	n := now.number(now.target(t.ID))
	auditlog.Note(ctx, t.ID, nil, targetView(now, &t))
	return &n, nil
}

func (r *Service) addGroup(ctx context.Context, in *struct {
	Body struct {
		LinkID string `json:"linkId" minLength:"1" maxLength:"64"`
		GroupRequest
	}
}) (*Group, error) {
	e, err := r.linkOf(ctx, KindGroup, in.Body.LinkID)
	if err != nil {
		return nil, err
	}
	t := Target{ID: r.mark(ctx), Status: Enabled, CreateTime: r.now()}
	if err := in.Body.fill(&t); err != nil {
		return nil, err
	}
	now, err := r.addTargets(ctx, e, t.ID, t)
	if err != nil {
		return nil, err
	}
	g := now.group(now.target(t.ID))
	auditlog.Note(ctx, t.ID, nil, targetView(now, &t))
	return &g, nil
}

// addTargets writes new targets of a link in one transaction. Faults (409): shunt.exists for one that the link has, shunt.targets.max.
func (r *Service) addTargets(ctx context.Context, e *Row, mark string, fresh ...Target) (*Row, error) {
	most, err := r.Settings.Int(ctx, "shunt.targets.max")
	if err != nil {
		return nil, err
	}
	_, now, err := r.change(ctx, e.Code, mark, func(e *Row) (ops []store.Op, _ bool, err error) {
		for _, t := range fresh {
			if e.has(&t) {
				return nil, false, fault.State("shunt.exists." + e.Kind)
			}
			if len(e.Targets) >= most {
				return nil, false, fault.State("shunt.targets.max", "n", most)
			}
			e.Last++
			t.N = e.Last
			e.Targets = append(e.Targets, t)
			ops = append(ops, e.insertOps(&t)...)
		}
		return ops, len(fresh) > 0, nil
	})
	return now, err
}

// has reports a target with the same number or invite link.
func (e *Row) has(t *Target) bool {
	return slices.ContainsFunc(e.Targets, func(o Target) bool { return o.ID != t.ID && o.Phone == t.Phone && o.URL == t.URL })
}

func targetView(e *Row, t *Target) map[string]any {
	v := map[string]any{"link": e.Name, "status": t.Status, "weight": t.Weight, "dailyCap": t.Cap, "remark": t.Remark}
	if e.Kind == KindGroup {
		v["url"], v["full"] = t.URL, t.Full
	} else {
		v["phoneNumber"], v["from"], v["to"], v["greeting"] = t.Phone, t.From, t.To, t.Greeting
	}
	return v
}

// changeTarget decides about a target and writes it once.
func (r *Service) changeTarget(ctx context.Context, kind, targetID string, set func(e *Row, t *Target) error) (*Row, *Target, error) {
	found, _, err := r.findTarget(ctx, kind, targetID)
	if err != nil {
		return nil, nil, err
	}
	before, now, err := r.change(ctx, found.Code, r.mark(ctx), func(e *Row) ([]store.Op, bool, error) {
		t := e.target(targetID)
		if t == nil {
			return nil, false, fault.Missing()
		}
		if err := set(e, t); err != nil {
			return nil, false, err
		}
		if e.has(t) {
			return nil, false, fault.State("shunt.exists." + e.Kind)
		}
		return e.replaceOps(t), true, nil
	})
	if err != nil {
		return nil, nil, err
	}
	was, t := before.target(targetID), now.target(targetID)
	if t == nil {
		return nil, nil, fault.Missing()
	}
	auditlog.Note(ctx, targetID, targetView(before, was), targetView(now, t))
	return now, t, nil
}

func (r *Service) editNumber(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		NumberRequest
	}
}) (*Number, error) {
	e, t, err := r.changeTarget(ctx, KindNumber, in.Body.ID, func(e *Row, t *Target) error { return in.Body.fill(t, e.CountryCode) })
	if err != nil {
		return nil, err
	}
	n := e.number(t)
	return &n, nil
}

func (r *Service) editGroup(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		GroupRequest
	}
}) (*Group, error) {
	e, t, err := r.changeTarget(ctx, KindGroup, in.Body.ID, func(_ *Row, t *Target) error { return in.Body.fill(t) })
	if err != nil {
		return nil, err
	}
	g := e.group(t)
	return &g, nil
}

type statusRequest struct {
	Body struct {
		ID     string `json:"id" minLength:"1" maxLength:"64"`
		Status string `json:"status" enum:"enabled,disabled,invalid"`
	}
}

func (r *Service) targetStatus(ctx context.Context, kind string, in *statusRequest) (*web.Done, error) {
	_, _, err := r.changeTarget(ctx, kind, in.Body.ID, func(_ *Row, t *Target) error {
		t.Status = in.Body.Status
		return nil
	})
	return &web.Done{}, err
}

func (r *Service) deleteTarget(ctx context.Context, kind, targetID string) (*web.Done, error) {
	found, was, err := r.findTarget(ctx, kind, targetID)
	if err != nil {
		return nil, err
	}
	_, _, err = r.change(ctx, found.Code, r.mark(ctx), func(e *Row) ([]store.Op, bool, error) {
		t := e.target(targetID)
		if t == nil {
			return nil, false, nil // an earlier try of the call
		}
		ops := e.removeOps(t)
		e.Targets = slices.DeleteFunc(e.Targets, func(o Target) bool { return o.ID == targetID })
		return ops, true, nil
	})
	auditlog.Note(ctx, targetID, targetView(found, was), nil)
	return &web.Done{}, err
}
