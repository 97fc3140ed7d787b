package joined_test

import (
	"testing"

	"herald/internal/clocktest"
)

// A statement is exact when the day, the month or a clock changes meanwhile.
func TestStatementsAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "Test.*Statement.*")
}
