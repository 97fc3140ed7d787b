package sender

import (
	"context"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/provider"
)

func room(t *testing.T, senders ...*provider.Account) (*Service, *time.Time, context.Context) {
	t.Helper()
	b, now := book(t)
	return &Service{Store: b, Senders: provider.NewRegistry(senders...)}, now, auth.Into(t.Context(), &auth.Principal{Name: "Ana"})
}

func ptr[T any](v T) *T { return &v }

// A row shows the start of its warm-up and its current day. A warm-up that was ended has no start, and other changes do not begin its first
// day again.
func TestAWarmUpThatEndedBeganNever(t *testing.T) {
	r, now, ctx := room(t, account("1"))
	start := *now
	steps := []struct {
		change Change
		from   *time.Time
		day    int
	}{
		{Change{Weight: ptr(50)}, nil, 0},
		{Change{WarmUp: ptr(0)}, nil, 0},
		{Change{WarmUp: ptr(300)}, ptr(start.Add(48 * time.Hour)), 1},
		{Change{WarmUp: ptr(300), Weight: ptr(60)}, ptr(start.Add(48 * time.Hour)), 2},
		{Change{WarmUp: ptr(40)}, ptr(start.Add(96 * time.Hour)), 1},
		{Change{WarmUp: ptr(0)}, nil, 0},
		{Change{WarmUp: ptr(0), Daily: ptr(7)}, nil, 0},
	}
	for i, step := range steps {
		step.change.ID = "1"
		row, err := r.edit(ctx, &struct{ Body Change }{step.change})
		if err != nil {
			t.Fatal(err)
		}
		if (row.WarmFrom == nil) != (step.from == nil) || row.WarmFrom != nil && !row.WarmFrom.Equal(*step.from) || row.WarmDay != step.day {
			t.Errorf("step %d: since %v, day %d", i, row.WarmFrom, row.WarmDay)
		}
		if s, err := r.Store.Of(ctx, "1"); err != nil || s.WarmFrom.IsZero() != (step.from == nil) {
			t.Errorf("step %d: kept %v, %v", i, s.WarmFrom, err)
		}
		*now = now.Add(24 * time.Hour)
	}
}

// The limit of a sender is named: the lowest of the staff's, the provider's and that of its warm-up day.
func TestALimitIsNamed(t *testing.T) {
	r, now, ctx := room(t, account("1"))
	set := map[string]any{"u": 50, "uf": *now}
	for i, step := range []struct {
		set   map[string]any
		limit int
		by    string
		day   int
	}{
		{nil, 50, "warmUp", 1},
		{map[string]any{"t": 80}, 80, "tier", 2},
		{map[string]any{"d": 80}, 80, "daily", 3},
		{map[string]any{"t": 60}, 60, "tier", 4},
		{map[string]any{"t": 0, "d": 0}, 800, "warmUp", 5},
	} {
		for k, v := range step.set {
			set[k] = v
		}
		change(t, r.Store, "1", set)
		all, err := r.all(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if row := all[0]; row.Limit == nil || *row.Limit != step.limit || row.LimitBy != step.by || row.WarmDay != step.day {
			t.Errorf("step %d: %v by %s on day %d", i, row.Limit, row.LimitBy, row.WarmDay)
		}
		*now = now.Add(24 * time.Hour)
	}
	*now = now.Add(40 * 24 * time.Hour)
	if all, err := r.all(ctx); err != nil || all[0].Limit != nil || all[0].LimitBy != "" || all[0].WarmDay != 0 {
		t.Errorf("after the warm-up: %+v %v", all[0], err)
	}
}

// A number is found by its digits, by its displayed form and by its id; an account by its name.
func TestANumberIsFoundAsItIsShown(t *testing.T) {
	number := func(id, digits, channel string) *provider.Account {
		return &provider.Account{Messenger: fixed{p: provider.Profile{Sender: id, Number: digits, Channel: channel}}}
	}
	r, _, ctx := room(t, number("106", "15550783881", "whatsapp"), number("aws", "", "sms"), number("12065550102", "12065550102", "voice"))
	all, err := r.all(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ number, called string }{{"15550783881", "+15550783881 106"}, {"", "aws"},
		{"12065550102", "+12065550102 12065550102"}} {
		if all[i].Number != want.number || all[i].called() != want.called {
			t.Errorf("%q, %q", all[i].Number, all[i].called())
		}
	}
}
