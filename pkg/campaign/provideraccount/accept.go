package provideraccount

import (
	"context"
	"maps"
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

// accept refuses a change that no adapter can work with, that gives a sender twice, or that takes a sender from an order. after is nil
// of an account that is deleted. Faults: provideraccount.adapter, provideraccount.twice (400), provideraccount.used (409).
func (r *Service) accept(ctx context.Context, before, after *row) error {
	had, _ := r.sendersOf(before) // one that cannot be built has none
	var has []string
	var err error
	switch {
	case after != nil:
		if has, err = r.sendersOf(after); err != nil {
			r.Log(map[string]any{"warning": "provider account: " + err.Error(), "account": after.ID})
			return fault.Bad("values", "provideraccount.adapter")
		}
	case before.ID == before.Provider:
		has, _ = r.sendersOf(&row{ID: before.ID, Provider: before.Provider}) // what the configuration says
	}
	for _, a := range r.Senders() {
		if id := a.Profile().Sender; a.Of != before.ID && slices.Contains(has, id) {
			return fault.Bad("values", "provideraccount.twice", "sender", id)
		}
	}
	lost := slices.DeleteFunc(slices.Clone(had), func(id string) bool { return slices.Contains(has, id) })
	if len(lost) == 0 {
		return nil
	}
	numbers, _, err := r.Orders(ctx, lost, 1)
	if err == nil && len(numbers) > 0 {
		err = fault.State("provideraccount.used", "order", numbers[0])
	}
	return err
}

// sendersOf are the ids of the senders that an account would have. Its keys are not needed for that: a word stands for each.
func (r *Service) sendersOf(one *row) ([]string, error) {
	a := &Account{ID: one.ID, Provider: one.Provider, row: *one, opened: map[string][]string{}}
	for name := range maps.Keys(one.Keys) {
		a.opened[name] = []string{"key"}
	}
	a.Settings = overlay(*r.Base, a, r.Now())
	if !a.Settings.Used(a.Provider) {
		return nil, nil
	}
	all, err := r.Build(a)
	out := ids(all)
	if one.ID == one.Provider {
		if id := r.GroupSender(a); id != "" {
			out = append(out, id)
		}
	}
	return out, err
}

func ids(all []*provider.Account) (out []string) {
	for _, a := range all {
		out = append(out, a.Profile().Sender)
	}
	return out
}
