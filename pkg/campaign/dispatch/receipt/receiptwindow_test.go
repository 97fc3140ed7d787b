package receipt

import (
	"testing"
	"time"

	"herald/pkg/provider"
)

func TestReceiptsWaitByAge(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 3, 0, time.UTC)
	for _, c := range []struct {
		late, first, most time.Duration
		state             provider.ReceiptState
	}{
		{time.Second, 0, 0, provider.ReceiptRead}, {time.Second, 5 * time.Second, 5 * time.Second, provider.ReceiptRead},
		{3 * time.Minute, 5 * time.Second, 2 * time.Minute, provider.ReceiptArrived},
		{20 * time.Minute, 5 * time.Second, 15 * time.Minute, provider.ReceiptRead},
		{7 * time.Hour, 5 * time.Second, time.Hour, provider.ReceiptRead}, {30 * time.Hour, 5 * time.Second, 4 * time.Hour, provider.ReceiptRead},
		{30 * time.Hour, 5 * time.Second, 5 * time.Second, provider.ReceiptFailed}, // what moves credit never waits long
	} {
		wait := writeAt(now, now.Add(-c.late), c.state, c.first).Sub(now)
		if wait > c.most || (c.most > 0 && wait <= 0) {
			t.Errorf("%d, %s late: waits %s, at most %s", c.state, c.late, wait, c.most)
		}
	}
}
