package store

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func (d *Dynamo) Write(ctx context.Context, op Op) (Item, error) {
	if err := op.valid(); err != nil {
		return nil, err
	}
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
	if err := validBatch(ops); err != nil {
		return err
	}
	for start := 0; start < len(ops); start += 25 {
		request := map[string][]types.WriteRequest{}
		for _, op := range ops[start:min(start+25, len(ops))] {
			w, err := d.render(op)
			if err != nil {
				return err
			}
			t := *d.table(op.Key.Table)
			if op.Verb == Put {
				request[t] = append(request[t], types.WriteRequest{PutRequest: &types.PutRequest{Item: w.Put.Item}})
			} else {
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
	if err := validTransaction(ops); err != nil {
		return err
	}
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
