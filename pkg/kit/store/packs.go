package store

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sort"
	"time"

	"herald/pkg/kit/id"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Column packs of a scope hold the values of each column for some 2,000 consecutive rows in a row of their own
// ("!K#<name>#<column>", written once and never changed), so that a filter reads only the columns it needs. A head
// ("!P") names the packs of all rows between two ids. Only rows older than packAge are packed; every change of a row
// that is older than staleAge leaves a mark ("!S#<id>") in its transaction, and a reader takes the rows that have
// one from the table. Packs are made anew by readers in the order: marks, rows, packs, head (if it is still the
// one), marks away. A crash between two of these steps leaves packs that no head names, or marks that are no longer
// needed.
const (
	packHead   = "!P"
	packKey    = "!K#"
	staleKey   = "!S#"
	staleAge   = time.Hour     // a change of an older row leaves a mark
	packAge    = 2 * time.Hour // older rows are packed: clocks and writes that last may differ from staleAge by the rest
	packRows   = 2000
	packBytes  = 300 << 10 // of a column; a pack is halved until it has less
	packAtOnce = 20_000    // rows that one reader packs
	staleMost  = 300       // marks with which packs are used
	staleMany  = 30        // marks from which on a reader makes the packs anew
	staleSwept = 5000      // marks that go at once with packs that are given up
	// staleTogether is how many marks one transaction takes away.
	staleTogether = 30

	// PackBudget is how many packed rows a page with filters or another order looks at, beside the Budget of rows that are not packed.
	PackBudget = 250_000
)

// pack names the packs of the rows from an id on, up to the next one.
type pack struct {
	From string `json:"f"`
	Name string `json:"n,omitempty"` // none: there are no rows
	N    int    `json:"c,omitempty"`
}

// packs is what is packed of a scope.
type packs struct {
	Version int64    `dynamodbav:"v"`
	Name    string   `dynamodbav:"n"`
	Columns string   `dynamodbav:"c"` // as they were declared
	Until   string   `dynamodbav:"u"` // the last id that they cover; the first is that of the first pack
	All     packList `dynamodbav:"p"`

	stale []stale // marks, in order
}

// packList is kept packed itself.
type packList []pack

// MarshalDynamoDBAttributeValue packs the names.
func (p packList) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	raw, err := json.Marshal([]pack(p))
	if err == nil {
		raw, err = deflate(raw)
	}
	return &types.AttributeValueMemberB{Value: raw}, err
}

// UnmarshalDynamoDBAttributeValue unpacks the names.
func (p *packList) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	b, ok := av.(*types.AttributeValueMemberB)
	if !ok {
		return errDamaged
	}
	raw, err := inflate(b.Value)
	if err == nil {
		err = json.Unmarshal(raw, (*[]pack)(p))
	}
	return err
}

// stale is a mark: the row of an id is not as it was packed. Each change gives it another name, so that who takes it away takes
// none that came meanwhile.
type stale struct {
	id   string
	Name string `dynamodbav:"n"`
}

// old reports an id of a row that may be packed.
func old(row string) bool {
	return time.Since(id.Time(row[:min(len(row), len(oldest))])) > staleAge // an id that is no ULID is old
}

const oldest = "00000000000000000000000000"

func (l *engine) changed(scope, id string) []Op {
	if !l.ByTime || !old(id) {
		return nil
	}
	return []Op{{Verb: Put, Key: l.key(scope, staleKey+id), Item: stale{Name: rand.Text()[:10]}}}
}

// packed are the columns of packs, and how they are declared.
func (l *engine) packed() (columns []column, declared string) {
	for _, c := range l.Columns {
		if c.Name != "" {
			columns = append(columns, c)
			declared += fmt.Sprintf("%s:%d ", c.Name, c.Kind)
		}
	}
	return columns, declared
}

// packs reads the head and the marks: one query.
func (l *engine) packs(ctx context.Context, db DB, scope string) (*packs, error) {
	p := &packs{}
	at := Query{Table: l.Table, PK: l.partition(scope), From: packHead, To: staleKey + "~", Limit: 1 + staleMost, Consistent: true}
	items, err := db.Query(ctx, at)
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		sk := SortKey(it)
		if sk == packHead {
			if _, err := Decode(it, p); err != nil {
				return nil, err
			}
			continue
		}
		one, err := staleOf(it)
		if err != nil {
			return nil, err
		}
		p.stale = append(p.stale, one)
	}
	return p, nil
}

func staleOf(it Item) (one stale, err error) {
	_, err = Decode(it, &one)
	one.id = SortKey(it)[len(staleKey):]
	return one, err
}

// usable tells whether packs can be read.
func (l *engine) usable(p *packs) bool {
	_, declared := l.packed()
	return len(p.All) > 0 && p.Columns == declared && len(p.stale) < staleMost
}

// whole tells that there is nothing below the packs.
func (p *packs) whole() bool { return p.All[0].From == "0" }

// of is the number of the pack that covers an id; -1 for none.
func (p *packs) of(id string) int {
	if id > p.Until {
		return -1
	}
	return sort.Search(len(p.All), func(i int) bool { return p.All[i].From > id }) - 1
}

// staleIn are the ids with a mark of a pack.
func (p *packs) staleIn(n int) (ids []string) {
	for _, s := range p.stale {
		if p.of(s.id) == n {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// packOf is the key of a column of a pack; the ids are column -1.
func (l *engine) packOf(scope, name string, column int) Key {
	return l.key(scope, fmt.Sprintf("%s%s#%d", packKey, name, column))
}

// packItem is a column of a pack.
type packItem struct {
	V []byte `dynamodbav:"v"`
}
