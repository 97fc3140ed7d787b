package cloudpatch

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// assume gives credentials of a role that may do what the statements say.
func (w *world) assume(role string, statements ...map[string]any) aws.CredentialsProvider {
	w.Helper()
	document, err := json.Marshal(map[string]any{"Version": "2012-10-17", "Statement": statements})
	if err != nil {
		w.Fatal(err)
	}
	w.iam("CreateRole", "RoleName", role, "AssumeRolePolicyDocument", policy(`"Principal":{"AWS":"*"},"Action":"sts:AssumeRole"`))
	w.iam("PutRolePolicy", "RoleName", role, "PolicyName", "rows", "PolicyDocument", string(document))
	form := url.Values{"Action": {"AssumeRole"}, "Version": {"2011-06-15"}, "RoleArn": {"arn:aws:iam::" + w.account + ":role/" + role},
		"RoleSessionName": {"test"}}
	request, err := http.NewRequest(http.MethodPost, w.endpoint+"/", strings.NewReader(form.Encode()))
	if err != nil {
		w.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+w.account+
		"/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.Fatal(err)
	}
	var out struct {
		Key     string `xml:"AssumeRoleResult>Credentials>AccessKeyId"`
		Secret  string `xml:"AssumeRoleResult>Credentials>SecretAccessKey"`
		Session string `xml:"AssumeRoleResult>Credentials>SessionToken"`
	}
	if err := xml.Unmarshal(text, &out); err != nil || out.Key == "" {
		w.Fatalf("%v: %s", err, text)
	}
	return credentials.NewStaticCredentialsProvider(out.Key, out.Secret, out.Session)
}

func row(pk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: pk}, "sk": &types.AttributeValueMemberS{Value: "1"}}
}

// A role may be held to partition keys that begin with a word: of one row, of a query, of each item of a transaction
// and of every row of a batch. The cloud checks policies since make test switched that on (SIGUSR1).
func TestRolesAreHeldToPartitionKeys(t *testing.T) {
	w := newWorld(t)
	owner := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: &w.endpoint,
		Credentials: credentials.NewStaticCredentialsProvider(w.account, "test", "")})
	_, err := owner.CreateTable(w.ctx, &dynamodb.CreateTableInput{
		TableName: aws.String("keyed"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"},
			{AttributeName: aws.String("sk"), AttributeType: "S"}},
		KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: "HASH"},
			{AttributeName: aws.String("sk"), KeyType: "RANGE"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	held := dynamodb.New(dynamodb.Options{Region: "us-east-1", BaseEndpoint: &w.endpoint, HTTPClient: whole, RetryMaxAttempts: 1,
		Credentials: w.assume("held", map[string]any{
			"Effect": "Allow", "Resource": "arn:aws:dynamodb:us-east-1:" + w.account + ":table/keyed",
			"Action": []string{"dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:BatchGetItem", "dynamodb:BatchWriteItem"},
			"Condition": map[string]any{"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": []string{"MINE#*", "CFG"}},
				"Null": map[string]any{"dynamodb:LeadingKeys": "false"}},
		})})
	for _, c := range []struct {
		call    string
		keys    []string
		allowed bool
	}{
		{"get", []string{"MINE#1"}, true}, {"get", []string{"CFG"}, true}, {"get", []string{"CFG2"}, false}, {"get", []string{"YOURS#1"}, false},
		{"put", []string{"MINE#1"}, true}, {"put", []string{"YOURS#1"}, false}, {"delete", []string{"MINE#1"}, false},
		{"query", []string{"MINE#1"}, true}, {"query", []string{"YOURS#1"}, false},
		{"transact", []string{"MINE#1", "CFG"}, true}, {"transact", []string{"MINE#1", "YOURS#1"}, false},
		{"transact", []string{"YOURS#1", "MINE#1"}, false},
		{"batchGet", []string{"MINE#1", "CFG"}, true}, {"batchGet", []string{"MINE#1", "YOURS#1"}, false},
		{"batchWrite", []string{"MINE#1", "MINE#2"}, true}, {"batchWrite", []string{"MINE#1", "YOURS#1"}, false},
	} {
		err := touch(w, held, c.call, c.keys)
		var refused smithy.APIError
		denied := errors.As(err, &refused) && strings.Contains(refused.ErrorCode(), "AccessDenied")
		if denied == c.allowed || err != nil && !denied {
			t.Errorf("%s %v: %v", c.call, c.keys, err)
		}
	}
}

func touch(w *world, client *dynamodb.Client, call string, keys []string) (err error) {
	table := aws.String("keyed")
	var rows []map[string]types.AttributeValue
	var items []types.TransactWriteItem
	var writes []types.WriteRequest
	for _, k := range keys {
		rows = append(rows, row(k))
		items = append(items, types.TransactWriteItem{Put: &types.Put{TableName: table, Item: row(k)}})
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: row(k)}})
	}
	switch call {
	case "get":
		_, err = client.GetItem(w.ctx, &dynamodb.GetItemInput{TableName: table, Key: rows[0]})
	case "put":
		_, err = client.PutItem(w.ctx, &dynamodb.PutItemInput{TableName: table, Item: rows[0]})
	case "delete":
		_, err = client.DeleteItem(w.ctx, &dynamodb.DeleteItemInput{TableName: table, Key: rows[0]})
	case "query":
		_, err = client.Query(w.ctx, &dynamodb.QueryInput{TableName: table, KeyConditionExpression: aws.String("#k = :k AND begins_with(#s, :s)"),
			ExpressionAttributeNames:  map[string]string{"#k": "pk", "#s": "sk"},
			ExpressionAttributeValues: map[string]types.AttributeValue{":k": rows[0]["pk"], ":s": &types.AttributeValueMemberS{Value: "1"}}})
	case "transact":
		_, err = client.TransactWriteItems(w.ctx, &dynamodb.TransactWriteItemsInput{TransactItems: items})
	case "batchGet":
		_, err = client.BatchGetItem(w.ctx,
			&dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{*table: {Keys: slices.Clone(rows)}}})
	case "batchWrite":
		_, err = client.BatchWriteItem(w.ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{*table: writes}})
	}
	return err
}
