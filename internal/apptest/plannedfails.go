package apptest

import (
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
)

func (p *GroupFixture) GaveUp(id, says string) {
	p.Helper()
	p.Kit.Clock.Add(time.Second)
	p.Works()
	if o := p.Show(id); o.Status != order.Failed || !strings.Contains(o.Reason, says) {
		p.Errorf("%d %q, wanted %q", o.Status, o.Reason, says)
	}
	credit := testkit.Data[struct{ Balance float64 }](p.Users.Direct.Get("/pi/personal/info")).Balance
	if made := len(p.Sim.Groups()); made != 0 || credit != 1000 {
		p.Errorf("%d groups, balance %v", made, credit)
	}
}
