package bulk_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
)

// A worker's data is as old as its request, not as the answer. The last read before the calls is answered five
// seconds late. A number that was suppressed meanwhile is not called. It once was, and fifteen seconds late.
func TestALateAnswerSendsToNobodyWhoWasSuppressedMeanwhile(t *testing.T) {
	late(t, "suppressed", func(q *quietTown, group string) {
		for _, n := range q.members[group] {
			q.ok(q.admin, "POST", "/aty/suppression",
				map[string]any{"phoneNumber": fmt.Sprintf("+%d", n), "scope": "global", "reason": "asked on the phone"})
		}
	})
}

// An order whose customer was locked meanwhile makes no call either.
func TestALateAnswerSendsNothingOfALockedCustomer(t *testing.T) {
	late(t, "locked", func(q *quietTown, _ string) {
		q.ok(q.admin, "PUT", "/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": q.ana.id, "lock": true})
	})
}

// late runs meanwhile while the first read before the calls is answered late. After that no call may be made.
func late(t *testing.T, what string, meanwhile func(q *quietTown, group string)) {
	t.Helper()
	dispatch.SetSizes(12, 4)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	town := theTown(t)
	clocktest.Bubble(t, func(t *testing.T) {
		s := town.open(5) // without short cuts
		defer s.close()
		q := &quietTown{&play{system: s, town: town}, t}
		if err := setting.New(s.db, time.Now, setting.Define(testkit.ModuleParts()...)).Set(s.ctx, "order.review.auto", "true",
			"admin"); err != nil {
			t.Fatal(err)
		}
		var looks atomic.Int32
		asked := make(chan struct{})
		s.answered = func(call, body string) {
			if call == "BatchGetItem" && strings.Contains(body, `"CTL"`) && strings.Contains(body, `"HEAD"`) && looks.Add(1) == 1 {
				close(asked)
				s.sleep(5 * time.Second)
			}
		}
		group := q.groups[q.ana][0]
		s.janitor()
		q.ok(q.ana, "POST", "/gc/groupsendorder", wishOf("x", group, ""))
		<-asked
		meanwhile(q, group)
		q.sleep(5 * time.Minute)
		for _, n := range q.members[group] {
			if q.got(n) != 0 {
				t.Errorf("%d got a message, and was %s before", n, what)
			}
		}
		if looks.Load() < 2 {
			t.Errorf("it looked %d times", looks.Load())
		}
	})
}
