package riskgroup

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table audience (h: holder, a tenant's id or "*"):
//
//	RISKS#<h> / HEAD                     version of all that the holder's collections hold, and their revisions. A sender
//	                                     learns the version from a row that it reads anyway (Service.OnChanged).
//	RISK#<collection> / META             a collection with its numbers
//	RISK#<collection> / T#<task>         what became of an import
//	RISK#<collection> / E#<place>        what is known of its members since a screening
//	RISK#<collection> / S#<run>          a screening (package screening)
//	L#riskgroup#<scope> / <collection>   the list rows
const table = "audience"

func headKey(holder string) store.Key {
	return store.Key{Table: table, PK: "RISKS#" + holder, SK: "HEAD"}
}

func metaKey(id string) store.Key { return store.Key{Table: table, PK: "RISK#" + id, SK: "META"} }

func taskKey(id, task string) store.Key {
	return store.Key{Table: table, PK: "RISK#" + id, SK: "T#" + task}
}

const tries = 16

// head is the version of a holder's set.
type head struct {
	Version int64            `dynamodbav:"v"`
	Groups  map[string]int64 `dynamodbav:"g"` // revision by collection
}

// with gives the operations that make the next version: a collection at a revision, or none of it at 0.
func (r *Service) with(h head, holder, id string, rev int64) []store.Op {
	next := head{Version: h.Version + 1, Groups: maps.Clone(h.Groups)}
	if next.Groups == nil {
		next.Groups = map[string]int64{}
	}
	if next.Groups[id] = rev; rev == 0 {
		delete(next.Groups, id)
	}
	cond := store.Eq("v", h.Version)
	if h.Version == 0 {
		cond = store.Missing("v")
	}
	return []store.Op{{Verb: store.Put, Key: headKey(holder), Item: next, If: cond}, r.OnChanged(holder, next.Version)}
}

// meta is the row of a collection.
type meta struct {
	Collection
	Owner  auth.Owner `dynamodbav:"o"`
	Rev    int64      `dynamodbav:"v"`
	Last   string     `dynamodbav:"op"`           // the operation that made this revision
	LastN  int        `dynamodbav:"on,omitempty"` // how many numbers it brought or took
	Packed []byte     `dynamodbav:"k,omitempty"`  // the numbers, ascending (phone.Pack)
	Times  []byte     `dynamodbav:"t,omitempty"`  // of each, when it came: unix s
}

func (m *meta) scopes() []string {
	out := []string{string(auth.Everything)}
	if m.Owner.Tenant != "" {
		for _, s := range m.Owner.Scopes() {
			if s != auth.Everything {
				out = append(out, string(s))
			}
		}
	}
	return out
}

// scopeOf returns the scope of a caller. All users of a tenant see what blocks its sends, so a secondary's list is
// that of its tenant.
func scopeOf(p *auth.Principal) string {
	if p.Type == auth.Secondary {
		return string(auth.UserScope(p.Tenant))
	}
	return string(p.Scope())
}

// held is a member as its collection's row keeps it.
type cachedSet struct {
	number uint64
	at     int64
}

var errPacked = errors.New("riskgroup: the numbers of a collection are damaged")

func (m *meta) members() ([]cachedSet, error) {
	if len(m.Packed) == 0 {
		return nil, nil
	}
	numbers, err := phone.Unpack(m.Packed)
	if err != nil {
		return nil, err
	}
	out, times := make([]cachedSet, len(numbers)), m.Times
	for i, n := range numbers {
		at, size := binary.Varint(times)
		if size <= 0 {
			return nil, errPacked
		}
		out[i], times = cachedSet{n, at}, times[size:]
	}
	return out, nil
}

// put makes members, in the order of their numbers, those of the collection.
func (m *meta) put(members []cachedSet) {
	numbers, times := make([]uint64, len(members)), []byte{}
	for i, one := range members {
		numbers[i], times = one.number, binary.AppendVarint(times, one.at)
	}
	m.Packed, m.Times, m.MemberCount = phone.Pack(numbers), times, len(members)
}

// find reads a collection in the caller's scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, id string) (*meta, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(scopeOf(auth.Must(ctx)), id), metaKey(id)}, true)
	if err != nil {
		return nil, err
	}
	var m meta
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &m)
	return &m, err
}

// change makes the next revision of a risk group in the caller's scope, once per call for any repetition, together
// with other writes. It returns the risk group before and after. An unchanged risk group is not written.
func (r *Service) change(ctx context.Context, id string, edit func(*meta) error, with ...*store.Op) (was, now *meta, err error) {
	op := web.OperationID(ctx, r.NewID)
	err = store.Decide(ctx, tries, func() error {
		m, err := r.find(ctx, id)
		if err != nil {
			return err
		}
		before := *m
		if was, now = &before, m; m.Last == op {
			return nil // a repetition, or our own try that was not answered
		}
		h, _, err := store.Load[head](ctx, r.DB, headKey(holder(m.Owner)), true)
		if err != nil {
			return err
		}
		m.LastN = 0
		if err := edit(m); err != nil {
			return err
		}
		m.Rev, m.Last, m.UpdateTime = m.Rev+1, op, r.Now()
		ops := []store.Op{{Verb: store.Put, Key: metaKey(id), Item: m, If: store.Eq("v", before.Rev)}}
		for _, op := range with {
			ops = append(ops, *op)
		}
		if string(before.Packed) != string(m.Packed) {
			if m.screened() {
				if err := r.counted(ctx, m); err != nil {
					return err
				}
			}
			ops = append(ops, r.with(h, holder(m.Owner), id, m.Rev)...)
		}
		return r.DB.Transact(ctx, append(ops, collections.Replace(m.scopes(), id, m.Collection)...))
	})
	return was, now, err
}

// collections is the list.
var collections = store.List[Collection]{Table: table, Entity: "riskgroup", ByTime: true, Columns: []store.Column[Collection]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name",
		Get: func(c *Collection) any { return c.Name }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country",
		Get: func(c *Collection) any { return c.CountryCode }},
	{Name: "scope", Kind: store.Exact, Filter: true, OneOf: []string{Tenant, Global}, Title: "riskScope", Dict: "suppression_scope",
		Get: func(c *Collection) any { return c.Scope }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(c *Collection) any { return c.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(c *Collection) any { return c.CustomerName }},
	{Name: "memberCount", Kind: store.Number, Sort: true, Filter: true, Range: true, Title: "members",
		Get: func(c *Collection) any { return c.MemberCount }},
	{Title: "waCount", Get: func(c *Collection) any { return c.WACount }},
	{Title: "activeCount", Get: func(c *Collection) any { return c.ActiveCount }},
	{Name: "screenStatus", Kind: store.Exact, Filter: true, Doc: "One or several, separated by commas.",
		Words: []string{"waiting", "queued", "screening", "stopping", "stopped", "failed", "completed"},
		Title: "screening", Dict: "screening_status", Get: func(c *Collection) any { return c.State }},
	{Name: "remark", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "remark", Get: func(c *Collection) any { return c.Remark }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(c *Collection) any { return c.CreateTime }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Filter: true, Get: func(c *Collection) any { return c.UpdateTime }},
}}

// list declares the list.
func (r *Service) list() list.List[Collection] {
	return list.List[Collection]{List: collections, DB: r.DB, Path: base, Perm: "aty:riskgroup:page", Scope: scopeOf,
		Summary: "List risk-control lists in the caller's scope",
		File:    list.File{Name: "riskgroups", Summary: "Export the matching risk-control lists as xlsx or CSV"}}
}
