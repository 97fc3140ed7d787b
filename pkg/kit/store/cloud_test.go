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
	w := &twins{mem: &store.Meter{}, dyn: e.Meter, dynamo: e.DB, run: e.IDs.Next(), exact: os.Getenv("HERALD_TEST_DYNAMODB") != ""}
	w.memory = store.NewMemory(w.mem)
	return w
}

// The same random calls have the same results in both: answers, failed conditions with the row that was found,
// refusals, remaining rows, and, where the server reports them as AWS does, the billed units.
func TestMemoryIsDynamo(t *testing.T) { newTwins(t).compare(t, id.New(testkit.Cloud(t).Now)) }

// DynamoDB itself refuses impossible keys too.
func TestImpossibleKeysOnDynamo(t *testing.T) {
	impossibleKeys(t, map[string]store.DB{"DynamoDB": testkit.Cloud(t).DB})
}
