package apptest

import (
	"strings"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

func (p *SendingFixture) Waits(who *sessiontest.Actor) map[string]int {
	p.Helper()
	got := map[string]int{}
	for _, w := range testkit.Data[[]review.Waiting](who.Get("/gc/review")) {
		got[w.Page] = w.Count
	}
	return got
}

// NoticesOf counts the pushes of a kind to each console since the last call.
func NoticesOf(p *SendingFixture, kind string) map[string]int {
	got := map[string]int{}
	for _, m := range p.Kit.Pushed.Take() {
		if strings.Contains(string(m.Data), `"type":"`+kind+`"`) {
			got[m.Connection]++
		}
	}
	return got
}
