package customer_test

import (
	"net/http"
	"net/url"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/kit/web"
	"herald/pkg/platform/sysuser"
)

func (w *world) detail(who *sessiontest.Actor, id string) customer.Detail {
	return testkit.Data[customer.Detail](who.Get("/aty/customerinfo?userId=" + id))
}

// Staff and agents grant USDT and app keys. Only staff change terms that cost the platform, and no user grants itself anything.
func TestWhoGrantsTerms(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	put := func(who *sessiontest.Actor, more object) *testkit.Answer {
		more["userId"] = id
		return who.Put("/aty/customerinfo", more)
	}
	put(w.Agent, object{"usdtAuth": true, "apiCustomer": true, "currency": "USD"}).OK()
	for _, more := range []object{{"groupSendWeight": 3}, {"coreCustomer": true}, {"brandCustomer": true}, {"dailyBatchCount": 3},
		{"maxThroughput": 3}} {
		put(w.Agent, more).Want(http.StatusForbidden, 40310)
	}
	put(w.Admin, object{"groupSendWeight": 3, "coreCustomer": true, "brandCustomer": true, "brandDiscount": 12, "dailyBatchCount": 4,
		"maxThroughput": 80}).OK()
	d := w.detail(w.Agent, id)
	if !d.USDT || !d.API || !d.Core || !d.Brand || d.Discount != 12 || d.DailyBatch != 4 || d.MaxThroughput != 80 || d.Currency != "USD" ||
		d.Activated {
		t.Errorf("%+v", d)
	}
	put(w.Agent, object{"companyName": "Lima"}).OK() // the rest stays the agent's to change
	put(w.Admin, object{"brandCustomer": false}).OK()
	if d := w.detail(w.Admin, id); d.Discount != 0 || d.Brand {
		t.Errorf("a discount without the mark: %+v", d)
	}
	put(w.Admin, object{"currency": "GBP"}).Bad("currency")
	put(w.Admin, object{"brandDiscount": 101}).Bad("brandDiscount")
	below := profile(sessiontest.Phone(), object{"usdtAuth": true})
	w.Customer.Post("/aty/customerinfo/secondary", below).Want(http.StatusForbidden, 40311)
	w.Agent.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"coreCustomer": true})).Want(http.StatusForbidden, 40310)
	if rows := w.listed(w.Admin, "?usdtAuth=true&apiCustomer=true"); len(rows) != 1 || rows[0].UserID != id {
		t.Errorf("%+v", rows)
	}
	w.Admin.Get("/aty/customerinfo/page?usdtAuth=maybe").Bad("usdtAuth")
}

// Refused changes of terms have messages in four languages.
func TestRefusedTermsInFourLanguages(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	for lang, want := range map[string]string{
		"zh_CN": "权重、批次、速率、核心与品牌设置只能由平台修改",
		"en_US": "Only the platform can change weight, batches, throughput, core and brand settings",
		"pt_BR": "Só a plataforma pode alterar peso, lotes, vazão e as opções de núcleo e marca",
		"zh_TW": "權重、批次、速率、核心與品牌設定只能由平台修改",
	} {
		if a := w.Agent.In(lang).Put("/aty/customerinfo", object{"userId": id, "groupSendWeight": 9}); a.Message != want {
			t.Errorf("%s: %s", lang, a.Message)
		}
	}
}

// An account is activated once, by any caller that sees it.
func TestActivation(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	first := testkit.Data[customer.Detail](w.Agent.Put("/aty/customerinfo/activation/"+id, nil))
	again := testkit.Data[customer.Detail](w.Admin.Put("/aty/customerinfo/activation/"+id, nil))
	if !first.Activated || again.ActiveTime == nil || !first.ActiveTime.Equal(*again.ActiveTime) {
		t.Errorf("%+v, then %+v", first, again)
	}
	if own := testkit.Data[customer.Detail](w.Customer.Get("/pi/personal/info")); !own.Activated {
		t.Errorf("%+v", own)
	}
	w.OtherAgent.Put("/aty/customerinfo/activation/"+id, nil).Want(http.StatusNotFound, 0)
	w.Customer.Put("/aty/customerinfo/activation/"+id, nil).Want(http.StatusForbidden, 0)
}

// A request for verification waits until staff verify the account. An agent's activation does not end it.
func TestVerificationRequest(t *testing.T) {
	w := start(t)
	const path = "/pi/personal/info/verification"
	id := w.Customer.User.ID
	if rows := w.listed(w.Admin, "?verificationRequested=true"); len(rows) != 0 {
		t.Errorf("before: %+v", rows)
	}
	for range 2 {
		if d := testkit.Data[customer.Detail](w.Customer.Post(path, nil)); !d.Requested || d.Verified {
			t.Errorf("requested: %+v", d)
		}
	}
	w.Agent.Put("/aty/customerinfo/activation/"+id, nil).OK()
	if rows := w.listed(w.Admin, "?verificationRequested=true"); len(rows) != 1 || rows[0].UserID != id {
		t.Errorf("waiting: %+v", rows)
	}
	if rows := w.listed(w.OtherAgent, "?verificationRequested=true"); len(rows) != 0 {
		t.Errorf("foreign: %+v", rows)
	}
	w.Admin.Put("/aty/customerinfo/activation/"+id, nil).OK()
	if rows := w.listed(w.Admin, "?verificationRequested=true"); len(rows) != 0 {
		t.Errorf("verified: %+v", rows)
	}
	if d := testkit.Data[customer.Detail](w.Customer.Post(path, nil)); d.Requested || !d.Verified {
		t.Errorf("again: %+v", d)
	}
	w.Secondary.Post(path, nil).Want(http.StatusForbidden, 40317)
	w.Admin.Post(path, nil).Want(http.StatusForbidden, 40317)
}

// Weights are sent as a form, as browsers do; a foreign id gets a 404 in its own line.
func TestWeightsOfSeveral(t *testing.T) {
	w := start(t)
	one, two, ghost := w.Customer.User.ID, w.Direct.User.ID, w.Agent.User.ID
	const path = "/aty/customerinfo/upperbatch"
	lines := testkit.Data[[]customer.Line](w.Admin.Post(path, url.Values{"ids": {one, ghost, two, one}, "num": {"42"}}))
	if len(lines) != 3 || !lines[0].OK || lines[1].OK || lines[1].Code != http.StatusNotFound || lines[1].Message == "" || !lines[2].OK {
		t.Errorf("%+v", lines)
	}
	for _, id := range []string{one, two} {
		if d := w.detail(w.Admin, id); d.GroupSendWeight != 42 {
			t.Errorf("%+v", d)
		}
	}
	w.Admin.Post(path, object{"ids": []string{one}, "num": 7}).OK()
	w.Admin.Post(path, url.Values{"num": {"1"}}).Bad("ids")
	w.Admin.Post(path, url.Values{"ids": {one}, "num": {"1001"}}).Bad("num")
	w.Admin.Post(path, url.Values{"ids": {one}, "num": {"1.5"}}).Bad("num")
	w.Admin.Post(path, []byte("ids=%")).Bad("body")
	w.Agent.Post(path, url.Values{"ids": {one}, "num": {"1"}}).Want(http.StatusForbidden, 0)
	if d := w.detail(w.Admin, one); d.GroupSendWeight != 7 {
		t.Errorf("%+v", d)
	}
}

// The agents that a customer can be assigned to.
func TestAgentsToChoose(t *testing.T) {
	w := start(t)
	all := testkit.Data[web.Page[sysuser.Option]](w.Admin.Get("/aty/customerinfo/sys/proxy"))
	own := testkit.Data[web.Page[sysuser.Option]](w.Agent.Get("/aty/customerinfo/sys/proxy"))
	if all.Total != 2 || own.Total != 1 || own.Records[0].UserID != w.Agent.User.ID {
		t.Errorf("%+v; the agent itself: %+v", all, own)
	}
}
