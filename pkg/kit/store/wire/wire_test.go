package wire_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The SDK repeats a transaction whose response was cut under the same token: it is executed once.
func TestARepeatedTransactionIsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := store.NewMemory(nil)
		server, cuts := wire.New(memory, "herald", time.Now), 1
		db := store.NewDynamo(wire.Client(trip(func(r *http.Request) (*http.Response, error) {
			res, err := server.RoundTrip(r)
			if cuts--; cuts >= 0 {
				return nil, io.ErrUnexpectedEOF
			}
			return res, err
		})), "herald", nil)
		key := store.Key{Table: "credit", PK: "A#1", SK: "A"}
		if err := db.Transact(context.Background(),
			[]store.Op{{Verb: store.Update, Key: key, Add: map[string]int64{"n": 5}, If: store.Missing("pk")}}); err != nil {
			t.Fatal(err)
		}
		row, _, err := store.Load[struct {
			N int `dynamodbav:"n"`
		}](context.Background(), memory, key, true)
		if err != nil || row.N != 5 {
			t.Fatalf("%+v, %v", row, err)
		}
	})
}

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// An unknown expression is refused with an API error, never with a crash.
func TestUnknownExpressionsAreRefused(t *testing.T) {
	client := wire.Client(wire.New(store.NewMemory(nil), "herald", time.Now), func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
	for _, text := range []string{"size(#a) > :a", "#a = :missing", "(#a = :a", "#a = :a extra", "NOT #a = :a", ""} {
		_, err := client.DeleteItem(context.Background(),
			&dynamodb.DeleteItemInput{TableName: aws.String("herald-x"), ConditionExpression: aws.String(text),
				Key: map[string]types.AttributeValue{"pk": str("p"), "sk": str("s")}, ExpressionAttributeNames: map[string]string{"#a": "a"},
				ExpressionAttributeValues: map[string]types.AttributeValue{":a": str("v")}})
		var api interface{ ErrorCode() string }
		if !errors.As(err, &api) || !strings.HasPrefix(api.ErrorCode(), "Validation") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
