package ledger_test

import (
	"testing"

	"herald/internal/clocktest"
)

// The ledger, its days and its months are exact when the day, the month or a clock changes meanwhile.
func TestReconciliationAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestLedgerUnderFaults|Test.*Day.*|Test.*Month.*|Test.*Statement.*", "-operations", "2000")
}
