package numberbatch

import (
	"context"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dealer"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

// Keys, all in table campaign; a batch's numbers are of package resource:
//
//	L#numberbatch#all / <batch>     the batch
//	NUMNO#<batch number> / N        whose a batch number is, in lower case
//	NUMIMPORT#<batch> / <task>      an import, with the first bad rows
const table = "campaign"

func noKey(no string) store.Key {
	return store.Key{Table: table, PK: "NUMNO#" + strings.ToLower(no), SK: "N"}
}

func taskKey(batch, task string) store.Key {
	return store.Key{Table: table, PK: "NUMIMPORT#" + batch, SK: task}
}

// States of a batch.
const (
	Importing = "importing"
	Ready     = "ready"
	Failed    = "failed"
	Disabled  = "disabled"
)

// Sources of a batch.
const (
	FromFile    = "file"
	FromPartner = "partner"
)

// Batch is a batch in its list.
type Batch struct {
	ID          string `dynamodbav:"id" json:"id"`
	BatchNo     string `dynamodbav:"no" json:"batchNo"`
	DealerID    string `dynamodbav:"di" json:"dealerId"`
	DealerName  string `dynamodbav:"dn" json:"dealerName"`
	CountryCode string `dynamodbav:"co" json:"countryCode"`
	Type        string `dynamodbav:"ty" json:"type" enum:"@resource_type"`
	Quality     string `dynamodbav:"qu" json:"quality" enum:"@resource_quality"`
	Age         string `dynamodbav:"ag" json:"age" enum:"@resource_age"`

	Source     string    `dynamodbav:"so" json:"source" enum:"file,partner"`
	From       string    `dynamodbav:"fr" json:"from" doc:"First day on which its numbers can be ordered, yyyy-mm-dd."`
	Until      string    `dynamodbav:"un,omitempty" json:"until" doc:"Last day. Empty: no end."`
	State      string    `dynamodbav:"s" json:"state" enum:"@batch_state"`
	TaskID     string    `dynamodbav:"tk" json:"taskId" doc:"Last import."`
	FileID     string    `dynamodbav:"fi,omitempty" json:"fileId,omitempty" doc:"File of the last import. exportFail returns its refused rows."`
	Quantity   int       `dynamodbav:"q,omitempty" json:"quantity,omitempty" doc:"Numbers requested from the partner."`
	Remark     string    `dynamodbav:"r,omitempty" json:"remark"`
	Operator   string    `dynamodbav:"by,omitempty" json:"operator"`
	CreateTime time.Time `dynamodbav:"ca" json:"createTime"`

	Total   int64 `dynamodbav:"-" json:"total"`
	Version int64 `dynamodbav:"v,omitempty" json:"-"`

	resource.Counters `dynamodbav:"-"`
}

var batches = store.List[Batch]{Table: table, Entity: "numberbatch", ByTime: true, Columns: []store.Column[Batch]{
	{Name: "batchNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "numberbatch.column.no",
		Get: func(b *Batch) any { return b.BatchNo }},
	{Name: "dealerId", Kind: store.Exact, Filter: true, Get: func(b *Batch) any { return b.DealerID }},
	{Name: "dealerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "numberbatch.column.dealer",
		Get: func(b *Batch) any { return b.DealerName }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(b *Batch) any { return b.CountryCode }},
	{Name: "type", Kind: store.Exact, Filter: true, Words: resource.Types, Title: "numberbatch.column.type", Dict: "resource_type",
		Get: func(b *Batch) any { return b.Type }},
	{Name: "quality", Kind: store.Exact, Filter: true, Words: resource.Qualities, Title: "numberbatch.column.quality",
		Dict: "resource_quality", Get: func(b *Batch) any { return b.Quality }},
	{Name: "age", Kind: store.Exact, Filter: true, Words: resource.Ages, Title: "numberbatch.column.age", Dict: "resource_age",
		Get: func(b *Batch) any { return b.Age }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, Words: []string{Importing, Ready, Failed, Disabled}, Title: "status",
		Dict: "batch_state", Get: func(b *Batch) any { return b.State }},
	{Name: "from", Kind: store.Exact, Sort: true, Title: "numberbatch.column.from", Get: func(b *Batch) any { return b.From }},
	{Name: "until", Kind: store.Exact, Sort: true, Title: "numberbatch.column.until", Get: func(b *Batch) any { return b.Until }},
	{Title: "numberbatch.column.total", Get: func(b *Batch) any { return b.Total }},
	{Title: "numberbatch.column.free", Get: func(b *Batch) any { return b.Free }},
	{Title: "remark", Get: func(b *Batch) any { return b.Remark }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(b *Batch) any { return b.CreateTime }},
}}

var allScope = []string{"all"}

// Service is the module of batches.
type Service struct {
	DB       store.DB
	Numbers  *resource.Store
	Dealers  *dealer.Service
	Contacts *contact.Service // reads files
	Settings *setting.Store
	Queues   queue.Queues
	Partner  func() (provider.NumberSource, error) // nil without an error where there is none
	Offers   func() bool                           // a partner may be asked for numbers; known without secrets; nil: none is
	Texts    *i18n.Catalogue
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Log      func(line map[string]any)
}

func (r *Service) list() list.List[Batch] {
	return list.List[Batch]{List: batches, DB: r.DB, Path: base, Perm: perm + ":page", Summary: "List batches of numbers", Show: r.counted,
		File: list.File{Name: "numberbatch", Perm: perm + ":page", Summary: "Export the matching batches as xlsx or CSV"}}
}

// counted completes rows: what is left of each batch.
func (r *Service) counted(ctx context.Context, rows []Batch) error {
	for from := 0; from < len(rows); from += 100 {
		some := rows[from:min(len(rows), from+100)]
		keys := make([]store.Key, len(some))
		for i := range some {
			keys[i] = resource.LotKey(some[i].CountryCode, some[i].ID)
		}
		items, err := r.DB.GetMany(ctx, keys, true)
		if err != nil {
			return err
		}
		for i, it := range items {
			if _, err := store.Decode(it, &some[i].Counters); err != nil {
				return err
			}
			some[i].Total = some[i].Counters.Total()
		}
	}
	return nil
}

// find reads a batch; the 404 fault for none.
func (r *Service) find(ctx context.Context, id string) (*Batch, error) {
	it, err := r.DB.Get(ctx, batches.Key(allScope[0], id), true)
	if err != nil {
		return nil, err
	}
	if it == nil {
		return nil, fault.Missing()
	}
	b, err := batches.Read(it)
	return &b, err
}

// Used tells whether a dealer has batches.
func (r *Service) Used(ctx context.Context, dealerID string) (bool, error) {
	_, total, err := batches.Page(ctx, r.DB, allScope[0], store.ListQuery{Current: 1, Size: 1,
		Filters: map[string]string{"dealerId": dealerID}})
	return total.N > 0, err
}

func (b *Batch) lot() *resource.Lot {
	return &resource.Lot{ID: b.ID, BatchNo: b.BatchNo, Country: b.CountryCode, Type: b.Type, Quality: b.Quality, Age: b.Age,
		DealerID: b.DealerID, DealerName: b.DealerName, From: b.From, Until: b.Until, Partner: b.Source == FromPartner}
}

// replace gives the operations that write a batch, if it stands as it was read.
func (b *Batch) replace() []store.Op {
	read := store.Eq("v", b.Version)
	if b.Version == 0 {
		read = store.And(store.Exists("pk"), store.Missing("v"))
	}
	b.Version++
	ops := batches.Replace(allScope, b.ID, *b)
	ops[0].If = read
	return ops
}

// task is an import of a batch: of a file, or of what the partner hands over.
type task struct {
	job.Task
	ID         string                `dynamodbav:"id"`
	Batch      string                `dynamodbav:"b"`
	Country    string                `dynamodbav:"c"`
	File       string                `dynamodbav:"f,omitempty"`
	Way        contact.ImportOptions `dynamodbav:"wy"`
	Imported   int                   `dynamodbav:"im"`
	Duplicated int                   `dynamodbav:"du"`
	Failed     int                   `dynamodbav:"fa"`
	Errors     []contact.RowError    `dynamodbav:"er,omitempty"` // the first; messages are keys
}

const keep = 30 * 24 * time.Hour // of a task

func (r *Service) workers() *job.Workers {
	return &job.Workers{DB: r.DB, Now: r.Now, Life: time.Minute, Alone: true}
}

// looks is when the tick looks at imports, and at numbers that go back to the partner.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "numberbatch", Shards: 1}
}

func returns(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "numberreturn", Shards: 1}
}
