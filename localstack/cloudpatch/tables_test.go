package cloudpatch

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func item(sk string, bytes int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": text("p"), "sk": text(sk), "v": text(strings.Repeat("x", bytes))}
}

func text(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

// Reads are billed by what was read: 4 KB a unit, half of it where an older state may be read, a missing item as a small one.
func TestReadsReportTheirUnits(t *testing.T) {
	w := newWorld(t)
	db := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: &w.endpoint,
		Credentials: credentials.NewStaticCredentialsProvider(w.account, "test", "")})
	table := aws.String("units")
	key := func(name string, of types.KeyType) types.KeySchemaElement {
		return types.KeySchemaElement{AttributeName: &name, KeyType: of}
	}
	_, err := db.CreateTable(w.ctx, &dynamodb.CreateTableInput{TableName: table, BillingMode: types.BillingModePayPerRequest,
		KeySchema: []types.KeySchemaElement{key("pk", types.KeyTypeHash), key("sk", types.KeyTypeRange)},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"},
			{AttributeName: aws.String("sk"), AttributeType: "S"}}})
	if err != nil {
		t.Fatal(err)
	}
	for sk, bytes := range map[string]int{"large": 10_000, "small": 100} {
		if _, err := db.PutItem(w.ctx, &dynamodb.PutItemInput{TableName: table, Item: item(sk, bytes)}); err != nil {
			t.Fatal(err)
		}
	}
	at := func(sk string) map[string]types.AttributeValue {
		return map[string]types.AttributeValue{"pk": text("p"), "sk": text(sk)}
	}
	total := types.ReturnConsumedCapacityTotal
	for _, consistent := range []bool{true, false} {
		share := 0.5
		if consistent {
			share = 1
		}
		got, err := db.GetItem(w.ctx, &dynamodb.GetItemInput{TableName: table, Key: at("large"), ConsistentRead: &consistent,
			ReturnConsumedCapacity: total})
		if err != nil {
			t.Fatal(err)
		}
		several, err := db.BatchGetItem(w.ctx, &dynamodb.BatchGetItemInput{ReturnConsumedCapacity: total,
			RequestItems: map[string]types.KeysAndAttributes{
				*table: {ConsistentRead: &consistent, Keys: []map[string]types.AttributeValue{at("large"), at("small"), at("missing")}}}})
		if err != nil {
			t.Fatal(err)
		}
		query, err := db.Query(w.ctx, &dynamodb.QueryInput{TableName: table, ConsistentRead: &consistent, ReturnConsumedCapacity: total,
			KeyConditionExpression: aws.String("pk = :p"), ExpressionAttributeValues: map[string]types.AttributeValue{":p": text("p")}})
		if err != nil {
			t.Fatal(err)
		}
		for name, units := range map[string][2]float64{
			"GetItem":      {*got.ConsumedCapacity.CapacityUnits, 3 * share},
			"BatchGetItem": {*several.ConsumedCapacity[0].CapacityUnits, 5 * share},
			"Query":        {*query.ConsumedCapacity.CapacityUnits, 3 * share},
		} {
			if units[0] != units[1] {
				t.Errorf("%s, consistent %v: %v units, wanted %v", name, consistent, units[0], units[1])
			}
		}
	}
}
