package bulk_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// contactFile is numbers as a file of contacts has them.
func contactFile(numbers []uint64) []byte {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "+%d\n", n)
	}
	return []byte(b.String())
}

func (p *play) numbers(n int) []uint64 {
	var out []uint64
	for range n {
		out = append(out, someNumber(p.roll))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// temptations count what the deciders of all seeds tried.
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

func (v *verdict) book() *ledger.Ledger { return &ledger.Ledger{DB: v.system.db, Now: time.Now} }

// decided checks that no forbidden decision took effect.
func (v *verdict) decided() {
	for _, w := range v.wrongs {
		v.expect(false, "%s", w)
	}
	users := &user.Store{DB: v.system.db, Now: time.Now}
	eve, ok, err := users.Load(v.ctx, v.eve.id)
	v.expect(err == nil, "eve: %v", err)
	if ok && !eve.Deleted {
		return
	}
	available, reserved, err := v.book().Balance(v.ctx, v.eve.id)
	v.expect(err == nil && available == 0 && reserved == 0, "eve is deleted and has %s, %s of it reserved, %v", available, reserved, err)
	child, ok, err := users.ByLogin(v.ctx, evesChild)
	v.expect(err == nil && (!ok || child.Deleted), "eve is deleted and has a secondary, %v", err)
}

// clerksRights are those that give credit.
var clerksRights = []string{"aty:customerinfo:recharge", "aty:customerinfo:give", "aty:customerinfo:rebate", "aty:customerinfo:price",
	"aty:customerinfo:page", "gc:groupsendorder:refund", "gc:groupsendorder:page", "call:order:refund"}

// extras adds users whose calls must be refused: eve, a customer that is not activated and never paid, and a clerk with every permission
// whose view is narrowed to the agent.
func (w *town) extras(s *system, add func(auth.Type, string, ...string) *actor) {
	w.eve = add(auth.First, "")
	s.must(w.admin, request{"POST", "/system/role",
		map[string]any{"code": "everything", "name": "Everything", "types": []int{1}, "permissions": clerksRights}, ""})
	w.clerk = add(auth.Admin, "", "everything")
	s.must(w.admin, request{"PUT", "/aty/sysuser/scope/" + w.clerk.id, map[string]any{"userIds": []string{w.agent.id}}, ""})
	s.signIn(w.clerk)
	w.clerk.token = s.token(w.clerk)
	w.eveFile = s.must(w.eve, request{"POST", "/uf/uploadfile/contact", &form{file: contactFile([]uint64{5511987654321})}, ""}).id()
}
