package order

import (
	"fmt"
	"testing"
	"time"
)

// A process that runs for long remembers the orders of the last minutes, not all that it ever met.
func TestAProcessForgetsOrders(t *testing.T) {
	var r recent
	now := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	for i := range 10_000 {
		if now = now.Add(time.Second); r.early(fmt.Sprint(i), now, time.Minute) {
			t.Fatal("early at first")
		}
		if !r.early(fmt.Sprint(i), now.Add(time.Second), time.Minute) {
			t.Fatal("not early a second later")
		}
	}
	if most := 2 * int(forgotten/time.Second); len(r.last) > most {
		t.Errorf("%d orders are remembered", len(r.last))
	}
}
