package template

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// Keys, all in table campaign:
//
//	TPL#<id> / T                      the template
//	TPLREF#<name>/<language> / R      what may be sent under a provider's name: who has it, and whether it may
//	L#template#<scope> / <id>         the list rows, which hold all that is shown
//	TPLDAY#<user> / <day>             how many templates a user made on the day at +08:00
//	JOB#0 / …                         when the tick looks at them (kit/job)
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "TPL#" + id, SK: "T"} }

func refKey(ref string) store.Key { return store.Key{Table: table, PK: "TPLREF#" + ref, SK: "R"} }

func dayKey(userID, day string) store.Key {
	return store.Key{Table: table, PK: "TPLDAY#" + userID, SK: day}
}

// syncKey counts how often the provider was asked on a day about the templates of a customer.
func syncKey(day, tenant string) store.Key {
	return store.Key{Table: table, PK: "TPLDAY#sync#" + day, SK: tenant}
}

// looks is when the tick looks at templates.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "template", Shards: 1}
}

// reference is what may be sent under a provider's name.
type reference struct {
	ID     string `dynamodbav:"id,omitempty"` // of the template; none for one that was made elsewhere
	Name   string `dynamodbav:"n"`
	Status Status `dynamodbav:"s"`
	On     bool   `dynamodbav:"on"`
}

var templates = store.List[Template]{Table: table, Entity: "template", ByTime: true, Columns: []store.Column[Template]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(t *Template) any { return t.Name }},
	{Name: "providerName", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "template.column.providerName",
		Get: func(t *Template) any { return t.ProviderName }},
	{Name: "type", Kind: store.Exact, Filter: true, OneOf: []string{typeText, typeImage, typeVideo}, Title: "template.column.type",
		Dict: "template_type", Get: func(t *Template) any { return t.Type }},
	{Name: "language", Kind: store.Exact, Sort: true, Filter: true, Title: "template.column.language",
		Get: func(t *Template) any { return t.Language }},
	{Name: "category", Kind: store.Exact, Sort: true, Filter: true, Words: []string{"MARKETING", "UTILITY", "AUTHENTICATION"},
		Title: "template.column.category", Dict: "template_category",
		Get: func(t *Template) any { return t.Category }},
	{Name: "content", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "template.column.content",
		Get: func(t *Template) any { return t.Content }},
	{Name: "placeholderCount", Kind: store.Number, Sort: true, Title: "template.column.placeholderCount",
		Get: func(t *Template) any { return t.PlaceholderCount }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.", Words: statuses,
		Title: "status",
		Dict:  "template_status",
		Get:   func(t *Template) any { return string(t.Status) }},
	{Name: "enabled", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Title: "template.column.enabled",
		Get: func(t *Template) any { return word(t.Enabled) }},
	{Name: "quality", Kind: store.Exact, Sort: true, Filter: true, Words: []string{"green", "yellow", "red"}, Title: "template.column.quality",
		Dict: "template_quality",
		Get:  func(t *Template) any { return t.Quality }},
	{Title: "reason", Get: func(t *Template) any { return t.Reason }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(t *Template) any { return t.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(t *Template) any { return t.CustomerName }},
	{Title: "template.column.segment", Get: func(t *Template) any { return t.Segment }},
	{Title: "template.column.note", Get: func(t *Template) any { return t.Note }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(t *Template) any { return t.CreateTime }},
}}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// list declares the list.
func (r *Service) list() list.List[Template] {
	return list.List[Template]{List: templates, DB: r.DB, Path: base, Perm: perm + ":page",
		Summary: "List message templates in the caller's scope",
		Show:    r.shown,
		File:    list.File{Name: "template", Perm: perm + ":export", Summary: "Export the matching templates as xlsx or CSV"}}
}

// shown gives reasons in the caller's language, and what may be done.
func (r *Service) shown(ctx context.Context, rows []Template) error {
	for i := range rows {
		r.show(ctx, &rows[i])
	}
	return nil
}

func (r *Service) show(ctx context.Context, t *Template) {
	if t.Reason != "" {
		t.Reason = r.Text(ctx, t.Reason)
	}
	t.Actions, t.ReviewVersion = []Action{}, 1+t.Edits
	for _, a := range []Action{Edit, Judge, Switch, Sync, Delete} {
		if slices.Contains(Actions[a], t.Status) {
			t.Actions = append(t.Actions, a)
		}
	}
}

// find reads a template in a scope; the 404 fault for any other id.
func (b *Store) find(ctx context.Context, scope auth.Scope, id string) (*entity, error) {
	rows, err := b.DB.GetMany(ctx, []store.Key{templates.Key(string(scope), id), key(id)}, true)
	if err != nil {
		return nil, err
	}
	var e entity
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &e)
	return &e, err
}

func (r *Service) find(ctx context.Context, id string) (*entity, error) {
	if len(id) != ulid {
		return nil, fault.Missing()
	}
	return (&Store{r.DB}).find(ctx, auth.Must(ctx).Scope(), id)
}

// ulid is how long an id is.
const ulid = 26

// ops write a changed template: its row, what its name stands for, and its rows in the lists.
func (e *entity) ops(seen int64) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: key(e.ID), Item: e, If: store.Eq("v", seen)}}
	if e.Status == deleted {
		ops = append(ops, review.QueueRemoval(queueName, e.Owner, e.ID)...)
		return append(append(ops, store.Op{Verb: store.Delete, Key: refKey(e.ref())}), templates.Remove(e.Owner.ScopeNames(), e.ID)...)
	}
	return append(append(append(ops, e.waitingOps()...), e.refOp()), templates.Replace(e.Owner.ScopeNames(), e.ID, e.Template)...)
}

// queueName names the reviewers' queue of templates.
const queueName = "template"

// waits keeps the reviewers' queue.
func (e *entity) waitingOps() []store.Op {
	if e.Status == Review {
		return review.Enter(queueName, e.Owner, e.ID)
	}
	return review.QueueRemoval(queueName, e.Owner, e.ID)
}

func (e *entity) refOp() store.Op {
	return store.Op{Verb: store.Put, Key: refKey(e.ref()), Item: reference{e.ID, e.Name, e.Status, e.Enabled}}
}

// after is what follows a change, in its transaction.
type after struct {
	looks bool // the tick looks at it in a minute
	tell  *notice.Personal
	ops   []store.Op
}

// change decides about a template and writes it once. set says whether anything changes, and what follows; a repetition of the same
// operation is known by its mark. Faults: 404, what set refuses.
func (r *Service) change(ctx context.Context, id string, set func(e *entity) (after, bool, error)) (before, now *entity, err error) {
	mark := web.OperationID(ctx, r.NewID)
	err = store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
		if err != nil || !ok {
			return cmp.Or(err, error(fault.Missing()))
		}
		was := e
		if before == nil {
			before = &was
		}
		now = &e
		if e.Mark == mark {
			return nil
		}
		follows, changed, err := set(&e)
		if err != nil || !changed {
			return err
		}
		before = &was
		e.Version, e.Mark, e.UpdateTime = was.Version+1, mark, r.now()
		ops := e.ops(was.Version)
		if was.ref() != e.ref() {
			ops = append(ops, store.Op{Verb: store.Delete, Key: refKey(was.ref())})
		}
		if follows.looks {
			ops = append(ops, looks(r.DB).At(r.Now().Add(lookAfter), id, mark, nil))
		}
		if follows.tell != nil {
			ops = append(ops, notice.OutboxOp(r.Now(), *follows.tell))
		}
		if err := r.DB.Transact(ctx, append(ops, follows.ops...)); err != nil {
			return err
		}
		if follows.tell != nil {
			r.tell(ctx, *follows.tell)
		}
		if was.Status == Review || e.Status == Review {
			r.tellReviewers(ctx, &e)
		}
		return nil
	})
	return before, now, err
}

const tries = 16

// tell delivers the notice of a change. The tick redelivers one that fails.
func (r *Service) tell(ctx context.Context, n notice.Personal) { r.Notices.NotifyLater(ctx, n) }

// providerName returns the name of a template at the provider: readable and unique.
func providerName(name, id string) string {
	slug := strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return '_'
	}, name), "_")
	slug = slug[:min(len(slug), 40)]
	for strings.Contains(slug, "__") {
		slug = strings.ReplaceAll(slug, "__", "_")
	}
	return strings.TrimPrefix(slug+"_"+strings.ToLower(id), "_")
}
