package quota_test

import (
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// A use is refused only by the counter that it would raise above its limit. A refused use counts nowhere.
func TestTheCounterAboveItsBoundRefuses(t *testing.T) {
	k := testkit.Memory(t)
	key := store.Key{Table: "platform", PK: "QUOTA", SK: quota.Day(k.Now())}
	take := func(files, bytes int) int {
		t.Helper()
		full, err := quota.Take(t.Context(), k.DB, k.Now(), key, quota.Count{Name: "n", Add: 1, Most: files},
			quota.Count{Name: "b", Add: 100, Most: bytes})
		if err != nil {
			t.Fatal(err)
		}
		return full
	}
	for i, c := range []struct{ files, bytes, full int }{{0, 1000, 0}, {5, 0, 1}, {5, 99, 1}, {5, 199, quota.None}, {5, 199, 1},
		{5, 200, quota.None}, {2, 1000, 0}, {3, 1000, quota.None}, {3, 1000, 0}} {
		if full := take(c.files, c.bytes); full != c.full {
			t.Errorf("%d: %d, not %d", i, full, c.full)
		}
	}
	if a, b := quota.Day(time.Date(2030, 1, 1, 15, 59, 0, 0, time.UTC)),
		quota.Day(time.Date(2030, 1, 1, 16, 0, 0, 0, time.UTC)); a != "2030-01-01" || b != "2030-01-02" {
		t.Error(a, b)
	}
}
