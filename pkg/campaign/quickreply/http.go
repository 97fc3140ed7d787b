package quickreply

import (
	"cmp"
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	web.Handle(a, route("POST", "", "add", "Create a quick reply"), r.add)
	web.Handle(a, route("PUT", "", "edit", "Change a quick reply"), r.edit)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a quick reply"), r.remove)
}

// owner is the customer of a new quick reply, and its name. Faults: 404, or customerId missing for staff.
func (r *Service) owner(ctx context.Context, customer string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	if p.Type == auth.Admin && customer == "" {
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	return r.Customer(ctx, p.Scope(), cmp.Or(customer, p.UserID))
}

// add creates a quick reply. Faults: as fill, quickreply.most and quickreply.taken (409).
func (r *Service) add(ctx context.Context, in *struct {
	Body struct {
		Request
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the caller's."`
	}
}) (*QuickReply, error) {
	owner, name, err := r.owner(ctx, in.Body.CustomerID)
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, r.NewID), r.now()
	e := &entity{Owner: owner, Rev: 1, Mark: id}
	e.ID, e.CustomerID, e.CustomerName, e.CreateTime, e.UpdateTime = id, owner.Tenant, name, now, now
	if err := e.fill(&in.Body.Request); err != nil {
		return nil, err
	}
	ops := append([]store.Op{{Verb: store.Put, Key: key(id), Item: e, If: store.Missing("pk")},
		{Verb: store.Update, Key: countKey(owner.Tenant), Add: map[string]int64{"n": 1},
			If: store.Or(store.Missing("n"), store.Lt("n", mostReplies))},
		{Verb: store.Put, Key: e.shortcutKey(), Item: holder{id}, If: store.Missing("pk")}},
		replies.Insert(owner.ScopeNames(), id, e.QuickReply)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, ops)
	switch failed := store.ConditionFailed(err); {
	case failed == nil && err != nil:
		return nil, err
	case failed != nil && failed.Index == 0: // a repetition of the same call
		if e, err = r.find(ctx, id); err != nil {
			return nil, err
		}
	case failed != nil && failed.Index == 1:
		return nil, fault.State("quickreply.most", "n", mostReplies)
	case failed != nil:
		return nil, fault.Bad("shortcut", "quickreply.taken", "shortcut", e.Shortcut)
	}
	auditlog.Note(ctx, id, nil, e.view())
	return &e.QuickReply, nil
}

// edit changes a quick reply: what is missing stays. Faults: 404, as fill, quickreply.taken.
func (r *Service) edit(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Request
	}
}) (*QuickReply, error) {
	if _, err := r.find(ctx, in.Body.ID); err != nil {
		return nil, err
	}
	var before, now *entity
	mark := web.OperationID(ctx, r.NewID)
	err := store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(in.Body.ID), true)
		if err != nil || !ok {
			return cmp.Or(err, error(fault.Missing()))
		}
		was := e
		if now = &e; before == nil {
			before = &was
		}
		if e.Mark == mark {
			return nil
		}
		if err := e.fill(&in.Body.Request); err != nil {
			return err
		}
		e.Rev, e.Mark, e.UpdateTime = e.Rev+1, mark, r.now()
		ops := append([]store.Op{{Verb: store.Put, Key: key(e.ID), Item: e, If: store.Eq("v", was.Rev)}},
			replies.Replace(e.Owner.ScopeNames(), e.ID, e.QuickReply)...)
		if e.shortcutKey() == was.shortcutKey() {
			return r.DB.Transact(ctx, ops)
		}
		ops = append(ops, store.Op{Verb: store.Put, Key: e.shortcutKey(), Item: holder{e.ID}, If: store.Missing("pk")},
			store.Op{Verb: store.Delete, Key: was.shortcutKey()})
		err = r.DB.Transact(ctx, ops)
		if failed := store.ConditionFailed(err); failed != nil && failed.Index == len(ops)-2 {
			return fault.Bad("shortcut", "quickreply.taken", "shortcut", e.Shortcut)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, before.view(), now.view())
	return &now.QuickReply, nil
}

// remove deletes a quick reply.
func (r *Service) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	var gone *entity
	err := store.Decide(ctx, tries, func() error {
		e, err := r.find(ctx, in.ID)
		if err != nil {
			return err
		}
		gone = e
		ops := append([]store.Op{{Verb: store.Delete, Key: key(e.ID), If: store.Eq("v", e.Rev)},
			{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": -1}},
			{Verb: store.Delete, Key: e.shortcutKey()}}, replies.Remove(e.Owner.ScopeNames(), e.ID)...)
		return r.DB.Transact(ctx, ops)
	})
	if fault.Is(err, "web.notFound") && gone != nil {
		err = nil // deleted by a try whose answer was unclear
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, gone.ID, gone.view(), nil)
	return &web.Done{}, nil
}
