package joined_test

import (
	"testing"

	"herald/internal/clocktest"
)

// A test send is planned, sent and settled alike when the day, the month or a clock changes meanwhile.
func TestATestSendAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestATestIsFree")
}
