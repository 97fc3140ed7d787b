package app

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// At rest, with a thousand orders that wait for a user or their hour, a minute's tick reads no order. It reads only the due rows and the
// settings. The due rows are read by table and not by module: two partitions of orders, two of payments, one of the platform and one of the
// audience. Another module with a due index costs no call. The ticks of every fifth minute and every hour read more.
func TestATickAtRestReadsNoOrders(t *testing.T) {
	kit := testkit.Memory(t)
	cfg := *kit.Config
	cfg.Adapters.Set(map[string]string{"whatsapp.url": "http://provider.test", "whatsapp.version": "v23.0", "whatsapp.phoneNumberId": "1",
		"whatsapp.wabaId": "2"})
	metered := kit.AWS
	metered.APIOptions = append(metered.APIOptions, kit.Meter.Middleware)
	e := Build(&cfg, metered, kit.Meter, kit.Now)
	e.Now, e.IDs, e.Log = kit.Now, kit.IDs, func(map[string]any) {}
	now := kit.Now()
	kit.Clock.Add(now.Truncate(time.Hour).Add(time.Hour).Sub(now)) // the two ticks at rest are of minutes 2 and 3
	now = kit.Now()
	start := now.Add(5 * time.Hour)
	for i := range 1000 {
		id := kit.IDs.Next()
		o := &order.Order{ID: id, Kind: "bulk", Country: "BR", No: fmt.Sprint(i), Owner: auth.Owner{User: "u", Tenant: "u"},
			Created: now.Add(-3 * time.Hour)}
		switch i % 3 {
		case 0:
			o.Status, o.StartAt = order.Waiting, &start
		case 1:
			o.Status = order.Review
		case 2:
			o.Status = order.Paused
		}
		if err := e.DB.WriteAll(context.Background(), unconditioned(e.Orders().Add(o))); err != nil {
			t.Fatal(err)
		}
	}
	tick := func() (int64, error) {
		kit.Clock.Add(time.Minute)
		kit.Meter.Take()
		_, err := runTicks(context.Background(), Ticks(e), func(map[string]any) {})
		return kit.Meter.Take().Calls, err
	}
	if n, err := tick(); err != nil || n < 1000 {
		t.Errorf("what was changed is not looked at: %d calls, %v", n, err)
	}
	n, err := tick()
	t.Logf("%d calls at rest", n)
	if err != nil || n != 8 {
		t.Errorf("%d calls at rest, %v", n, err)
	}
	kit.Clock.Add(5 * time.Hour)
	if n, _ := tick(); n < 333 { // they have no plan to begin with
		t.Errorf("what is due is not looked at: %d calls", n)
	}
}

// unconditioned leaves the rows that a batch can write.
func unconditioned(ops []store.Op) (out []store.Op) {
	for _, op := range ops {
		if op.Verb == store.Put {
			op.If = nil
			out = append(out, op)
		}
	}
	return out
}
