package bulk_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/credit/ledger"
	"herald/pkg/platform/user"
)

func (p *play) numbers(n int) []uint64 {
	var out []uint64
	for range n {
		out = append(out, ordertest.RandomNumber(p.roll))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// temptations count the forbidden decisions that were tried in all seeds.
type temptations struct{ stale, raised, grabbed, closed atomic.Int64 }

func (n *temptations) add(p *play) {
	n.stale.Add(p.stale.Load())
	n.raised.Add(p.raised.Load())
	n.grabbed.Add(p.grabbed.Load())
	n.closed.Add(p.closed.Load())
}

func (n *temptations) enough(t *testing.T, many bool) {
	t.Logf("%d reviews of what was changed meanwhile, %d orders dearer than told, %d calls that only others may make, %d deletions",
		n.stale.Load(), n.raised.Load(), n.grabbed.Load(), n.closed.Load())
	if many && n.stale.Load()*n.raised.Load()*n.grabbed.Load()*n.closed.Load() == 0 {
		t.Error("nobody tried what must be refused")
	}
}

func (v *verdict) book() *ledger.Ledger { return &ledger.Ledger{DB: v.System.DB, Now: time.Now} }

// decided checks that no forbidden decision took effect.
func (v *verdict) decided() {
	for _, w := range v.wrongs {
		v.expect(false, "%s", w)
	}
	users := &user.Store{DB: v.System.DB, Now: time.Now}
	eve, ok, err := users.Load(v.Context, v.Eve.ID)
	v.expect(err == nil, "eve: %v", err)
	if ok && !eve.Deleted {
		return
	}
	available, reserved, err := v.book().Balance(v.Context, v.Eve.ID)
	v.expect(err == nil && available == 0 && reserved == 0, "eve is deleted and has %s, %s of it reserved, %v", available, reserved, err)
	child, ok, err := users.ByLogin(v.Context, evesChild)
	v.expect(err == nil && (!ok || child.Deleted), "eve is deleted and has a secondary, %v", err)
}
