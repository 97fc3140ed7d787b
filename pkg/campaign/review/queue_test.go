package review_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
)

// The reviewer's queue counts the waiting items for every user who may review them, and pushes the count to open
// consoles of staff. The dossier has the customer's earlier orders and the next order. A decided or cancelled item
// waits no more.
func TestWhatWaitsForAReviewer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	listener := p.OpenSocket(p.Users.Admin)
	other := p.OpenSocket(p.Users.Direct)

	if got := testkit.Data[[]review.Waiting](p.Users.Direct.Get("/gc/review")); len(got) != 0 {
		t.Errorf("a customer reviews nothing: %v", got)
	}
	got := p.ReviewCounts(p.Users.Admin)
	kinds := []string{"bgo/group", "call/order", "channel/order", "comment/item", "comment/order", "comment/template", "edm/order", "gc/order",
		"gc/template"}
	if !slices.Equal(slices.Sorted(maps.Keys(got)), kinds) || slices.Max(slices.Collect(maps.Values(got))) != 0 {
		t.Errorf("nothing waits: %v", got)
	}
	first := p.SubmitBulk(p.Users.Direct, "first", 3, nil)
	second := p.SubmitBulk(p.Users.Direct, "second", 2, nil)
	third := p.SubmitBulk(p.Users.Direct, "third", 1, nil)
	p.RunQueues()
	if got := p.ReviewCounts(p.Users.Admin); got["gc/order"] != 3 {
		t.Errorf("three wait: %v", got)
	}
	if n := apptest.CountNotices(p, "review"); n[listener] == 0 || n[other] != 0 {
		t.Errorf("staff's consoles alone are told that the queue changed: %v", n)
	}

	p.Users.Direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked"}).OK()
	d := testkit.Data[order.ReviewInfo](p.Users.Admin.In("en_US").Get("/gc/groupsendorder/" + first + "/review"))
	if d.Waiting != 3 || d.Others != 2 || d.Next != second {
		t.Errorf("next %q of %d, %d others, want %q", d.Next, d.Waiting, d.Others, second)
	}
	if d.Audience.Source != "file" || d.Audience.Name != "n.txt" || len(d.Audience.Countries) != 1 ||
		d.Audience.Countries[0] != (order.AudienceCountry{Code: "BR", Count: 3}) {
		t.Errorf("audience: %+v", d.Audience)
	}
	if len(d.Audience.Held) != 1 || d.Audience.Held[0].Count != 1 || !strings.Contains(d.Audience.Held[0].Reason, "suppression list") {
		t.Errorf("held: %+v", d.Audience.Held)
	}
	if d.History.Orders != 2 || d.History.Refused != 0 {
		t.Errorf("history: %+v", d.History)
	}
	if a := p.Users.Direct.Get("/gc/groupsendorder/" + first + "/review"); a.Status != http.StatusForbidden {
		t.Errorf("a customer reads its dossier: %d", a.Status)
	}

	p.Users.Admin.Put("/gc/groupsendorder/review", apptest.Object{"ids": []string{first}, "pass": false, "reason": "Who sends this?"}).OK()
	p.Users.Direct.Put("/gc/groupsendorder/"+second+"/cancel", nil).OK()
	p.RunQueues()
	if d = testkit.Data[order.ReviewInfo](p.Users.Admin.Get("/gc/groupsendorder/" + first + "/review")); d.Waiting != 1 || d.Others != 1 ||
		d.Next != third {
		t.Errorf("dossier of one that was refused: %+v", d)
	}
	d = testkit.Data[order.ReviewInfo](p.Users.Admin.Get("/gc/groupsendorder/" + third + "/review"))
	if d.Waiting != 1 || d.Others != 0 || d.Next != "" || d.History.Refused != 1 || len(d.History.Refusals) != 1 ||
		d.History.Refusals[0].Reason != "Who sends this?" {
		t.Errorf("dossier of the last: %+v", d)
	}
	p.Users.Admin.Put("/gc/groupsendorder/review", apptest.Object{"ids": []string{third}, "pass": true}).OK()
	p.RunQueues()
	if got := p.ReviewCounts(p.Users.Admin); got["gc/order"] != 0 {
		t.Errorf("nothing waits any more: %v", got)
	}
}

// Templates wait in a queue of their own.
func TestTemplatesWaitForAReviewer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	id := testkit.Data[struct{ ID string }](p.Users.Direct.Post("/gc/template",
		apptest.Object{"name": "Sale", "language": "pt_BR", "category": "MARKETING", "content": "Hoje 20 %"})).ID
	if got := p.ReviewCounts(p.Users.Admin); got["gc/template"] != 1 {
		t.Fatalf("a template waits: %v", got)
	}
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{id}, "pass": false, "reason": "no"}).OK()
	if got := p.ReviewCounts(p.Users.Admin); got["gc/template"] != 0 {
		t.Errorf("it was judged: %v", got)
	}
}

// An order shows its customer a cumulative funnel, the throughput, and each failure reason with advice.
func TestAnOrderTellsHowFarItCame(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	p.Users.Direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked"}).OK()
	id := p.SubmitBulk(p.Users.Direct, "x", 5, nil)
	p.RunQueues()
	s := testkit.Data[dispatch.Stat](p.Users.Direct.In("en_US").Get("/gc/groupsendorder/" + id + "/stat"))
	if f := s.Funnel; f.Targets != 5 || f.HeldBack != 1 || f.Sent != 4 || f.Failed != 0 || f.Arrived > f.Sent || f.Read > f.Arrived {
		t.Errorf("funnel: %+v", f)
	}
	if len(s.Reasons) != 1 || !s.Reasons[0].Held || s.Reasons[0].Key != "suppressed" || s.Reasons[0].Count != 1 ||
		!strings.Contains(s.Reasons[0].Advice, "suppression list") {
		t.Errorf("reasons: %+v", s.Reasons)
	}
	sent := 0
	for _, point := range s.Throughput.Points {
		sent += point.Sent
	}
	if sent != 4 || s.Throughput.Every != 60 || s.Throughput.PerMinute == 0 || s.Throughput.FinishTime != nil {
		t.Errorf("tempo: %+v", s.Throughput)
	}
	start := p.Kit.Now().Add(2 * time.Hour).Truncate(time.Second)
	waits := p.SubmitBulk(p.Users.Direct, "later", 100, apptest.Object{"startTime": start.Format(time.RFC3339)})
	p.RunQueues()
	s = testkit.Data[dispatch.Stat](p.Users.Direct.Get("/gc/groupsendorder/" + waits + "/stat"))
	if s.Throughput.FinishTime == nil || s.Throughput.FinishTime.Before(start) || len(s.Throughput.Points) != 0 {
		t.Errorf("an order that waits for its hour is done after it: %+v", s.Throughput)
	}
}
