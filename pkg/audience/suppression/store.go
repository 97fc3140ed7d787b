package suppression

import (
	"fmt"
	"strconv"

	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Keys, all in table audience (h: holder, a tenant's id or "*"):
//
//	X#<h> / HEAD                        version of the holder's set; read consistently before every send
//	X#<h> / V#<version>                 what a version changed, packed
//	X#<h> / B#<version>#<part>          the whole set as of a version, packed (compact.go)
//	X#<h> / N#<number>#<channel>#<src>  an entry, also one that was lifted: its time decides about late messages
//	L#suppression#<scope> / <id>        the list rows
//	XN#<number> / <h>                   whose entries the recipient asked for: START lifts them all
//	XT#<task> / T, E                    an import, and its bad rows
//	JOB#0 / …                           imports that the tick looks after (kit/job)
//	K#<tenant> / <number>               messages of the recipient that the cap counts (cap.go)
const table = "audience"

func partition(holder string) string { return "X#" + holder }

func headKey(holder string) store.Key {
	return store.Key{Table: table, PK: partition(holder), SK: "HEAD"}
}

func versionKey(holder string, v int64) store.Key {
	return store.Key{Table: table, PK: partition(holder), SK: fmt.Sprintf("V#%012d", v)}
}

func baseKey(holder string, v int64, part int) store.Key {
	return store.Key{Table: table, PK: partition(holder), SK: fmt.Sprintf("B#%012d#%03d", v, part)}
}

func entryKey(holder string, code uint64) store.Key {
	number, channel, source := parts(code)
	return store.Key{Table: table, PK: partition(holder), SK: entriesOf(number) + channel + "#" + string(source)}
}

// entriesOf begins the sort keys of a number's entries.
func entriesOf(number uint64) string { return "N#" + strconv.FormatUint(number, 10) + "#" }

func holdingKey(number uint64, holder string) store.Key {
	return store.Key{Table: table, PK: "XN#" + strconv.FormatUint(number, 10), SK: holder}
}

// holding is a tenant for which a recipient asked to be left alone, once; the entry tells whether it still does.
type holding struct {
	Tenant string `dynamodbav:"t"`
	Agent  string `dynamodbav:"a,omitempty"`
}

func taskKey(task string) store.Key   { return store.Key{Table: table, PK: "XT#" + task, SK: "T"} }
func errorsKey(task string) store.Key { return store.Key{Table: table, PK: "XT#" + task, SK: "E"} }

// looks is when the tick looks at imports: they are made by hand.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "suppression", Shards: 1}
}

func capKey(tenant string, number uint64) store.Key {
	return store.Key{Table: table, PK: "K#" + tenant, SK: strconv.FormatUint(number, 10)}
}

// head is the row that every worker reads before it sends.
type head struct {
	Version int64  `dynamodbav:"v"`
	Count   int    `dynamodbav:"n"`           // codes in the set
	Base    int64  `dynamodbav:"b,omitempty"` // version that stands whole in Parts rows
	Parts   int    `dynamodbav:"bp,omitempty"`
	Import  string `dynamodbav:"im,omitempty"` // the import that is running: one at a time for a holder
	Risks   int64  `dynamodbav:"rv,omitempty"` // version of what the holder's risk-control collections hold
}

// AnnounceRisks is the write by which senders learn, with the head that they read anyway, that a holder's risk-control collections changed.
func AnnounceRisks(holder string, version int64) store.Op {
	return store.Op{Verb: store.Update, Key: headKey(holder), Set: map[string]any{"rv": version}}
}

// delta is what a version changed: codes that came and that went, ascending (phone.Pack).
type delta struct {
	On  []byte `dynamodbav:"a,omitempty"`
	Off []byte `dynamodbav:"r,omitempty"`
}

// row is an entry as it is kept.
type row struct {
	Entry
	On  bool  `dynamodbav:"o"`
	At  int64 `dynamodbav:"at"` // unix ms of what was said last; what was said before changes nothing
	Rev int64 `dynamodbav:"q"`
	// Via is the channel by which the recipient said it.
	Via string `dynamodbav:"vi,omitempty"`
}

// entries is the list.
var entries = store.List[Entry]{Table: table, Entity: "suppression", ByTime: true, Columns: []store.Column[Entry]{
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "phoneNumber",
		Get: func(e *Entry) any { return e.PhoneNumber }},
	{Name: "email", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "suppression.column.email",
		Get: func(e *Entry) any { return e.Email }},
	{Name: "scope", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Tenant, Global}, Title: "suppression.column.scope",
		Dict: "suppression_scope",
		Get:  func(e *Entry) any { return e.Scope }},
	{Name: "channel", Kind: store.Exact, Sort: true, Words: channels, Filter: true, Title: "suppression.column.channel",
		Get: func(e *Entry) any { return e.Channel }},
	{Name: "source", Kind: store.Exact, Sort: true, Filter: true,
		OneOf: []string{"manual", "import", "stop", "provider", "complaint", "consent", "unsubscribe", "bounce"},
		Title: "suppression.column.source", Dict: "suppression_source", Get: func(e *Entry) any { return string(e.Source) }},
	{Name: "reason", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "suppression.column.reason",
		Get: func(e *Entry) any { return e.Reason }},
	{Title: "suppression.column.evidence", Get: func(e *Entry) any { return e.Evidence }},
	{Name: "orderId", Kind: store.Exact, Filter: true, Get: func(e *Entry) any { return e.OrderID }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(e *Entry) any { return e.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(e *Entry) any { return e.CustomerName }},
	{Title: "suppression.column.operator", Get: func(e *Entry) any { return e.Operator }},
	{Name: "eventTime", Kind: store.Time, Sort: true, Filter: true, Title: "suppression.column.eventTime",
		Get: func(e *Entry) any { return e.EventTime }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(e *Entry) any { return e.CreateTime }},
}}

// list declares the list.
func (r *Service) list() list.List[Entry] {
	return list.List[Entry]{List: entries, DB: r.DB, Scope: ScopeOf, Path: base, Perm: "aty:suppression:page",
		Summary: "List suppressed numbers and addresses in the caller's scope",
		File:    list.File{Name: "suppression", Summary: "Export the matching suppressed numbers and addresses as xlsx or CSV"}}
}
