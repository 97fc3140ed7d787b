package report_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
)

// Statistics: an order counts once in the figures of its day, for any number of counts: while it runs, when it is
// settled, refunded and counted again. The users who see the order see the figures.
func TestWhatWasSentIsCountedOnce(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	p.Users.Admin.Put("/lop/system/config/order.settle.minutes", apptest.Object{"value": 2}).OK()
	p.Users.Admin.Put("/lop/system/config/order.unknown.minutes", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Users.Direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked"}).OK()
	id := p.SubmitBulk(p.Users.Direct, "x", 5, nil)
	p.RunQueues()
	room := p.Env.Report()
	for range 3 {
		if err := room.Count(p.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	s := p.SendingReport(p.Users.Direct, "")
	if f := s.Total; f.Orders != 1 || f.Targets != 5 || f.Sent != 4 || f.Failed != 1 {
		t.Errorf("while it runs: %+v", f)
	}
	p.Kit.Clock.Add(3 * time.Minute)
	p.RunTicks()
	p.RunQueues()
	p.RunTicks()
	for range 2 {
		if err := room.Count(p.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	s = p.SendingReport(p.Users.Admin, "?detail=true")
	if f := s.Total; f.Orders != 1 || f.Sent != 4 || f.Failed != 1 || f.Cost != 400 {
		t.Errorf("settled: %+v", f)
	}
	if len(s.Days) != 30 || s.Days[29].Sent != 4 || len(s.Customers) != 1 || s.Customers[0].Key != p.Users.Direct.User.ID ||
		s.Channels[0].Key != "whatsapp" || s.Countries[0].Key != "BR" || s.Templates[0].Key != "" {
		t.Errorf("%+v", s)
	}
	p.Users.Admin.Put("/gc/groupsendorder/"+id+"/refund", apptest.Object{"amount": 1, "reason": "x"}).OK()
	p.RunTicks()
	if f := p.SendingReport(p.Users.Admin, "").Total; f.Orders != 1 || f.Cost != 300 {
		t.Errorf("after a refund: %+v", f)
	}
	if f := p.SendingReport(p.Users.Admin, "?channel=sms").Total; f.Orders != 0 {
		t.Errorf("another channel: %+v", f)
	}
	for _, other := range []*sessiontest.Actor{p.Users.Agent, p.Users.Customer} {
		if f := p.SendingReport(other, "").Total; f.Orders != 0 {
			t.Errorf("%s sees a foreign order: %+v", other.Name, f)
		}
	}
	for query, orders := range map[string]int{"customerId=" + p.Users.Direct.User.ID: 1, "customerId=" + p.Users.Customer.User.ID: 0,
		"channel=whatsapp": 1, "countryCode=BR": 1, "countryCode=IN": 0, "template=none/en": 0,
		"channel=whatsapp&countryCode=BR&customerId=" + p.Users.Direct.User.ID: 1} {
		s := p.SendingReport(p.Users.Admin, "?"+query)
		days := 0
		for _, d := range s.Days {
			days += d.Orders
		}
		if s.Total.Orders != orders || days != orders || len(s.Days) != 30 {
			t.Errorf("%s: %d orders, %d by day", query, s.Total.Orders, days)
		}
	}
	// who names a foreign customer learns nothing
	if f := p.SendingReport(p.Users.Agent, "?customerId="+p.Users.Direct.User.ID).Total; f.Orders != 0 {
		t.Errorf("a foreign customer's figures: %+v", f)
	}
	rows := apptest.ReadTable(t, p.Users.Direct.In("en_US").Get("/dmp/sending/export").Raw, "Day")
	if len(rows) != 1 {
		t.Errorf("the file has %d rows", len(rows))
	}
	for query, want := range map[string]string{"?from=2026-01-01&to=2026-12-31": "at most 92 days",
		"?from=2026-11-23&to=2026-11-01": "at most 92 days"} {
		if a := p.Users.Direct.In("en_US").Get("/dmp/sending" + query); a.Status != http.StatusBadRequest ||
			!strings.Contains(string(a.Raw), want) {
			t.Errorf("%s: %s", query, a.Raw)
		}
	}
	if a := p.Users.Direct.In("en_US").Get("/dmp/sending?from=yesterday"); a.Status != http.StatusBadRequest {
		t.Errorf("no day: %s", a.Raw)
	}
}
