package store

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/id"
)

// laterKey is the attribute of a lean row that holds how much later than its id it was made, in nanoseconds; none for not at all.
const laterKey = "@"

// lean is a row without what its sort key tells.
type lean struct {
	row   any
	later time.Duration
}

// keptAttributes gives a row as it is written.
func (l *engine) keptAttributes(row any) any {
	if l.Lean == nil {
		return row
	}
	key, created := l.Lean(row)
	return lean{row, created.Sub(id.Time(*key))}
}

// MarshalDynamoDBAttributeValue adds the difference to the row's own attributes.
func (r lean) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	it, err := attributevalue.MarshalMap(r.row)
	if err != nil {
		return nil, err
	}
	if r.later != 0 {
		if it[laterKey], err = attributevalue.Marshal(int64(r.later)); err != nil {
			return nil, err
		}
	}
	return &types.AttributeValueMemberM{Value: it}, nil
}

// decode reads a row; it gives one beside an error too.
func (l *engine) decode(it Item) (row any, err error) {
	row = l.New()
	if err = attributevalue.UnmarshalMap(it, row); err != nil || l.Lean == nil {
		return row, err
	}
	var later int64
	if av := it[laterKey]; av != nil {
		err = attributevalue.Unmarshal(av, &later)
	}
	key, created := l.Lean(row)
	*key = SortKey(it)
	*created = id.Time(*key).Add(time.Duration(later))
	return row, err
}

func (l *engine) decodeAll(items []Item) ([]any, error) {
	out := make([]any, len(items))
	for i, it := range items {
		var err error
		if out[i], err = l.decode(it); err != nil {
			return nil, err
		}
	}
	return out, nil
}
