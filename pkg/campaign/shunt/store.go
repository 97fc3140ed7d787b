package shunt

import (
	"context"
	"maps"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table campaign:
//
//	SHUNT#<code> / L                  the link with its targets
//	SHUNTN#<tenant> / N               how many links a tenant has
//	L#shuntlink#<scope> / <id>        the list rows of links
//	L#shuntnumber#<scope> / <id>      those of numbers
//	L#shuntgroup#<scope> / <id>       those of groups
//
// Packages redirect and click have rows of their own.
const table = "campaign"

func key(code string) store.Key { return store.Key{Table: table, PK: "SHUNT#" + code, SK: "L"} }

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "SHUNTN#" + tenant, SK: "N"}
}

const (
	linkBase   = "/shunt/link"
	numberBase = "/shunt/number"
	groupBase  = "/shunt/group"
	linkPerm   = "shunt:link"
	numberPerm = "shunt:number"
	groupPerm  = "shunt:group"
	tries      = 20
)

var links = store.List[Link]{Table: table, Entity: "shuntlink", ByTime: true, Columns: []store.Column[Link]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(l *Link) any { return l.Name }},
	{Name: "code", Kind: store.Exact, Filter: true, Get: func(l *Link) any { return l.Code }},
	{Title: "shunt.column.url", Get: func(l *Link) any { return l.URL }},
	{Name: "kind", Kind: store.Exact, Filter: true, Words: kinds, Title: "shunt.column.kind", Dict: "shunt_kind",
		Get: func(l *Link) any { return l.Kind }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(l *Link) any { return l.CountryCode }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: linkStates, Title: "status", Dict: "shunt_status",
		Get: func(l *Link) any { return l.Status }},
	{Title: "shunt.column.greeting", Get: func(l *Link) any { return l.Greeting }},
	{Title: "shunt.column.targets", Get: func(l *Link) any { return l.TargetCount }},
	{Title: "shunt.column.clicks7", Get: func(l *Link) any { return l.Clicks7 }},
	{Title: "shunt.column.clicks", Get: func(l *Link) any { return l.Clicks }},
	{Title: "remark", Get: func(l *Link) any { return l.Remark }},
	{Name: "expireTime", Kind: store.Time, Sort: true, Title: "shunt.column.expire", Get: func(l *Link) any { return l.ExpireTime }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(l *Link) any { return l.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(l *Link) any { return l.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(l *Link) any { return l.CreateTime }},
}}

func (r *Service) list() list.List[Link] {
	return list.List[Link]{List: links, DB: r.DB, Path: linkBase, Perm: linkPerm + ":page",
		Summary: "List shunting links in the caller's scope",
		Show:    r.shown,
		File:    list.File{Name: "shuntlink", Perm: linkPerm + ":export", Summary: "Export the matching shunting links as xlsx or CSV"}}
}

// shown completes rows: address, clicks, and whether a new link is advised.
func (r *Service) shown(ctx context.Context, rows []Link) error {
	advice, err := r.Settings.Int(ctx, "shunt.uses.advice")
	if err != nil {
		return err
	}
	codes := make([]string, len(rows))
	for i := range rows {
		codes[i] = rows[i].Code
	}
	totals, err := r.Clicks.Totals(ctx, codes)
	if err != nil {
		return err
	}
	tenants := make([]string, len(rows))
	for i := range rows {
		tenants[i] = rows[i].CustomerID
	}
	hosts, err := r.Domains.LinkHosts(ctx, tenants)
	if err != nil {
		return err
	}
	now := r.Now()
	for i := range rows {
		l, t := &rows[i], totals[i]
		l.URL, l.Expired = r.address(hosts[l.CustomerID], l.Code), l.ends(now)
		l.Clicks7, l.Clicks, l.Bots = t.Clicks7, t.Clicks, t.Bots
		l.Advised = t.Clicks >= int64(advice)
		if l.Params == nil {
			l.Params = []string{}
		}
	}
	return nil
}

// address is what visitors open: at a host of links, or at that of the console.
func (r *Service) address(host, code string) string {
	if host != "" {
		return "https://" + host + "/s/" + code
	}
	return r.Public + "/s/" + code
}

// Load gives the link of a code with its targets; nil for an unknown code.
func Load(ctx context.Context, db store.DB, code string) (*Row, error) {
	e, ok, err := store.Load[Row](ctx, db, key(code), false)
	if err != nil || !ok {
		return nil, err
	}
	return &e, nil
}

// find reads a link in a scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, scope auth.Scope, linkID string) (*Row, error) {
	if !id.Valid(linkID) {
		return nil, fault.Missing()
	}
	it, err := r.DB.Get(ctx, links.Key(string(scope), linkID), true)
	if err != nil {
		return nil, err
	}
	if it == nil {
		return nil, fault.Missing()
	}
	l, err := links.Read(it)
	if err != nil {
		return nil, err
	}
	return r.load(ctx, l.Code)
}

func (r *Service) load(ctx context.Context, code string) (*Row, error) {
	e, ok, err := store.Load[Row](ctx, r.DB, key(code), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &e, err
}

// change decides about a link and its targets and writes them once. set says whether anything changes, and gives further operations; a
// repetition of the same step of an operation is known by its mark. Faults: 404, what set refuses.
func (r *Service) change(ctx context.Context, code, mark string, set func(e *Row) ([]store.Op, bool, error)) (before, now *Row, err error) {
	err = store.Decide(ctx, tries, func() error {
		e, err := r.load(ctx, code)
		if err != nil {
			return err
		}
		now = e
		if e.Mark == mark {
			return nil
		}
		was := *e
		was.Targets = slices.Clone(e.Targets)
		before = &was
		more, changed, err := set(e)
		if err != nil || !changed {
			return err
		}
		e.tally()
		e.Version, e.Mark, e.UpdateTime = was.Version+1, mark, r.now()
		ops := append([]store.Op{{Verb: store.Put, Key: key(code), Item: e, If: store.Eq("v", was.Version)}}, more...)
		return r.DB.Transact(ctx, joined(append(ops, links.Replace(e.Owner.ScopeNames(), e.ID, e.Link)...)))
	})
	if before == nil {
		before = now
	}
	return before, now, err
}

// joined makes one operation of the additions to each row: several targets of a transaction are counted in the same rows of their list.
func joined(ops []store.Op) (all []store.Op) {
	at := map[store.Key]int{}
	for _, op := range ops {
		if op.Verb != store.Update {
			all = append(all, op)
			continue
		}
		i, ok := at[op.Key]
		if !ok {
			at[op.Key] = len(all)
			op.Add = maps.Clone(op.Add)
			all = append(all, op)
			continue
		}
		for name, n := range op.Add {
			all[i].Add[name] += n
		}
	}
	return all
}

// mark names the operation of a call, for change.
func (r *Service) mark(ctx context.Context) string { return web.OperationID(ctx, r.NewID) }
