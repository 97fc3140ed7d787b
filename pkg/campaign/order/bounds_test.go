package order

import (
	"context"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// The number of a day is a customer's with its secondaries, and the day is one at +08:00.
func TestOrdersADay(t *testing.T) {
	b := &Store{DB: store.NewMemory(nil)}
	evening := time.Date(2026, 11, 22, 15, 59, 0, 0, time.UTC) // 23:59 at +08:00
	for _, c := range []struct {
		user, tenant string
		at           time.Time
		passes       bool
	}{
		{"c", "c", evening.Add(-20 * time.Hour), true},
		{"s", "c", evening, true},
		{"c", "c", evening, false},
		{"other", "other", evening, true},
		{"c", "c", evening.Add(time.Minute), true},
		{"c", "c", evening.Add(23 * time.Hour), true},
		{"s", "c", evening.Add(23 * time.Hour), false},
	} {
		o := &Order{Owner: auth.Owner{User: c.user, Tenant: c.tenant}, Created: c.at}
		err := b.DB.Transact(context.Background(), []store.Op{b.oneMore(o, 2)})
		if (err == nil) != c.passes || err != nil && store.ConditionFailed(err) == nil {
			t.Errorf("%s at %s: %v", c.user, c.at, err)
		}
	}
}
