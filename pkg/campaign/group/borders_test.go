package group_test

import (
	"testing"

	"herald/internal/clocktest"
)

// Groups use the stock of their day even when the day, the month or a clock changes meanwhile.
func TestGroupsAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestSimulation", "-seeds", "4")
}
