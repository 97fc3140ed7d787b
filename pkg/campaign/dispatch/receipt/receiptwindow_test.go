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
		{90 * time.Minute, 5 * time.Second, 30 * time.Minute, provider.ReceiptRead},
		{7 * time.Hour, 5 * time.Second, 90 * time.Minute, provider.ReceiptRead},
		{30 * time.Hour, 5 * time.Second, 4 * time.Hour, provider.ReceiptRead},
		{30 * time.Hour, 5 * time.Second, 5 * time.Second, provider.ReceiptFailed}, // what moves credit never waits long
	} {
		wait := writeAt(now, now.Add(-c.late), c.state, waiting{c.first, 48 * time.Hour}).Sub(now)
		if wait > c.most || (c.most > 0 && wait <= 0) {
			t.Errorf("%d, %s late: waits %s, at most %s", c.state, c.late, wait, c.most)
		}
	}
}

// Shortly before a recipient is given up nothing waits for others.
func TestReceiptsDoNotWaitBeyondTheDeadline(t *testing.T) {
	const first = 5 * time.Second
	for _, c := range []struct {
		late, final, most time.Duration
	}{
		{23 * time.Hour, 24 * time.Hour, 4 * time.Hour}, {24*time.Hour - 19*time.Minute, 24 * time.Hour, 4 * time.Hour},
		{24*time.Hour - 18*time.Minute, 24 * time.Hour, first}, {24*time.Hour - time.Second, 24 * time.Hour, first},
		{24 * time.Hour, 24 * time.Hour, 4 * time.Hour}, // it moves no credit any more
		{80 * time.Second, 2 * time.Minute, 30 * time.Second}, {95 * time.Second, 2 * time.Minute, first},
		{10 * time.Minute, 25 * time.Minute, 15 * time.Minute}, {19 * time.Minute, 25 * time.Minute, first},
	} {
		if got := receiptWindow(c.late, provider.ReceiptArrived, waiting{first, c.final}); got != c.most {
			t.Errorf("%s late of %s: a window of %s, want %s", c.late, c.final, got, c.most)
		}
	}
}
