package dispatch

import (
	"testing"
	"time"
)

// Throughput: points without gaps, as wide as the given number requires, and the messages a minute of the last five
// minutes.
func TestThroughputByMinute(t *testing.T) {
	at := time.Date(2026, 11, 23, 10, 0, 30, 0, time.UTC).Unix()
	if got := throughput(nil); len(got.Points) != 0 || got.PerMinute != 0 || got.Every != 60 {
		t.Errorf("nothing was sent: %+v", got)
	}
	got := throughput([]called{{at, 100}, {at + 59, 100}, {at + 240, 50}})
	if len(got.Points) != 5 || got.Points[0].Sent != 100 || got.Points[1].Sent != 100 || got.Points[2].Sent != 0 || got.Points[4].Sent != 50 {
		t.Errorf("points: %+v", got.Points)
	}
	if want := 250 * 60 / 241; got.PerMinute != want {
		t.Errorf("%d a minute, want %d", got.PerMinute, want)
	}
	var day []called
	for m := range int64(24 * 60) {
		day = append(day, called{at + m*60, 10})
	}
	got = throughput(day)
	sum := 0
	for _, p := range got.Points {
		sum += p.Sent
	}
	if got.Every != 24*60 || len(got.Points) > tempoPoints || sum != 24*60*10 {
		t.Errorf("a day: every %d s, %d points, %d", got.Every, len(got.Points), sum)
	}
	if got.PerMinute < 10 || got.PerMinute > 12 {
		t.Errorf("%d a minute of the last five minutes", got.PerMinute)
	}
}
