package app_test

import (
	"context"
	"errors"
	"herald/pkg/app"
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
)

// A message that fails on its last delivery is listed with its error; an earlier failure leaves no row. Work is counted by its queue.
func TestTheLastFailureIsTheCauseOfADeadLetter(t *testing.T) {
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	e.Metrics = metric.New(k.Now)
	order := k.IDs.Next()
	message := queue.New("bulk.chunk", "acme", map[string]string{"o": order})
	id := k.Bury("send", message)
	handle := func(ctx context.Context, batch []queue.Message) ([]int, error) {
		return nil, errors.New("provider is away")
	}
	for _, delivery := range []int{4, 5} {
		failed, err := app.Consume(t.Context(), e, "send", handle, []queue.Received{{Message: message, ID: id, Deliveries: delivery}})
		if err == nil || !slices.Equal(failed, []int{0}) {
			t.Errorf("%v %v", failed, err)
		}
	}
	if err := app.DeadLetters(e).Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := app.DeadLetters(e).Groups(t.Context())
	if err != nil || len(got.Groups) != 1 || got.Groups[0].Error != "provider is away" || got.Groups[0].Orders[0] != order {
		t.Errorf("%+v %v", got, err)
	}
	if c := e.Metrics.Totals()[metric.Key{Name: metric.WorkFailures, Label: "send"}]; c == nil || c.N != 2 {
		t.Errorf("%+v", c)
	}
}
