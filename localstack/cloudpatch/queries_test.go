package cloudpatch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A query of a large partition gives the rows of its condition page by page, in any notation.
func TestLargePartitionsAreQueriedRightly(t *testing.T) {
	w := newWorld(t)
	db := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: &w.endpoint,
		Credentials: credentials.NewStaticCredentialsProvider(w.account, "test", "")})
	table := aws.String("large")
	_, err := db.CreateTable(w.ctx, &dynamodb.CreateTableInput{TableName: table, BillingMode: types.BillingModePayPerRequest,
		KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"},
			{AttributeName: aws.String("sk"), AttributeType: "S"}}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for batch := range 8 {
		var puts []types.WriteRequest
		for n := range 25 {
			sk := fmt.Sprintf("%c#%03d", "aé漢"[0]+byte(batch%3), (batch*25+n)*7%200)
			if batch == 7 {
				sk = fmt.Sprintf("漢%d", n)
			}
			all = append(all, sk)
			puts = append(puts, types.WriteRequest{PutRequest: &types.PutRequest{Item: item(sk, 10)}})
		}
		if _, err := db.BatchWriteItem(w.ctx,
			&dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{*table: puts}}); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(all)
	low, high, prefix := "a#050", "b#100", "b#1"
	for condition, within := range map[string]func(sk string) bool{
		"#p = :p":                               func(string) bool { return true },
		"#p = :p AND begins_with(#s, :prefix)":  func(sk string) bool { return strings.HasPrefix(sk, prefix) },
		"#p = :p AND #s BETWEEN :low AND :high": func(sk string) bool { return sk >= low && sk <= high },
		"#p = :p AND #s >= :low":                func(sk string) bool { return sk >= low },
		"#p = :p AND #s <= :high":               func(sk string) bool { return sk <= high },
		"#p = :p AND #s < :high":                func(sk string) bool { return sk < high }, // not one of the forms that are made quicker
	} {
		for _, forward := range []bool{true, false} {
			want := slices.DeleteFunc(slices.Clone(all), func(sk string) bool { return !within(sk) })
			if !forward {
				slices.Reverse(want)
			}
			in := &dynamodb.QueryInput{TableName: table, KeyConditionExpression: &condition, ScanIndexForward: &forward, Limit: aws.Int32(7),
				ExpressionAttributeNames: map[string]string{"#p": "pk"}, ExpressionAttributeValues: map[string]types.AttributeValue{":p": text("p")}}
			for name, value := range map[string]string{":low": low, ":high": high, ":prefix": prefix} {
				if strings.Contains(condition, name) {
					in.ExpressionAttributeValues[name] = text(value)
				}
			}
			if strings.Contains(condition, "#s") {
				in.ExpressionAttributeNames["#s"] = "sk"
			}
			var got []string
			for {
				page, err := db.Query(w.ctx, in)
				if err != nil {
					t.Fatalf("%s: %v", condition, err)
				}
				for _, it := range page.Items {
					got = append(got, it["sk"].(*types.AttributeValueMemberS).Value)
				}
				if in.ExclusiveStartKey = page.LastEvaluatedKey; in.ExclusiveStartKey == nil {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, forward %v:\n%v\n%v", condition, forward, got, want)
			}
		}
	}
	other := aws.String("#p = :p AND begins_with(#s, :prefix)")
	_, err = db.Query(w.ctx, &dynamodb.QueryInput{TableName: table, KeyConditionExpression: other, Limit: aws.Int32(7),
		ExclusiveStartKey:         map[string]types.AttributeValue{"pk": text("p"), "sk": text("a#001")},
		ExpressionAttributeNames:  map[string]string{"#p": "pk", "#s": "sk"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":p": text("p"), ":prefix": text(prefix)}})
	if err == nil {
		t.Error("a key that no page ended with is taken")
	}
}
