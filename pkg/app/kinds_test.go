package app

import (
	"slices"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/store"
)

// withNumber is an environment with a provider that sends.
func withNumber(t *testing.T) *Env {
	kit := testkit.Memory(t)
	cfg := *kit.Config
	cfg.Adapters.Set(map[string]string{"whatsapp.url": "http://provider.test", "whatsapp.version": "v23.0", "whatsapp.phoneNumberId": "1",
		"whatsapp.wabaId": "2"})
	return Build(&cfg, kit.AWS, kit.Meter, kit.Now)
}

// A line in orderKinds is enough: each kind has its module in the group that it names, its life cycle knows the others, and its running
// orders have figures.
func TestARegisteredOrderKindIsJoined(t *testing.T) {
	e := withNumber(t)
	figures := e.figures()
	names := map[string]bool{}
	for _, k := range e.servedKinds() {
		flow := k.made.Lifecycle()
		if spec := flow.Kind.Spec(); spec.Name != k.Name || names[k.Name] || figures[k.Name] == nil {
			t.Errorf("the kind %s registers as %s; figures: %t", spec.Name, k.Name, figures[k.Name] != nil)
		}
		names[k.Name] = true
		if !slices.ContainsFunc(AllModules(e), func(r Registration) bool { return r.Module == k.made }) {
			t.Errorf("no route group serves %s: %q is none", k.Name, k.Group)
		}
		if len(flow.Siblings) != len(orderKinds()) {
			t.Errorf("%s knows %d kinds", k.Name, len(flow.Siblings))
		}
	}
	if len(names) != len(orderKinds()) || len(figures) != len(names) {
		t.Errorf("%d kinds, %d figures of %d registrations", len(names), len(figures), len(orderKinds()))
	}
}

// The janitor counts the running orders of each kind, with what a function has that sends nothing.
func TestRunningOrdersOfEachKindAreCounted(t *testing.T) {
	e := withNumber(t)
	for kind, count := range e.figures() {
		o := order.Order{ID: e.IDs.Next(), Kind: kind, Status: order.Sending, Price: 10, Total: 1}
		if err := e.DB.Transact(t.Context(), []store.Op{{Verb: store.Put, Key: order.Key(o.ID), Item: o}}); err != nil {
			t.Fatal(err)
		}
		if f, err := count(t.Context(), o.ID); err != nil || f.Charge != 0 {
			t.Errorf("%s: %+v, %v", kind, f, err)
		}
	}
}

// Negative control: a kind whose group does not exist is served by none.
func TestAKindNeedsAGroup(t *testing.T) {
	e := withNumber(t)
	lost := orderKinds()[0]
	lost.Name, lost.Group = "lost", "nowhere"
	e.ExtraKinds = []orderkind.Registration{lost}
	if slices.ContainsFunc(AllModules(e), func(r Registration) bool { return r.Name == lost.Name }) {
		t.Error("a group that does not exist serves it")
	}
}
