package clocktest_test

import (
	"os"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/clock"
)

// Without the variable scenarios start on a Wednesday at noon in China.
func TestScenariosStartOnAWednesdayNoon(t *testing.T) {
	at := clocktest.Start().In(clock.China)
	if os.Getenv(clocktest.Variable) == "" && (at.Weekday() != time.Wednesday || at.Format("15:04:05") != "12:00:00") {
		t.Error(at)
	}
}
