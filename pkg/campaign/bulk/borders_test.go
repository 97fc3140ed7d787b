package bulk_test

import (
	"testing"

	"herald/pkg/kit/clock/clocktest"
)

// Recipients are written to and held back by their hours alike when the day, the month or a clock changes meanwhile.
func TestOrdersAtBordersOfTime(t *testing.T) {
	clocktest.AtBorders(t, "TestANumberForWhichNoHourIsOpenIsHeldBack")
}
