package commenttemplate

import (
	"cmp"
	"context"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table campaign:
//
//	CTPL#<id> / T                       the template
//	CTPLN#<tenant> / N                  how many templates a customer has
//	L#commenttemplate#<scope> / <id>    the list rows, which hold all that is shown
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "CTPL#" + id, SK: "T"} }

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "CTPLN#" + tenant, SK: "N"}
}

const (
	base      = "/comment/template"
	perm      = "comment:template"
	queueName = "commenttemplate"
	jobQueue  = "job"
	tries     = 16
)

var templates = store.List[Template]{Table: table, Entity: "commenttemplate", ByTime: true, Columns: []store.Column[Template]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(t *Template) any { return t.Name }},
	{Name: "platform", Kind: store.Exact, Sort: true, Filter: true, Title: "commenttemplate.column.platform", Dict: "comment_platform",
		Get: func(t *Template) any { return t.Platform }},
	{Title: "commenttemplate.column.texts", Get: func(t *Template) any { return len(t.Texts) }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: statuses, Title: "status", Dict: "comment_template_status",
		Get: func(t *Template) any { return t.Status }},
	{Name: "enabled", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Title: "commenttemplate.column.enabled",
		Get: func(t *Template) any { return map[bool]string{true: "true", false: "false"}[t.Enabled] }},
	{Title: "reason", Get: func(t *Template) any { return t.Reason }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(t *Template) any { return t.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(t *Template) any { return t.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(t *Template) any { return t.CreateTime }},
}}

func (r *Service) list() list.List[Template] {
	return list.List[Template]{List: templates, DB: r.DB, Path: base, Perm: perm + ":page",
		Summary: "List comment templates in the caller's scope",
		Show: func(_ context.Context, rows []Template) error {
			for i := range rows {
				rows[i].show()
			}
			return nil
		},
		File: list.File{Name: "commenttemplate", Perm: perm + ":export", Summary: "Export the matching comment templates as xlsx or CSV"}}
}

// Store gives orders their texts. It needs nothing but the rows.
type Store struct{ DB store.DB }

// Load gives a template that an order in the scope can use. Faults: 404 for an id that the scope does not see, commenttemplate.unusable.
func (b *Store) Load(ctx context.Context, scope auth.Scope, templateID string) (*Template, error) {
	e, err := b.find(ctx, scope, templateID)
	if err != nil {
		return nil, err
	}
	if e.Status != Approved || !e.Enabled {
		return nil, fault.Bad("templateId", "commenttemplate.unusable", "name", e.Name)
	}
	return &e.Template, nil
}

// find reads a template in a scope; the 404 fault for any other id.
func (b *Store) find(ctx context.Context, scope auth.Scope, templateID string) (*entity, error) {
	if !id.Valid(templateID) {
		return nil, fault.Missing()
	}
	rows, err := b.DB.GetMany(ctx, []store.Key{templates.Key(string(scope), templateID), key(templateID)}, true)
	if err != nil {
		return nil, err
	}
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	var e entity
	_, err = store.Decode(rows[1], &e)
	e.show()
	return &e, err
}

func (r *Service) find(ctx context.Context, templateID string) (*entity, error) {
	return (&Store{r.DB}).find(ctx, auth.Must(ctx).Scope(), templateID)
}

// queueOps keep the reviewers' queue.
func (e *entity) queueOps() []store.Op {
	if e.Status == Review {
		return review.Enter(queueName, e.Owner, e.ID)
	}
	return review.QueueRemoval(queueName, e.Owner, e.ID)
}

// ReviewQueue is where templates are reviewed.
func ReviewQueue() review.QueueHandler {
	return review.QueueHandler{Kind: queueName, Page: "comment/template", Perm: perm + ":review"}
}

// change decides about a template and writes it once. A repetition of the same operation is known by its mark.
func (r *Service) change(ctx context.Context, templateID string, set func(e *entity) error) (before, now *entity, err error) {
	if _, err := r.find(ctx, templateID); err != nil {
		return nil, nil, err
	}
	mark := web.OperationID(ctx, r.NewID)
	err = store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(templateID), true)
		if err != nil || !ok {
			return cmp.Or(err, error(fault.Missing()))
		}
		was := e
		if now = &e; before == nil {
			before = &was
		}
		e.show()
		if e.Mark == mark {
			return nil
		}
		if err := set(&e); err != nil {
			return err
		}
		before = &was
		e.Rev, e.Mark, e.UpdateTime = was.Rev+1, mark, r.now()
		e.show()
		ops := append([]store.Op{{Verb: store.Put, Key: key(e.ID), Item: e, If: store.Eq("v", was.Rev)}}, e.queueOps()...)
		return r.DB.Transact(ctx, append(ops, templates.Replace(e.Owner.ScopeNames(), e.ID, e.Template)...))
	})
	if err == nil && (before.Status == Review || now.Status == Review) {
		r.tellReviewers(ctx, now)
	}
	return before, now, err
}

// tellReviewers has open consoles of staff count anew what waits.
func (r *Service) tellReviewers(ctx context.Context, e *entity) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Queues.Send(ctx, jobQueue, queue.New(review.TaskTell, e.Owner.Tenant, struct{}{})); err != nil {
			r.Log(map[string]any{"warning": "commenttemplate: " + err.Error(), "id": e.ID})
		}
	})
}
