package apptest

import (
	"herald/pkg/app"
	"herald/pkg/campaign/report"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// Minute lets the janitor look.
func (p *SendingFixture) Minute() {
	p.Helper()
	for name, tick := range app.Ticks(p.Env) {
		if err := tick(p.Context()); err != nil {
			p.Errorf("%s: %v", name, err)
		}
	}
}

func (p *SendingFixture) Sending(who *sessiontest.Actor, query string) *report.Sending {
	p.Helper()
	s := testkit.Data[report.Sending](who.Get("/dmp/sending" + query))
	return &s
}
