package move

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"herald/pkg/kit/store"
)

// DynamoRows are rows in DynamoDB. It is the only place that scans tables: an export reads each row once, and needs no order.
type DynamoRows struct {
	Client *dynamodb.Client
	Name   string // of the installation: table t is <name>-<t>
	DB     store.DB
}

// scanSegments is into how many parts a table is divided.
const scanSegments = 4

// Segments implements Rows.
func (DynamoRows) Segments() int { return scanSegments }

// Each implements Rows.
func (r DynamoRows) Each(ctx context.Context, table string, segment int, each func(doc []byte) error) error {
	in := &dynamodb.ScanInput{TableName: aws.String(r.Name + "-" + table), ConsistentRead: aws.Bool(true), Segment: aws.Int32(int32(segment)),
		TotalSegments: aws.Int32(scanSegments)}
	for {
		page, err := r.Client.Scan(ctx, in)
		if err != nil {
			return fmt.Errorf("read all of %s: %w", table, err)
		}
		for _, it := range page.Items {
			delete(it, store.MarkAttribute) // of a write that is over
			doc, err := attributevalue.MarshalMapJSON(it)
			if err == nil {
				err = each(doc)
			}
			if err != nil {
				return err
			}
		}
		if len(page.LastEvaluatedKey) == 0 {
			return nil
		}
		in.ExclusiveStartKey = page.LastEvaluatedKey
	}
}

// Put implements Rows.
func (r DynamoRows) Put(ctx context.Context, table string, docs [][]byte) error {
	ops := make([]store.Op, len(docs))
	for i, doc := range docs {
		it, err := attributevalue.UnmarshalMapJSON(doc)
		if err != nil {
			return fmt.Errorf("a row of %s is no document: %w", table, err)
		}
		ops[i] = store.Op{Verb: store.Put, Key: keyOf(table, it), Item: it}
	}
	return r.DB.WriteAll(ctx, ops)
}

func keyOf(table string, it store.Item) store.Key {
	return store.Key{Table: table, PK: store.PartitionKey(it), SK: store.SortKey(it)}
}
