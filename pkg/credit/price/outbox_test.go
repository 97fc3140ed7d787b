package price_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/pkg/app"
	"herald/pkg/credit/price"
	"herald/pkg/kit/queue"
)

// The notices of a raised price survive a crash between the write of the price and the message. The next tick stores them once; a late or
// repeated message stores no second ones.
func TestNoticesOfARaisedPriceAreNotLost(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3}).OK()
	c.Agent.Post("/proxy/service/price", apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": 6}).OK()
	want := []string{"WhatsApp bulk send (BR) now costs 6.00 credits instead of 3.00. Orders you have already placed keep their price."}
	var late []queue.Message
	take := func() { // the sent messages are lost, for now
		b.Kit.Work(b, "job", func(_ context.Context, m queue.Message) error { late = append(late, m); return nil })
	}
	take()
	if got := b.PriceNotices(c.Customer); len(got) != 0 ||
		!slices.ContainsFunc(late, func(m queue.Message) bool { return m.Kind == price.TaskRaised }) {
		t.Fatalf("%q, %v", got, late)
	}
	b.Tick()
	if got := b.PriceNotices(c.Customer); len(got) != 0 {
		t.Errorf("the tick does not leave the message its time: %q", got)
	}
	b.Kit.Clock.Add(time.Minute)
	for range 2 {
		b.Tick()
		if got := b.PriceNotices(c.Customer); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	}
	tasks := app.JobTasks(b.Env)
	for range 2 {
		for _, m := range late {
			if err := tasks[m.Kind](t.Context(), m); err != nil {
				t.Error(err)
			}
		}
	}
	if got := b.PriceNotices(c.Customer); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	// A message whose work is cut off leaves the change due.
	c.Agent.Post("/proxy/service/price", apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": 7}).OK()
	late = nil
	take()
	cut, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the function was ended"))
	for _, m := range late {
		_ = tasks[m.Kind](cut, m) // whether it got anywhere
	}
	b.Kit.Clock.Add(time.Minute)
	b.Tick()
	if got := b.PriceNotices(c.Customer); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
