package store

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Dynamo is the DB on DynamoDB. Table t is named <prefix>-<t>.
type Dynamo struct {
	client *dynamodb.Client
	prefix string
	meter  *Meter
}

// NewDynamo makes a DB; meter may be nil.
func NewDynamo(client *dynamodb.Client, prefix string, meter *Meter) *Dynamo {
	return &Dynamo{client: client, prefix: prefix + "-", meter: meter}
}

const capacity = types.ReturnConsumedCapacityTotal

func (d *Dynamo) table(t string) *string { return aws.String(d.prefix + t) }

func keyItem(k Key) Item {
	return Item{"pk": &types.AttributeValueMemberS{Value: k.PK}, "sk": &types.AttributeValueMemberS{Value: k.SK}}
}

func (d *Dynamo) Get(ctx context.Context, key Key, consistent bool) (Item, error) {
	if !key.possible() {
		return nil, nil
	}
	out, err := d.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: d.table(key.Table), Key: keyItem(key), ConsistentRead: &consistent, ReturnConsumedCapacity: capacity,
	})
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	d.meter.Read(ctx, out.ConsumedCapacity)
	return unmarked(out.Item), nil
}

func (d *Dynamo) GetMany(ctx context.Context, keys []Key, consistent bool) ([]Item, error) {
	found := make(map[Key]Item, len(keys))
	for start := 0; start < len(keys); start += 100 {
		request := map[string]types.KeysAndAttributes{}
		seen := map[Key]bool{}
		for _, k := range keys[start:min(start+100, len(keys))] {
			if seen[k] || !k.possible() {
				continue
			}
			seen[k] = true
			ka := request[*d.table(k.Table)]
			ka.ConsistentRead = &consistent
			ka.Keys = append(ka.Keys, keyItem(k))
			request[*d.table(k.Table)] = ka
		}
		for try := 0; len(request) > 0; try++ {
			if err := pause(ctx, try); err != nil {
				return nil, err
			}
			out, err := d.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: request, ReturnConsumedCapacity: capacity})
			if err != nil {
				return nil, fmt.Errorf("batch get: %w", err)
			}
			for i := range out.ConsumedCapacity {
				d.meter.Read(ctx, &out.ConsumedCapacity[i])
			}
			for table, items := range out.Responses {
				for _, it := range items {
					found[Key{strings.TrimPrefix(table, d.prefix), text(it["pk"]), text(it["sk"])}] = unmarked(it)
				}
			}
			request = out.UnprocessedKeys
		}
	}
	out := make([]Item, len(keys))
	for i, k := range keys {
		out[i] = found[k]
	}
	return out, nil
}

func (d *Dynamo) Query(ctx context.Context, q Query) ([]Item, error) {
	if err := q.valid(); err != nil {
		return nil, err
	}
	if !q.possible() || q.From != "" && q.To != "" && q.From > q.To {
		return nil, nil // DynamoDB refuses such bounds
	}
	e := &expression{}
	in := &dynamodb.QueryInput{
		TableName: d.table(q.Table), ConsistentRead: &q.Consistent, ScanIndexForward: aws.Bool(!q.Desc), ReturnConsumedCapacity: capacity,
	}
	cond := e.name("pk") + " = " + e.value(q.PK)
	switch {
	case q.Prefix != "":
		cond += " AND begins_with(" + e.name("sk") + ", " + e.value(q.Prefix) + ")"
	case q.From != "" && q.To != "":
		cond += " AND " + e.name("sk") + " BETWEEN " + e.value(q.From) + " AND " + e.value(q.To)
	case q.From != "":
		cond += " AND " + e.name("sk") + " >= " + e.value(q.From)
	case q.To != "":
		cond += " AND " + e.name("sk") + " <= " + e.value(q.To)
	}
	if len(q.Attributes) > 0 {
		names := make([]string, len(q.Attributes))
		for i, a := range q.Attributes {
			names[i] = e.name(a)
		}
		in.ProjectionExpression = aws.String(strings.Join(names, ", "))
	}
	in.KeyConditionExpression, in.ExpressionAttributeNames, in.ExpressionAttributeValues = &cond, e.names, e.values
	if q.After != "" {
		in.ExclusiveStartKey = keyItem(Key{PK: q.PK, SK: q.After})
	}
	var out []Item
	for {
		in.Limit = aws.Int32(int32(min(q.Limit-len(out), math.MaxInt32)))
		page, err := d.client.Query(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("query %s/%s: %w", q.Table, q.PK, err)
		}
		d.meter.Read(ctx, page.ConsumedCapacity)
		for _, it := range page.Items {
			delete(it, MarkAttribute)
			out = append(out, it)
		}
		if len(page.LastEvaluatedKey) == 0 || len(out) >= q.Limit {
			return out, nil
		}
		in.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

func text(av types.AttributeValue) string {
	if s, ok := av.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
