package channelorder_test

import (
	"testing"

	"herald/internal/testkit"
	"herald/pkg/campaign/order"
)

// submitted is the id of an order that was made.
func submitted(t *testing.T, a *testkit.Answer) string {
	t.Helper()
	return testkit.Data[order.SubmitResponse](a).ID
}
