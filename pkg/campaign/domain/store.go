package domain

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// Keys, all in table campaign:
//
//	DOM#<id> / D                      the domain
//	DOMNAME#<name> / N                which domain has proven the name
//	DOMNAME#<name> / T#<tenant>       which domain of a tenant has the name, proven or not
//	DOMTENANT#<tenant> / N            how many domains a tenant has
//	DOMTENANT#<tenant> / D#<use>      its default domain for a use
//	DOMDAY#<tenant> / <day>           checks that were asked for on the day at +08:00
//	L#domain#<scope> / <id>           the list rows, which hold all that is listed
//	JOB#0 / …                         when the tick has them checked (kit/job)
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "DOM#" + id, SK: "D"} }

func nameKey(ascii, sk string) store.Key {
	return store.Key{Table: table, PK: "DOMNAME#" + ascii, SK: sk}
}

func claimKey(ascii string) store.Key { return nameKey(ascii, "N") }

const tenantPrefix = "T#"

func tenantKey(tenant, sk string) store.Key {
	return store.Key{Table: table, PK: "DOMTENANT#" + tenant, SK: sk}
}

func countKey(tenant string) store.Key { return tenantKey(tenant, "N") }

func defaultKey(tenant, use string) store.Key { return tenantKey(tenant, "D#"+use) }

func dayKey(tenant, day string) store.Key {
	return store.Key{Table: table, PK: "DOMDAY#" + tenant, SK: day}
}

// named is a row that names a domain.
type named struct {
	ID string `dynamodbav:"id"`
}

// looks is when the tick looks at domains.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "domain", Shards: 1}
}

const (
	base = "/domain"
	perm = "domain"
)

var domains = store.List[Domain]{Table: table, Entity: "domain", ByTime: true, Columns: []store.Column[Domain]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring, as it is read or as name servers know it.",
		Title: "domain.column.name", Finds: finds, Get: func(d *Domain) any { return d.Name + "\n" + d.ASCII }},
	{Name: "uses", Kind: store.Exact, Filter: true, Words: uses, Title: "domain.column.uses", Dict: "domain_use",
		Get: func(d *Domain) any { return d.Uses }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.", Words: states,
		Title: "domain.column.state", Dict: "domain_state", Get: func(d *Domain) any { return string(d.State) }},
	{Name: "sending", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Get: func(d *Domain) any { return word(d.Sending) }},
	{Name: "linking", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Get: func(d *Domain) any { return word(d.Linking) }},
	{Name: "shared", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Get: func(d *Domain) any { return word(d.Shared) }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(d *Domain) any { return d.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(d *Domain) any { return d.CustomerName }},
	{Name: "checkTime", Kind: store.Time, Sort: true, Title: "domain.column.checkTime", Get: func(d *Domain) any { return d.CheckTime }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(d *Domain) any { return d.CreateTime }},
}}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// finds looks for a part of either name.
func finds(filter string) func(value string) bool {
	part := plain.Fold(strings.TrimSpace(filter))
	return func(value string) bool { return strings.Contains(plain.Fold(value), part) }
}

// Scope is where a caller looks for domains: a secondary user sees those of its customer.
func Scope(p *auth.Principal) auth.Scope {
	if p.Type == auth.Secondary {
		return auth.UserScope(p.Tenant)
	}
	return p.Scope()
}

func (r *Service) list() list.List[Domain] {
	return list.List[Domain]{List: domains, DB: r.DB, Path: base, Perm: perm + ":page", Summary: "List domains in the caller's scope",
		Scope: func(p *auth.Principal) string { return string(Scope(p)) }, Show: r.shown,
		File: list.File{Name: "domain", Perm: perm + ":export", Summary: "Export the matching domains as xlsx or CSV"}}
}

// find reads a domain in a scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, scope auth.Scope, id string) (*entity, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{domains.Key(string(scope), id), key(id)}, true)
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

// Usable gives a domain that a caller can use: one in its scope, or one that the platform shares. The 404 fault for any other id.
func (r *Service) Usable(ctx context.Context, scope auth.Scope, id string) (*Domain, error) {
	e, err := r.find(ctx, scope, id)
	if fault.Is(err, "web.notFound") {
		e, err = r.find(ctx, sharedScope, id)
	}
	if err != nil {
		return nil, err
	}
	return &e.Domain, nil
}

// Known is a domain with the sender that has it.
type Known struct {
	Domain
	Account string // registry id; empty: none
}

// Load gives domains without regard to a scope, for work that was allowed before. Those that are gone are left out.
func (r *Service) Load(ctx context.Context, ids ...string) (map[string]Known, error) {
	all := map[string]Known{}
	for some := range slices.Chunk(ids, 100) {
		keys := make([]store.Key, len(some))
		for i, id := range some {
			keys[i] = key(id)
		}
		rows, err := r.DB.GetMany(ctx, keys, false)
		if err != nil {
			return nil, err
		}
		found, err := store.DecodeAll[entity](rows)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			if e.ID != "" && e.State != deleted {
				all[e.ID] = Known{e.Domain, e.Account}
			}
		}
	}
	return all, nil
}

// UseOp counts that something uses a domain (1) or does no more (-1), for the transaction that says so. A domain that is used is not
// deleted; the operation fails when the domain is gone.
func UseOp(id string, n int64) store.Op {
	return store.Op{Verb: store.Update, Key: key(id), Add: map[string]int64{"su": n, "v": 1}, If: store.And(store.Exists("pk"),
		store.Ne("s", string(deleted)))}
}

const tries = 16

// after is what follows a change, in its transaction.
type after struct {
	tell *notice.Personal
	ops  []store.Op
	due  bool // the tick looks at it in a minute
}

// change decides about a domain and writes it once. set says whether anything changes, and what follows; a repetition of the same
// operation is known by its mark. Faults: 404, what set refuses.
func (r *Service) change(ctx context.Context, id string, set func(e *entity) (after, bool, error)) (before, now *entity, err error) {
	mark := web.OperationID(ctx, r.NewID)
	err = store.Decide(ctx, tries, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
		if err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		was := e
		now = &e
		if e.Mark == mark {
			return nil
		}
		before = &was
		follows, changed, err := set(&e)
		if err != nil || !changed {
			return err
		}
		e.Version, e.Mark = was.Version+1, mark
		ops := append([]store.Op{{Verb: store.Put, Key: key(id), Item: e, If: store.Eq("v", was.Version)}}, follows.ops...)
		if e.State == deleted {
			ops = append(ops, domains.Remove(was.scopes(), id)...)
		} else {
			ops = append(ops, e.rowOps(&was)...)
		}
		if follows.tell != nil {
			ops = append(ops, notice.OutboxOp(r.Now(), *follows.tell))
		}
		if follows.due {
			ops = append(ops, looks(r.DB).At(r.Now().Add(soonest), id, mark, nil))
		}
		if err := r.DB.Transact(ctx, ops); err != nil {
			return err
		}
		if follows.tell != nil {
			r.Notices.NotifyLater(ctx, *follows.tell)
		}
		return nil
	})
	if before == nil {
		before = now
	}
	return before, now, err
}

// rowOps renew the list rows; a domain that is shared no more leaves that scope.
func (e *entity) rowOps(was *entity) []store.Op {
	common := e.Owner.ScopeNames()
	switch {
	case e.Shared && !was.Shared:
		return append(domains.Replace(common, e.ID, e.Domain), domains.Insert([]string{sharedScope}, e.ID, e.Domain)...)
	case was.Shared && !e.Shared:
		return append(domains.Replace(common, e.ID, e.Domain), domains.Remove([]string{sharedScope}, e.ID)...)
	}
	return domains.Replace(e.scopes(), e.ID, e.Domain)
}
