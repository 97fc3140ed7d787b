package topup_test

import (
	"testing"

	"herald/internal/clocktest"
)

// Payments are credited once when the day, the month or a clock changes meanwhile, and what is counted by day is counted in one.
func TestPaymentsAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestPaymentsAreCreditedOnce|TestWhatCostsOnlyThePlatform", "-payseed", "1")
}
