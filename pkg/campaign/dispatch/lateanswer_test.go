package dispatch_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/platform/setting"
)

// A worker's data is as old as its request, not as the answer. The last read before the calls is answered five
// seconds late. A number that was suppressed meanwhile is not called. It once was, and fifteen seconds late.
func TestALateAnswerDoesNotSendToNewlySuppressedNumbers(t *testing.T) {
	late(t, "suppressed", func(q *ordertest.CalmSystem, group string) {
		for _, n := range q.Members[group] {
			q.MustCall(q.Admin, "POST", "/aty/suppression",
				map[string]any{"phoneNumber": fmt.Sprintf("+%d", n), "scope": "global", "reason": "asked on the phone"})
		}
	})
}

// An order whose customer was locked meanwhile makes no call either.
func TestALateAnswerSendsNothingOfALockedCustomer(t *testing.T) {
	late(t, "locked", func(q *ordertest.CalmSystem, _ string) {
		q.MustCall(q.Admin, "PUT", "/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": q.Ana.ID, "lock": true})
	})
}

// late runs meanwhile while the first read before the calls is answered late. After that no call may be made.
func late(t *testing.T, what string, meanwhile func(q *ordertest.CalmSystem, group string)) {
	t.Helper()
	chunkrow.SetSizes(12, 4)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	town := ordertest.SharedScenario(t)
	clocktest.Bubble(t, func(t *testing.T) {
		s := town.Open(5) // without short cuts
		defer s.Close()
		q := &ordertest.CalmSystem{System: s, Scenario: town, T: t}
		if err := setting.New(s.DB, time.Now, setting.Define(testkit.ModuleParts()...)).Set(s.Context, "order.review.auto", "true",
			"admin"); err != nil {
			t.Fatal(err)
		}
		var looks atomic.Int32
		asked := make(chan struct{})
		s.OnAnswer = func(call, body string) {
			if call == "BatchGetItem" && strings.Contains(body, `"CTL"`) && strings.Contains(body, `"HEAD"`) && looks.Add(1) == 1 {
				close(asked)
				s.Sleep(5 * time.Second)
			}
		}
		group := q.Groups[q.Ana][0]
		s.Janitor()
		q.MustCall(q.Ana, "POST", "/gc/groupsendorder", ordertest.NamedOrderBody("x", group, ""))
		<-asked
		meanwhile(q, group)
		q.Sleep(5 * time.Minute)
		for _, n := range q.Members[group] {
			if q.ReceivedBy(n) != 0 {
				t.Errorf("%d got a message, and was %s before", n, what)
			}
		}
		if looks.Load() < 2 {
			t.Errorf("it looked %d times", looks.Load())
		}
	})
}
