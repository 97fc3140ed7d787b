package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"time"

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
	out, err := d.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: d.table(key.Table), Key: keyItem(key), ConsistentRead: &consistent, ReturnConsumedCapacity: capacity,
	})
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	d.meter.Read(out.ConsumedCapacity)
	if len(out.Item) == 0 {
		return nil, nil
	}
	return out.Item, nil
}

func (d *Dynamo) GetMany(ctx context.Context, keys []Key, consistent bool) ([]Item, error) {
	found := make(map[Key]Item, len(keys))
	for start := 0; start < len(keys); start += 100 {
		request := map[string]types.KeysAndAttributes{}
		seen := map[Key]bool{}
		for _, k := range keys[start:min(start+100, len(keys))] {
			if seen[k] {
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
				d.meter.Read(&out.ConsumedCapacity[i])
			}
			for table, items := range out.Responses {
				for _, it := range items {
					found[Key{strings.TrimPrefix(table, d.prefix), text(it["pk"]), text(it["sk"])}] = it
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
		if q.Limit > 0 {
			in.Limit = aws.Int32(int32(q.Limit - len(out)))
		}
		page, err := d.client.Query(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("query %s/%s: %w", q.Table, q.PK, err)
		}
		d.meter.Read(page.ConsumedCapacity)
		out = append(out, page.Items...)
		if len(page.LastEvaluatedKey) == 0 || (q.Limit > 0 && len(out) >= q.Limit) {
			return out, nil
		}
		in.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

func (d *Dynamo) Write(ctx context.Context, op Op) (Item, error) {
	w, err := d.render(op)
	if err != nil {
		return nil, err
	}
	switch {
	case w.Put != nil:
		var out *dynamodb.PutItemOutput
		out, err = d.client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: w.Put.TableName, Item: w.Put.Item, ConditionExpression: w.Put.ConditionExpression,
			ExpressionAttributeNames: w.Put.ExpressionAttributeNames, ExpressionAttributeValues: w.Put.ExpressionAttributeValues,
			ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
		if err == nil {
			d.meter.Wrote(out.ConsumedCapacity)
		}
	case w.Delete != nil:
		var out *dynamodb.DeleteItemOutput
		out, err = d.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: w.Delete.TableName, Key: w.Delete.Key, ConditionExpression: w.Delete.ConditionExpression,
			ExpressionAttributeNames: w.Delete.ExpressionAttributeNames, ExpressionAttributeValues: w.Delete.ExpressionAttributeValues,
			ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
		if err == nil {
			d.meter.Wrote(out.ConsumedCapacity)
		}
	case w.Update != nil:
		var out *dynamodb.UpdateItemOutput
		out, err = d.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: w.Update.TableName, Key: w.Update.Key, ConditionExpression: w.Update.ConditionExpression,
			UpdateExpression: w.Update.UpdateExpression, ReturnValues: types.ReturnValueAllNew,
			ExpressionAttributeNames: w.Update.ExpressionAttributeNames, ExpressionAttributeValues: w.Update.ExpressionAttributeValues,
			ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		})
		if err == nil {
			d.meter.Wrote(out.ConsumedCapacity)
			return out.Attributes, nil
		}
	default:
		return nil, errors.New("store: a check alone is no write")
	}
	return nil, d.explain(op, err)
}

// render writes an operation as the member of a transaction; the single calls take their fields from it.
func (d *Dynamo) render(op Op) (w types.TransactWriteItem, err error) {
	e := &expression{}
	var cond *string
	if op.If != nil {
		cond = aws.String(op.If.write(e))
	}
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch op.Verb {
	case Put:
		it, err := Encode(op.Key, op.Item)
		if err != nil {
			return w, err
		}
		w.Put = &types.Put{TableName: d.table(op.Key.Table), Item: it, ConditionExpression: cond, ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames: e.names, ExpressionAttributeValues: e.values}
	case Delete:
		w.Delete = &types.Delete{TableName: d.table(op.Key.Table), Key: keyItem(op.Key), ConditionExpression: cond, ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames: e.names, ExpressionAttributeValues: e.values}
	case Check:
		w.ConditionCheck = &types.ConditionCheck{TableName: d.table(op.Key.Table), Key: keyItem(op.Key), ConditionExpression: cond, ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames: e.names, ExpressionAttributeValues: e.values}
	case Update:
		update := updateExpression(op, e)
		w.Update = &types.Update{TableName: d.table(op.Key.Table), Key: keyItem(op.Key), ConditionExpression: cond, UpdateExpression: &update,
			ReturnValuesOnConditionCheckFailure: old, ExpressionAttributeNames: e.names, ExpressionAttributeValues: e.values}
	}
	return w, e.err
}

func updateExpression(op Op, e *expression) string {
	var parts []string
	list := func(word string, items []string) {
		if len(items) > 0 {
			parts = append(parts, word+" "+strings.Join(items, ", "))
		}
	}
	var set, add, remove []string
	for _, k := range sorted(op.Set) {
		set = append(set, e.name(k)+" = "+e.value(op.Set[k]))
	}
	for _, k := range sorted(op.Add) {
		add = append(add, e.name(k)+" "+e.value(op.Add[k]))
	}
	for _, k := range op.Remove {
		remove = append(remove, e.name(k))
	}
	list("SET", set)
	list("ADD", add)
	list("REMOVE", remove)
	return strings.Join(parts, " ")
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (d *Dynamo) explain(op Op, err error) error {
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		f := &Failed{}
		if len(failed.Item) > 0 {
			f.Old = failed.Item
		}
		return f
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", op.Key, err)
	}
	return nil
}

func (d *Dynamo) WriteAll(ctx context.Context, ops []Op) error {
	for start := 0; start < len(ops); start += 25 {
		request := map[string][]types.WriteRequest{}
		for _, op := range ops[start:min(start+25, len(ops))] {
			w, err := d.render(op)
			if err != nil {
				return err
			}
			t := *d.table(op.Key.Table)
			switch {
			case op.If != nil || op.Verb == Update || op.Verb == Check:
				return errors.New("store: a batch takes unconditional puts and deletes only")
			case op.Verb == Put:
				request[t] = append(request[t], types.WriteRequest{PutRequest: &types.PutRequest{Item: w.Put.Item}})
			default:
				request[t] = append(request[t], types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: w.Delete.Key}})
			}
		}
		for try := 0; len(request) > 0; try++ {
			if err := pause(ctx, try); err != nil {
				return err
			}
			out, err := d.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: request, ReturnConsumedCapacity: capacity})
			if err != nil {
				return fmt.Errorf("batch write: %w", err)
			}
			for i := range out.ConsumedCapacity {
				d.meter.Wrote(&out.ConsumedCapacity[i])
			}
			request = out.UnprocessedItems
		}
	}
	return nil
}

func (d *Dynamo) Transact(ctx context.Context, ops []Op) error {
	in := &dynamodb.TransactWriteItemsInput{ReturnConsumedCapacity: capacity}
	for _, op := range ops {
		w, err := d.render(op)
		if err != nil {
			return err
		}
		in.TransactItems = append(in.TransactItems, w)
	}
	out, err := d.client.TransactWriteItems(ctx, in)
	if err == nil {
		for i := range out.ConsumedCapacity {
			d.meter.Wrote(&out.ConsumedCapacity[i])
		}
		return nil
	}
	var cancelled *types.TransactionCanceledException
	var busy *types.TransactionInProgressException
	if errors.As(err, &busy) {
		return fmt.Errorf("transact: %w", ErrConflict)
	}
	if errors.As(err, &cancelled) {
		for i, r := range cancelled.CancellationReasons {
			if aws.ToString(r.Code) == "ConditionalCheckFailed" {
				f := &Failed{Index: i}
				if len(r.Item) > 0 {
					f.Old = r.Item
				}
				return f
			}
		}
		for _, r := range cancelled.CancellationReasons {
			if c := aws.ToString(r.Code); c == "TransactionConflict" || c == "ThrottlingError" || c == "ProvisionedThroughputExceeded" {
				return fmt.Errorf("transact: %w", ErrConflict)
			}
		}
	}
	return fmt.Errorf("transact: %w", err)
}

// pause waits before a repeated try, with full jitter.
func pause(ctx context.Context, try int) error {
	if try == 0 {
		return nil
	}
	if try > 8 {
		return errors.New("store: still unprocessed after 8 tries")
	}
	t := time.NewTimer(time.Duration(rand.Int64N(int64(25*time.Millisecond) << min(try, 6))))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func text(av types.AttributeValue) string {
	if s, ok := av.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
