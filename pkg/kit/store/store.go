package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Item is a row as DynamoDB holds it.
type Item = map[string]types.AttributeValue

// Key is the primary key of a row in a table.
type Key struct {
	Table string
	PK    string
	SK    string
}

func (k Key) String() string { return k.Table + "/" + k.PK + "/" + k.SK }

// Verb is what an operation does.
type Verb uint8

const (
	Put Verb = iota
	Update
	Delete
	Check
)

// Op is one write. A nil If writes unconditionally.
type Op struct {
	Verb   Verb
	Key    Key
	Item   any            // Put: a struct or map; pk and sk are added
	Set    map[string]any // Update: attribute = value
	Add    map[string]int64
	Remove []string
	If     Cond

	mark string // see withMark
}

// Query reads one partition in key order.
type Query struct {
	Table      string
	PK         string
	From, To   string // inclusive bounds of sk; empty means open
	Prefix     string // instead of bounds
	Desc       bool
	Limit      int    // the most rows; there must be one: Rows gives all
	After      string // sk to start after
	Consistent bool
	Attributes []string // projection; empty for all
}

// DB is a database. Reads are eventually consistent unless asked otherwise.
type DB interface {
	// Get gives nil for no row.
	Get(ctx context.Context, key Key, consistent bool) (Item, error)
	// GetMany gives the rows in the order of the keys, nil where there is none. One call up to 100 keys.
	GetMany(ctx context.Context, keys []Key, consistent bool) ([]Item, error)
	// Query gives up to Limit rows; without a limit it is an error.
	Query(ctx context.Context, q Query) ([]Item, error)
	// Write does one operation and gives the new row of an Update. A failed condition is a *Failed, never our own earlier try.
	Write(ctx context.Context, op Op) (Item, error)
	// WriteAll does unconditional puts and deletes in batches of 25; it is not atomic: after any error some may be done.
	WriteAll(ctx context.Context, ops []Op) error
	// Transact does up to 100 operations or none, once, however often it must be sent. A failed condition is a *Failed;
	// ErrConflict means "try again".
	Transact(ctx context.Context, ops []Op) error
}

// Failed tells which condition did not hold and what the row was.
type Failed struct {
	Index int  // of the operation in a transaction
	Old   Item // the row as it is, nil for none
}

func (f *Failed) Error() string {
	return fmt.Sprintf("store: condition of operation %d failed", f.Index)
}

// ErrConflict: another write held a row; nothing was written.
var ErrConflict = errors.New("store: transaction conflict")

// ErrTooLarge: a row would be larger than 400 KB; nothing was written.
var ErrTooLarge = errors.New("store: a row is larger than 400 KB")

// ErrNoWrites: the database takes no writes now; nothing was written.
var ErrNoWrites = errors.New("store: the database takes no writes")

// ErrNoAnswer: the database does not answer; nothing was written.
var ErrNoAnswer = errors.New("store: the database does not answer")

// ErrUnclear: the write may or may not have been carried out: no answer in time, a cut connection, a 5xx, and no
// further try clarified it. Read before deciding; the same write sent once more is a new one.
var ErrUnclear = errors.New("store: outcome unknown")

// ConditionFailed gives the failed condition in an error's chain, or nil.
func ConditionFailed(err error) *Failed {
	var f *Failed
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// Decode reads a row into a struct with dynamodbav tags; a nil row leaves it as it is and gives false.
func Decode(it Item, into any) (bool, error) {
	if it == nil {
		return false, nil
	}
	return true, attributevalue.UnmarshalMap(it, into)
}

// Load gets one row into a struct; false for no row.
func Load[T any](ctx context.Context, db DB, key Key, consistent bool) (T, bool, error) {
	var v T
	it, err := db.Get(ctx, key, consistent)
	if err != nil {
		return v, false, err
	}
	ok, err := Decode(it, &v)
	return v, ok, err
}

// DecodeAll reads rows into structs.
func DecodeAll[T any](items []Item) ([]T, error) {
	out := make([]T, len(items))
	for i, it := range items {
		if err := attributevalue.UnmarshalMap(it, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Encode makes a row of a struct or a map.
func Encode(key Key, v any) (Item, error) {
	it, ok := v.(Item)
	if !ok {
		m, err := attributevalue.MarshalMap(v)
		if err != nil {
			return nil, err
		}
		it = m
	} else {
		c := make(Item, len(it)+2)
		for k, a := range it {
			c[k] = a
		}
		it = c
	}
	it["pk"] = &types.AttributeValueMemberS{Value: key.PK}
	it["sk"] = &types.AttributeValueMemberS{Value: key.SK}
	return it, nil
}

// PartitionKey is the pk of a row.
func PartitionKey(it Item) string { return text(it["pk"]) }

// SortKey is the sk of a row.
func SortKey(it Item) string {
	if s, ok := it["sk"].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
