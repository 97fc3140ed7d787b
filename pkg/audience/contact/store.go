package contact

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Keys, all in table audience:
//
//	C#<collection> / META                    the collection: what a list shows, and the table of its packs
//	C#<collection> / M#<nnnnn>#<attempt>     a pack of members; never changed, only written and deleted
//	C#<collection> / M#<nnnnn>#<attempt>#E   what was learned of that pack's members since it was written: all their proofs
//	C#<collection> / T#<task>                an import
//	C#<collection> / E#<task>                the first bad rows of an import
//	C#<collection> / U#<order>               an order that is not planned yet, or a derivation that takes from it
//	C#<collection> / H#<time>#<id>           a line of its history
//	MX#<domain> / META                       whether a domain receives email, for some days
//	D#<task> / META                          a derivation
//	L#contactsgroup#<scope> / <collection>   the list rows
//	JOB#0 / …                                imports and purges that the tick looks after (kit/job)
const table = "audience"

func metaKey(id string) store.Key { return store.Key{Table: table, PK: "C#" + id, SK: "META"} }

func packKey(id string, n int, attempt int64) store.Key {
	return store.Key{Table: table, PK: "C#" + id, SK: fmt.Sprintf("M#%05d#%d", n, attempt)}
}

// learnedKey is beside the pack: what is learned of members costs what it says, and not the pack anew.
func learnedKey(id string, n int, attempt int64) store.Key {
	key := packKey(id, n, attempt)
	key.SK += learnedSuffix
	return key
}

const learnedSuffix = "#E"

func taskKey(id, task string) store.Key {
	return store.Key{Table: table, PK: "C#" + id, SK: "T#" + task}
}

func errorsKey(id, task string) store.Key {
	return store.Key{Table: table, PK: "C#" + id, SK: "E#" + task}
}

// meta is the row of a collection.
type meta struct {
	Collection
	Owner    auth.Owner `dynamodbav:"o"`
	Version  int64      `dynamodbav:"v"`            // grows with every change of the members
	Attempts int64      `dynamodbav:"q"`            // numbers given to attempts to change the members
	Last     int64      `dynamodbav:"lq"`           // the attempt that made this version
	Packs    []byte     `dynamodbav:"t"`            // the packs, encoded
	Columns  []string   `dynamodbav:"cs,omitempty"` // names of the values that members have
	Uses     int64      `dynamodbav:"ou,omitempty"` // grows with every order that was made of it
}

// change gives the operations that change the collection and its list rows alike; the collection's condition guards all.
func (m *meta) change(set map[string]any, add map[string]int64, cond store.Cond) []store.Op {
	ops := []store.Op{{Verb: store.Update, Key: metaKey(m.ID), Set: set, Add: add, If: cond}}
	for _, s := range m.Owner.ScopeNames() {
		ops = append(ops, store.Op{Verb: store.Update, Key: collections.Key(s, m.ID), Set: set, Add: add})
		ops = append(ops, collections.Changed(s, m.ID)...)
	}
	return ops
}

// collections is the list.
var collections = store.List[Collection]{Table: table, Entity: "contactsgroup", ByTime: true, Columns: []store.Column[Collection]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name",
		Get: func(c *Collection) any { return c.Name }},
	{Name: "type", Kind: store.Exact, Filter: true, OneOf: []string{TypePhone, TypeEmail}, Title: "type", Dict: "collection_type",
		Get: func(c *Collection) any { return c.kind() }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country",
		Get: func(c *Collection) any { return c.CountryCode }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(c *Collection) any { return c.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(c *Collection) any { return c.CustomerName }},
	{Name: "memberCount", Kind: store.Number, Sort: true, Filter: true, Range: true, Title: "members",
		Get: func(c *Collection) any { return c.MemberCount }},
	{Title: "waCount", Get: func(c *Collection) any { return c.WACount }},
	{Title: "activeCount", Get: func(c *Collection) any { return c.ActiveCount }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.",
		Words: []string{string(Ready), string(Importing)},
		Title: "status", Dict: "collection_status", Get: func(c *Collection) any { return string(c.status()) }},
	{Name: "screenStatus", Kind: store.Exact, Filter: true, Doc: "One or several, separated by commas.",
		Words: []string{"waiting", "queued", "screening", "stopping", "stopped", "failed", "completed"},
		Title: "screening", Dict: "screening_status", Get: func(c *Collection) any { return c.State }},
	{Name: "screened", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"}, Get: func(c *Collection) any { return c.Screened }},
	{Name: "activeInfo", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"},
		Get: func(c *Collection) any { return c.ActiveHad }},
	{Name: "remark", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "remark", Get: func(c *Collection) any { return c.Remark }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(c *Collection) any { return c.CreateTime }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Filter: true, Get: func(c *Collection) any { return c.UpdateTime }},
}}

// list declares the list.
func (r *Service) list() list.List[Collection] {
	return list.List[Collection]{List: collections, DB: r.DB, Path: base, Perm: "aty:contactsgroup:page",
		Summary: "List contact lists in the caller's scope",
		File:    list.File{Name: "collections", Summary: "Export the matching contact lists as xlsx or CSV"},
		Show: func(_ context.Context, rows []Collection) error {
			for i := range rows {
				rows[i].Type, rows[i].Status = rows[i].kind(), rows[i].status()
			}
			return nil
		}}
}

// work is something in the background that must not be forgotten.
type work struct {
	Kind       string `dynamodbav:"k"`
	Collection string `dynamodbav:"c"`
	Tenant     string `dynamodbav:"t"`
	Since      int64  `dynamodbav:"s"` // unix ms
}

// looks is when the tick looks at what works in the background: it is made by hand, a few a second.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "contact", Shards: 1}
}

func putWork(w work, id string) store.Op {
	return looks(nil).At(time.UnixMilli(w.Since).Add(stalled), id, "", w)
}

func dropWork(since time.Time, id string) store.Op {
	return looks(nil).Drop(since.Add(stalled), id, "")
}

// wakeMessage is the body of a task's message.
type wakeMessage struct {
	Collection string `json:"c"`
	Task       string `json:"t"`
	Since      int64  `json:"s,omitempty"`
}

// wake sends the message of a piece of work. A message that is lost fails nothing: the janitor finds the work.
func (r *Service) wake(ctx context.Context, w work, id string) {
	if err := r.Queues.Send(ctx, FileQueue, queue.New(w.Kind, w.Tenant, wakeMessage{w.Collection, id, w.Since})); err != nil {
		r.Log(map[string]any{"warning": w.Kind + ": " + err.Error(), "id": id})
	}
}

// tries bounds how often a change is repeated because of a concurrent writer.
const tries = 16

// transact repeats a transaction that met another one, or whose outcome is unknown: its conditions tell whether it was done.
func (r *Service) transact(ctx context.Context, ops []store.Op) error {
	return store.TransactWithRetry(ctx, r.DB, tries, ops)
}
