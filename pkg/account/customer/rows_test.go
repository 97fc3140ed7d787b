package customer_test

import (
	"fmt"
	"sync"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/sysuser"
)

func (w *world) listed(who *sessiontest.Actor, query string) []customer.Row {
	return testkit.Data[web.Page[customer.Row]](who.Get("/aty/customerinfo/page" + query)).Records
}

// The customer list follows every change of a user, by any module, and keeps the fields that only this module has.
func TestListFollowsTheUser(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	w.Admin.Put("/aty/customerinfo", object{"userId": id, "companyName": "Lima Ltda", "groupSendWeight": 7}).OK()
	w.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": id, "lock": true}).OK()
	for _, who := range []*sessiontest.Actor{w.Admin, w.Agent} {
		if rows := w.listed(who, "?status=locked"); len(rows) != 1 || rows[0].UserID != id || rows[0].CompanyName != "Lima Ltda" ||
			rows[0].GroupSendWeight != 7 {
			t.Errorf("%s: %+v", who.Name, rows)
		}
	}
	w.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": id, "lock": false}).OK()
	if rows := w.listed(w.Agent, "?companyName=lima"); len(rows) != 1 || rows[0].Locked || rows[0].Status != "active" {
		t.Errorf("%+v", rows)
	}
	w.Agent.Put("/aty/customerinfo/resetpw/"+id, nil).OK() // changes nothing that is shown
	if rows := w.listed(w.Agent, "?companyName=lima"); len(rows) != 1 {
		t.Errorf("%+v", rows)
	}
}

// A lock and changes of user and partner run concurrently: none is lost, and the rows of all scopes agree.
func TestLockAndChangesAtOnce(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { w.Admin.Put("/aty/customerinfo", object{"userId": id, "groupSendWeight": i + 1}).OK() })
		wg.Go(func() {
			w.Admin.Put("/aty/customerinfo", object{"userId": id, "companyName": fmt.Sprint("Firm ", i)}).OK()
		})
		wg.Go(func() { w.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": id, "lock": true}).OK() })
		wg.Go(func() { w.Agent.Put("/aty/customerinfo", object{"userId": id, "name": fmt.Sprint("Name ", i)}).OK() })
	}
	wg.Wait()
	want := testkit.Data[customer.Detail](w.Admin.Get("/aty/customerinfo?userId=" + id)).Row
	if !want.Locked || want.GroupSendWeight == 0 || want.CompanyName == "" || want.Name == "customer" {
		t.Errorf("a change was lost: %+v", want)
	}
	for _, who := range []*sessiontest.Actor{w.Admin, w.Agent} {
		if rows := w.listed(who, "?userId="+id); len(rows) != 1 || fmt.Sprint(rows[0]) != fmt.Sprint(want) {
			t.Errorf("%s is shown %+v, and the customer is %+v", who.Name, rows, want)
		}
	}
}

// An absent or null field stays unchanged; a present field replaces the value, even with an empty one.
func TestChangeByPresence(t *testing.T) {
	w := start(t)
	id := w.Direct.User.ID
	put := func(more object) customer.Detail {
		more["userId"] = id
		return testkit.Data[customer.Detail](w.Admin.Put("/aty/customerinfo", more))
	}
	put(object{"companyName": "Lima Ltda", "customerLevel": 3, "groupSendWeight": 7, "recommendUserId": w.Agent.User.ID})
	if d := put(object{"companyName": nil, "customerLevel": nil, "groupSendWeight": nil, "recommendUserId": nil,
		"name": "Ada"}); d.CompanyName != "Lima Ltda" ||
		fmt.Sprint(d.CustomerLevel) != "3" || d.GroupSendWeight != 7 || d.RecommendName != "agent" || d.Name != "Ada" {
		t.Errorf("%+v", d)
	}
	if d := put(object{"companyName": "", "groupSendWeight": 0, "recommendUserId": ""}); d.CompanyName != "" || d.GroupSendWeight != 0 ||
		d.RecommendUserID != w.Agent.User.ID {
		t.Errorf("%+v", d)
	}
	w.Admin.Put("/aty/customerinfo", object{"userId": id, "groupSendWeight": 1001}).Bad("groupSendWeight")
	w.Admin.Put("/aty/customerinfo", object{"userId": id, "name": 7}).Bad("name")
	w.Direct.Put("/pi/personal/info", object{"nickname": "Nick", "companyName": "Own", "name": nil}).OK()
	if d := testkit.Data[customer.Detail](w.Direct.Get("/pi/personal/info")); d.Nickname != "Nick" || d.CompanyName != "Own" ||
		d.Name != "Ada" {
		t.Errorf("%+v", d)
	}
}

// Staff are partners that this module does not list: their profile is stored, and the staff list follows it.
func TestStaffSayWhoTheyAre(t *testing.T) {
	w := start(t)
	w.Admin.Put("/pi/personal/info", object{"name": "Root", "companyName": "Herald"}).OK()
	if d := testkit.Data[customer.Detail](w.Admin.Get("/pi/personal/info")); d.Name != "Root" || d.CompanyName != "Herald" ||
		d.Type != auth.Admin || d.Username == "" || len(d.Roles) != 1 {
		t.Errorf("%+v", d)
	}
	staff := testkit.Data[web.Page[sysuser.Row]](w.Admin.Get("/sysuser/page?name=root")).Records
	if len(staff) != 1 || staff[0].ID != w.Admin.User.ID || len(w.listed(w.Admin, "?name=root")) != 0 {
		t.Errorf("%+v", staff)
	}
}
