package topup_test

import (
	"testing"

	"herald/internal/clocktest"
)

// Payments are credited once when the day, the month or a clock changes meanwhile, and daily counts contain them once.
func TestPaymentsAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestPaymentsAreCreditedOnce|TestWhatCostsOnlyThePlatform", "-payseed", "1")
}
