package bulk_test

import (
	"sync"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
)

// second adds a second message to a purchase; its owner or the tick chooses between them.
func (p *play) second(b *purchase) map[string]any {
	b.hand = p.roll(3) == 0
	return map[string]any{"message": map[string]any{"type": "text", "text": "hey"}, "share": 20 + p.roll(31),
		"by": []string{"delivered", "read"}[p.roll(2)], "waitMinutes": 1 + p.roll(3),
		"choose": map[bool]string{true: "hand", false: "auto"}[b.hand]}
}

// choose chooses the message for the rest, sometimes twice at once: one choice applies.
func (p *play) choose(b *purchase) {
	var all sync.WaitGroup
	for i := range 1 + p.roll(2) {
		variant := string("ab"[(i+p.roll(2))%2])
		all.Go(func() {
			if p.Await(b.who, ordertest.NewRequest("PUT", b.path+"/"+b.id()+"/variant", map[string]any{"variant": variant})).OK() {
				p.chosen.Add(1)
			}
		})
	}
	all.Wait()
}

// trial checks that each recipient got its assigned message, or the chosen one if it waited for the choice. No recipient is counted twice
// or lost.
func (v *verdict) trial(o *order.Order, t *order.Tally, texts map[string]string) {
	view := v.rooms.Engine.Statistics().TrialOf(v.Context, o, t)
	a, b := view.Variants[0], view.Variants[1]
	v.expect(a.Total+b.Total+view.Rest.Total == o.Total, "%s tries with %d and %d, and %d wait, of %d", o.Name, a.Total, b.Total,
		view.Rest.Total, o.Total)
	v.expect(view.Chosen != "" || view.Rest.Called == 0, "%d of the rest of %s were called before a message was chosen", view.Rest.Called,
		o.Name)
	v.expect(o.Status != order.Completed || view.Chosen != "" && view.ChosenTime != nil, "%s is completed without a choice", o.Name)
	if view.Rest.Called > 0 {
		v.tried++
	}
	for c := range o.Pieces() {
		targets, err := v.rooms.Engine.Statistics().TargetsOf(v.Context, o, c)
		v.expect(err == nil, "targets of %s: %v", o.Name, err)
		for _, one := range targets {
			if got := texts[one.PhoneNumber]; got != "" {
				v.expect(got == map[string]string{"a": "hi", "b": "hey"}[one.Variant], "%s of %q got %q of %s", one.PhoneNumber, one.Variant, got,
					o.Name)
			}
		}
	}
}
