package store

import (
	"context"
	"crypto/rand"
	"errors"
	"sort"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Write sends a conditional deletion as a transaction, whose token distinguishes a repetition from another writer's
// deletion. A deleted row cannot bear a mark. It costs two units instead of one.
func (d *Dynamo) Write(ctx context.Context, op Op) (Item, error) {
	if err := op.valid(); err != nil {
		return nil, err
	}
	if op.Verb == Delete {
		if op.If != nil {
			return nil, d.Transact(ctx, []Op{op})
		}
	} else {
		op = op.withMark()
	}
	w, err := d.render(op)
	if err != nil {
		return nil, err
	}
	var now Item
	doubt, err := attempt(ctx, func(ctx context.Context) (err error) {
		now, err = d.single(ctx, w)
		return err
	})
	if err == nil {
		return now, nil
	}
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		return nil, explain("write "+op.Key.String(), doubt, err)
	}
	mine := op.mark != "" && text(failed.Item[MarkAttribute]) == op.mark
	old := unmarked(failed.Item)
	switch {
	case mine && op.Verb == Update:
		return old, nil
	case mine:
		return nil, nil
	case doubt && old != nil: // ours may have been before what is there now
		return nil, explain("write "+op.Key.String(), doubt, err)
	}
	return nil, &Failed{Old: old}
}

// single makes the call of one operation and gives the new row of an update.
func (d *Dynamo) single(ctx context.Context, w types.TransactWriteItem) (Item, error) {
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case w.Put != nil:
		out, err := d.client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: w.Put.TableName, Item: w.Put.Item, ConditionExpression: w.Put.ConditionExpression,
			ExpressionAttributeNames: w.Put.ExpressionAttributeNames, ExpressionAttributeValues: w.Put.ExpressionAttributeValues,
			ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: old,
		}, unrepeated)
		if err != nil {
			return nil, err
		}
		d.meter.Wrote(ctx, out.ConsumedCapacity)
		return nil, nil
	case w.Delete != nil:
		out, err := d.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
			TableName: w.Delete.TableName, Key: w.Delete.Key, ReturnConsumedCapacity: capacity,
		}, unrepeated)
		if err != nil {
			return nil, err
		}
		d.meter.Wrote(ctx, out.ConsumedCapacity)
		return nil, nil
	}
	out, err := d.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: w.Update.TableName, Key: w.Update.Key, ConditionExpression: w.Update.ConditionExpression,
		UpdateExpression: w.Update.UpdateExpression, ReturnValues: types.ReturnValueAllNew,
		ExpressionAttributeNames: w.Update.ExpressionAttributeNames, ExpressionAttributeValues: w.Update.ExpressionAttributeValues,
		ReturnConsumedCapacity: capacity, ReturnValuesOnConditionCheckFailure: old,
	}, unrepeated)
	if err != nil {
		return nil, err
	}
	d.meter.Wrote(ctx, out.ConsumedCapacity)
	return unmarked(out.Attributes), nil
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
		if op.mark != "" {
			it[MarkAttribute] = &types.AttributeValueMemberS{Value: op.mark}
		}
		w.Put = &types.Put{TableName: d.table(op.Key.Table), Item: it, ConditionExpression: cond, ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames: e.names, ExpressionAttributeValues: e.values}
	case Delete:
		w.Delete = &types.Delete{TableName: d.table(op.Key.Table), Key: keyItem(op.Key), ConditionExpression: cond,
			ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames:            e.names, ExpressionAttributeValues: e.values}
	case Check:
		w.ConditionCheck = &types.ConditionCheck{TableName: d.table(op.Key.Table), Key: keyItem(op.Key), ConditionExpression: cond,
			ReturnValuesOnConditionCheckFailure: old,
			ExpressionAttributeNames:            e.names, ExpressionAttributeValues: e.values}
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
	if op.mark != "" {
		set = append(set, e.name(MarkAttribute)+" = "+e.value(op.mark))
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
			in := &dynamodb.BatchWriteItemInput{RequestItems: request, ReturnConsumedCapacity: capacity}
			var out *dynamodb.BatchWriteItemOutput
			doubt, err := attempt(ctx, func(ctx context.Context) (err error) {
				out, err = d.client.BatchWriteItem(ctx, in, unrepeated)
				return err
			})
			if err != nil {
				return explain("batch write", doubt, err)
			}
			for i := range out.ConsumedCapacity {
				d.meter.Wrote(ctx, &out.ConsumedCapacity[i])
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
	// DynamoDB carries a transaction with the same token out once within ten minutes.
	in := &dynamodb.TransactWriteItemsInput{ClientRequestToken: aws.String(rand.Text()), ReturnConsumedCapacity: capacity}
	for _, op := range ops {
		w, err := d.render(op)
		if err != nil {
			return err
		}
		in.TransactItems = append(in.TransactItems, w)
	}
	var out *dynamodb.TransactWriteItemsOutput
	doubt, err := attempt(ctx, func(ctx context.Context) (err error) {
		out, err = d.client.TransactWriteItems(ctx, in, unrepeated)
		return err
	})
	if err == nil {
		for i := range out.ConsumedCapacity {
			d.meter.Wrote(ctx, &out.ConsumedCapacity[i])
		}
		return nil
	}
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		doubt = false // had an earlier try been carried out, its token would have shown it
		if f := failedMember(cancelled); f != nil {
			return f
		}
	}
	return explain("transact", doubt, err)
}
