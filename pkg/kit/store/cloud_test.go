//go:build cloud

package store_test

import (
	"os"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

func newTwins(t testing.TB) *twins {
	t.Helper()
	e := testkit.Cloud(t)
	exact := os.Getenv("HERALD_TEST_DYNAMODB") != "" && os.Getenv("HERALD_TEST_SQS") == "" // make test-endpoints compares no bills
	w := &twins{mem: &store.Meter{}, dyn: e.Meter, dynamo: e.DB, run: e.IDs.Next(), exact: exact}
	w.memory = store.NewMemory(w.mem)
	return w
}

var _ = addService("DynamoDB", func(t testing.TB) store.DB { return testkit.Cloud(t).DB })

// Memory and DynamoDB give the same results for the same random calls: responses, failed conditions with their row, refusals, and remaining
// rows. The billed units are compared where the server reports them as AWS does.
func TestMemoryIsDynamo(t *testing.T) { newTwins(t).compare(t, id.New(testkit.Cloud(t).Now)) }

// Impossible keys are refused by DynamoDB too.
func TestImpossibleKeysOnDynamo(t *testing.T) {
	impossibleKeys(t, map[string]store.DB{"DynamoDB": testkit.Cloud(t).DB})
}
