package order

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	O#<order> / CTL                  the order; a kind puts its own rows beside it
//	L#order.<kind>#<scope> / <order>  the list rows
//	O#<order> / PUSH                 when progress was last pushed
//	ACTIVE#<00…15> / <order>         orders that still need something, with whose they are: a lock pauses them
//	JOB#<0…1> / …                    when the tick looks at them (kit/job)
//	TERMS#<kind> / T                 the deadlines as the tick saw them last
//	NO#<prefix+day> / N              the numbers given so far
//	BATCH#<tenant> / <day>           how many orders a customer with a bound made on the day
//	BATCH#<tenant> / <day>#test      how many tests
const table = "campaign"

const activeShards = 16

// Key of an order.
func Key(id string) store.Key { return store.Key{Table: table, PK: "O#" + id, SK: "CTL"} }

// Part is a row of a kind beside the order.
func Part(id, sk string) store.Key { return store.Key{Table: table, PK: "O#" + id, SK: sk} }

func termsKey(kind string) store.Key { return store.Key{Table: table, PK: "TERMS#" + kind, SK: "T"} }

func numberKey(day string) store.Key { return store.Key{Table: table, PK: "NO#" + day, SK: "N"} }

func activeKey(id string) store.Key {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // cannot fail
	return store.Key{Table: table, PK: activePartition(int(h.Sum32() % activeShards)), SK: id}
}

func activePartition(shard int) string { return fmt.Sprintf("ACTIVE#%02d", shard) }

// Row is an order in a list.
type Row struct {
	ID            string         `dynamodbav:"-" json:"id"`
	OrderNo       string         `dynamodbav:"no" json:"orderNo"`
	Name          string         `dynamodbav:"n" json:"name"`
	Kind          string         `dynamodbav:"-" json:"kind"`
	Status        Status         `dynamodbav:"s" json:"status" doc:"1 under review, 2 waiting, 3 sending, 4 paused, 5 cancelled, 6 completed, 7 settling, 8 stopped, 9 refused, 10 failed."`
	Channel       string         `dynamodbav:"ch" json:"channel"`
	CountryCode   string         `dynamodbav:"co" json:"countryCode"`
	Total         int            `dynamodbav:"t" json:"total"`
	Counts        Counts         `dynamodbav:"ct,omitempty" json:"counts" doc:"Seconds old while it is sending, up to minutes afterwards. The detail is up to date."`
	EstimatedCost money.Amount   `dynamodbav:"e" json:"estimatedCost"`
	ActualCost    *money.Amount  `dynamodbav:"a,omitempty" json:"actualCost" nullable:"true" doc:"Credit with at most two decimals. Null until the order is settled."`
	HeldBack      map[string]int `dynamodbav:"hb,omitempty" json:"heldByReason,omitempty" doc:"Skipped recipients that were not charged, by reason. They are counted as failed too."`
	CustomerID    string         `dynamodbav:"cu" json:"customerId"`
	CustomerName  string         `dynamodbav:"cn" json:"customerName"`
	Gen           int            `dynamodbav:"gg,omitempty" json:"-"` // of the order's rows
	Edits         int            `dynamodbav:"ed,omitempty" json:"-"`
	Version       int            `dynamodbav:"-" json:"version" doc:"Version of the order. Every edit increases it. A review that approves the order sends the version that was read."`
	Test          bool           `dynamodbav:"te,omitempty" json:"test,omitempty" doc:"Free test with a few numbers."`
	OwnID         string         `dynamodbav:"ai,omitempty" json:"apiOrderId,omitempty" doc:"The customer's own id of the order, if the order kind has one."`
	Generation    int            `dynamodbav:"g,omitempty" json:"generation,omitempty" doc:"Number of the attempt. 2 after the first retry of failed recipients."`
	Reason        string         `dynamodbav:"r,omitempty" json:"reason,omitempty"`
	Remark        string         `dynamodbav:"rm,omitempty" json:"remark,omitempty"`
	StartTime     *time.Time     `dynamodbav:"st,omitempty" json:"startTime"`
	CreateTime    time.Time      `dynamodbav:"-" json:"createTime"`
}

// RowOf projects an order.
func RowOf(o *Order) Row {
	generation, gen := 0, 0
	if o.Gen > 1 {
		gen = o.Gen
	}
	if o.Retried() {
		generation = 1 + o.Gen - o.Begin()
	}
	return Row{ID: o.ID, OrderNo: o.No, Name: o.Name, Kind: o.Kind, Status: o.Status, Channel: o.Channel, CountryCode: o.Country,
		Total: o.Total, Counts: o.Counts, HeldBack: o.Held,
		EstimatedCost: o.Spent + o.Cost, ActualCost: o.Actual, Gen: gen, Edits: o.Edits, Version: o.ReviewVersion(), Generation: generation,
		Test: o.Test, OwnID: o.OwnID, CustomerID: o.Owner.User, CustomerName: o.By, Reason: o.Reason, Remark: o.Remark,
		StartTime: o.StartAt, CreateTime: o.Created}
}

// version is what a reviewer reads of an order that was edited so often: 1 as it was submitted.
func version(edits int) int { return 1 + edits }

// ReviewVersion is the version of the order that a review names.
func (o *Order) ReviewVersion() int { return version(o.Edits) }

// Show writes counts into an order's list rows as long as those have the same state. Counts never overwrite the row
// of a later state. No column shows them, so the packs of the list stay valid.
func (b *Store) Show(ctx context.Context, o *Order, t *Tally) error {
	var errs []error
	shown := map[string]any{"ct": Counts(t.Counts)}
	if len(t.Held) > 0 {
		shown["hb"] = t.Held
	}
	for _, scope := range Scopes(o) {
		_, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: ListOf(o.Kind).Key(scope, o.ID), Set: shown,
			If: store.And(store.Exists("pk"), store.Eq("s", o.Status))})
		if err != nil && !store.Lost(err) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// ListOf is the list of the orders of a kind: no kind shows another's.
func ListOf(kind string) store.List[Row] {
	return store.List[Row]{Table: table, Entity: "order." + kind, ByTime: true, Columns: columns,
		Lean: func(r *Row) (*string, *time.Time) {
			r.Kind, r.Version = kind, version(r.Edits) // as the list's name and the edits say
			return &r.ID, &r.CreateTime
		}}
}

// Since returns at most limit rows of some kinds in a scope whose ids are not below from, newest first, and the
// number of all rows.
func (b *Store) Since(ctx context.Context, kinds []string, scope auth.Scope, from string, limit int) (rows []Row, total int, err error) {
	for _, kind := range kinds {
		_, all, err := ListOf(kind).Page(ctx, b.DB, string(scope), store.ListQuery{Current: 1, Size: 1})
		if err != nil {
			return nil, 0, err
		}
		at := ListOf(kind).Key(string(scope), from)
		items, err := b.DB.Query(ctx, store.Query{Table: at.Table, PK: at.PK, From: at.SK, Desc: true, Limit: limit})
		if err != nil {
			return nil, 0, err
		}
		some, err := ListOf(kind).DecodeAll(items)
		if err != nil {
			return nil, 0, err
		}
		rows, total = append(rows, some...), total+all.N
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return strings.Compare(b.ID, a.ID) })
	return rows[:min(limit, len(rows))], total, nil
}
