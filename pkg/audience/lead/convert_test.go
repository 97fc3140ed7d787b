package lead_test

import (
	"strings"
	"sync"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
)

func channelModules(w *world) (all []module.Module) {
	for _, m := range app.Channel(w.e) {
		all = append(all, m.Module)
	}
	return all
}

type profile struct {
	RecommendUserID, RecommendUserName, AgentID string
}

// A lead of the platform becomes a customer whose referrer is the channel's promoter, and then refers to it.
func TestConversion(t *testing.T) {
	w := open(t)
	l := w.add(w.sales, w.platform)
	if !l.Convertible || l.PromoterID != w.promoter.User.ID {
		t.Fatalf("%+v", l)
	}
	w.sales.Post("/channel/lead/"+l.ID+"/convert", customer("email", "")).Bad("email")
	made := testkit.Data[lead.ConvertResponse](w.sales.Post("/channel/lead/"+l.ID+"/convert", customer()))
	if made.Lead.Status != lead.Converted || made.Lead.UserID != made.UserID || made.Lead.ConvertTime == nil {
		t.Errorf("%+v", made)
	}
	c := testkit.Data[profile](w.sales.Get("/aty/customerinfo/" + made.UserID))
	if c.RecommendUserID != w.promoter.User.ID || c.AgentID != "" {
		t.Errorf("%+v", c)
	}
	w.sales.Post("/channel/lead/"+l.ID+"/convert", customer()).Want(409, 409)
	w.sales.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": "r"}).Want(409, 409)
	if p := w.page(w.sales, "userId="+made.UserID); p.Total != 1 {
		t.Errorf("%+v", p)
	}
	f := testkit.Data[saleschannel.Funnel](w.sales.Get("/channel/sales/funnel?channelId=" + w.platform.ID))
	if f.Total.Leads != 1 || f.Total.Qualified != 1 || f.Total.Customers != 1 || len(f.Days) != 30 || len(f.Channels) != 1 {
		t.Errorf("%+v", f)
	}
}

// An agent's lead becomes the agent's customer, also when staff convert it. A customer's lead becomes none, and who may not add customers
// converts none.
func TestWhoConverts(t *testing.T) {
	w := open(t)
	for n, who := range []*testkit.Client{w.Agent.Client, w.sales.Client} {
		l := w.add(w.Agent, w.agents, "phoneNumber", phoneOf(n))
		made := testkit.Data[lead.ConvertResponse](who.Post("/channel/lead/"+l.ID+"/convert", customer()))
		if c := testkit.Data[profile](w.Agent.Get("/aty/customerinfo/" + made.UserID)); c.AgentID != w.Agent.User.ID {
			t.Errorf("%+v", c)
		}
	}
	l := w.add(w.Direct, w.shops)
	w.Direct.Post("/channel/lead/"+l.ID+"/convert", customer()).Want(403, 403)
	w.sales.Post("/channel/lead/"+l.ID+"/convert", customer()).Want(409, 409)
	w.OtherAgent.Post("/channel/lead/"+l.ID+"/convert", customer()).Want(404, 404)
	// The promoter is the referrer, also one that who converts does not see.
	given := w.channel(w.sales, "customerId", w.Agent.User.ID, "ownerId", w.sales.User.ID)
	by := w.add(w.Agent, given, "phoneNumber", phoneOf(7))
	led := testkit.Data[lead.ConvertResponse](w.Agent.Post("/channel/lead/"+by.ID+"/convert", customer()))
	if c := testkit.Data[profile](w.Admin.Get("/aty/customerinfo/" + led.UserID)); c.RecommendUserID != w.sales.User.ID {
		t.Errorf("%+v", c)
	}
	// A promoter that was deleted is no referrer.
	p := w.add(w.sales, w.platform)
	w.Admin.Delete("/aty/customerinfo/"+w.promoter.User.ID, nil).OK()
	made := testkit.Data[lead.ConvertResponse](w.sales.Post("/channel/lead/"+p.ID+"/convert", customer()))
	if c := testkit.Data[profile](w.sales.Get("/aty/customerinfo/" + made.UserID)); c.RecommendUserID != "" {
		t.Errorf("%+v", c)
	}
}

// A phone that another account has makes no customer, and the lead stays as it was.
func TestATakenPhone(t *testing.T) {
	w := open(t)
	l := w.add(w.sales, w.platform)
	w.sales.Post("/channel/lead/"+l.ID+"/convert", customer("phone", w.Direct.User.Phone)).Want(409, 40911)
	if d := w.get(w.sales, l.ID); d.Status != lead.New || d.UserID != "" {
		t.Errorf("%+v", d)
	}
}

// Of several conversions at once one makes the customer; the others say that it is done. No other customer is left behind. Changes
// meanwhile are not lost.
func TestConversionsRace(t *testing.T) {
	w := open(t)
	for round := range 5 {
		l := w.add(w.sales, w.platform, "phoneNumber", phoneOf(round))
		before := testkit.Data[web.Page[struct{}]](w.Admin.Get("/aty/customerinfo/page")).Total
		var all sync.WaitGroup
		status := make([]int, 8)
		for i := range status {
			all.Go(func() { status[i] = w.sales.Post("/channel/lead/"+l.ID+"/convert", customer()).Status })
		}
		all.Go(func() { w.sales.Post("/channel/lead/"+l.ID+"/note", object{"text": "n"}) })
		all.Wait()
		won := 0
		for _, s := range status {
			if s == 200 {
				won++
			} else if s != 409 {
				t.Errorf("%d", s)
			}
		}
		after := testkit.Data[web.Page[struct{}]](w.Admin.Get("/aty/customerinfo/page")).Total
		d := w.get(w.sales, l.ID)
		if won != 1 || after != before+1 || d.Status != lead.Converted || len(d.History) != 3 {
			t.Errorf("%v: %d customers, %+v", status, after-before, d)
		}
	}
	f := testkit.Data[saleschannel.Funnel](w.sales.Get("/channel/sales/funnel"))
	if f.Total.Leads != 5 || f.Total.Customers != 5 {
		t.Errorf("%+v", f.Total)
	}
}

// Leads of one person that come at once are one lead.
func TestArrivalsRace(t *testing.T) {
	w := open(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			w.Direct.Post("/channel/lead", object{"channelId": w.shops.ID, "name": "Ada", "phoneNumber": phoneOf(1)}).OK()
		})
	}
	all.Wait()
	if p := w.page(w.Direct, ""); p.Total != 1 || p.Records[0].Again != 7 {
		t.Errorf("%+v", p)
	}
}

// A promoter sees who came through its own channels with masked numbers, what they bought, and no more.
func TestPromoters(t *testing.T) {
	w := open(t)
	l := w.add(w.sales, w.platform, "message", "a secret")
	w.add(w.sales, w.channel(w.sales), "phoneNumber", phoneOf(1))
	own := func() web.Page[lead.Own] {
		return testkit.Data[web.Page[lead.Own]](w.promoter.Get("/channel/own/lead/page"))
	}
	if p := own(); p.Total != 1 || p.Records[0].PhoneNumber != "551••••••••21" || p.Records[0].Name != "Ada Lima" {
		t.Errorf("%+v", p)
	}
	w.promoter.Get("/channel/own/lead/page?phoneNumber=87654321").Want(200, 200)
	if raw := string(w.promoter.Get("/channel/own/lead/page").Raw); strings.Contains(raw, "87654") || strings.Contains(raw, "secret") {
		t.Error(raw)
	}
	w.promoter.Get("/channel/lead/"+l.ID).Want(404, 404)
	w.sales.Put("/channel/lead/"+l.ID+"/assign", object{"userId": w.promoter.User.ID}).OK()
	if p := own(); p.Records[0].PhoneNumber != "5511987654321" {
		t.Errorf("%+v", p)
	}
	made := testkit.Data[lead.ConvertResponse](w.sales.Post("/channel/lead/"+l.ID+"/convert", customer()))
	w.Admin.Put("/aty/customerinfo/recharge", object{"userId": made.UserID, "amount": 500, "currency": "RMB", "remark": "r"}).OK()
	w.Admin.Put("/aty/customerinfo/rebate", object{"userId": w.promoter.User.ID, "amount": 25, "remark": "r"}).OK()
	e := testkit.Data[struct {
		Customers          int
		Recharged, Rebates float64
	}](w.promoter.Get("/channel/own/earning"))
	if e.Customers != 1 || e.Recharged != 500 || e.Rebates != 25 {
		t.Errorf("%+v", e)
	}
	channels := testkit.Data[web.Page[saleschannel.Own]](w.promoter.Get("/channel/own/channel/page"))
	if channels.Total != 1 || channels.Records[0].Counts.Leads != 1 || channels.Records[0].Counts.Customers != 1 {
		t.Errorf("%+v", channels)
	}
	if f := testkit.Data[saleschannel.Funnel](w.promoter.Get("/channel/own/funnel")); f.Total.Leads != 1 {
		t.Errorf("%+v", f)
	}
	w.promoter.Get("/channel/own/funnel?channelId="+w.agents.ID).Want(404, 404)
	w.Secondary.Get("/channel/own/lead/page").Want(403, 403)
}
