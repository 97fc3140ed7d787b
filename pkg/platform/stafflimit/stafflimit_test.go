package stafflimit_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/user"
)

// clerks are a product with an admin, its cast, and members of staff that may not change settings.
type clerks struct {
	*sessiontest.SeededUsers
	t       *testing.T
	k       *testkit.Env
	finance *sessiontest.Actor
	sales   *sessiontest.Actor
	all     *sessiontest.Actor // every permission but that of the settings
}

func newClerks(t *testing.T) *clerks {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := &clerks{SeededUsers: h.SeedUsers(t, s), t: t, k: k}
	var most []string
	for _, p := range app.Grants().All() {
		if p != "lop:config:edit" {
			most = append(most, p)
		}
	}
	c.Admin.Post("/system/role", apptest.Object{"code": "clerk", "name": "Clerk", "types": []int{1}, "permissions": most}).OK()
	actor := func(name, role string) *sessiontest.Actor {
		return h.Actor(t, s, name, user.New{User: user.User{Type: auth.Admin, Login: "limited." + name, Roles: []string{role}}})
	}
	c.finance, c.sales, c.all = actor("finance", "finance"), actor("sales", "sales"), actor("clerk", "clerk")
	return c
}

func (c *clerks) set(key string, n int) {
	c.t.Helper()
	c.Admin.Put("/lop/system/config/"+key, apptest.Object{"value": n}).OK()
	c.k.Clock.Add(2e9)
}

func (c *clerks) limits(who *sessiontest.Actor) stafflimit.Limits {
	c.t.Helper()
	return testkit.Data[stafflimit.Limits](who.Get("/aty/staff/limits"))
}

func (c *clerks) says(a *testkit.Answer, words string) {
	c.t.Helper()
	if a.Status/100 == 2 || !strings.Contains(a.Message, words) {
		c.t.Errorf("%s", a.Raw)
	}
}

// Credit that a member of staff moves by hand is summed over the day and all routes; above the limit it requires an admin.
func TestCreditMovedByHandADay(t *testing.T) {
	c := newClerks(t)
	c.set("staff.credit.daily", 100)
	id, agent, other := c.Customer.User.ID, c.Agent.User.ID, c.Direct.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": agent, "amount": 5000}).OK()
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 5000}).OK()
	routes := map[string]func(n float64) *testkit.Answer{
		"recharge": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": n})
		},
		"give": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": n})
		},
		"rebate": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/aty/customerinfo/rebate", apptest.Object{"userId": id, "amount": n})
		},
		"withdrawal": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": n})
		},
		"increase": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put(fmt.Sprintf("/aty/customerinfo/%s/%g", id, n), nil)
		},
		"deduct": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put(fmt.Sprintf("/aty/customerinfo/%s/-%g", id, n), nil)
		},
		"move": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Post("/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": agent, "toUserId": id, "amount": n})
		},
		"line": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Post("/aty/accountstatement", apptest.Object{"userId": other, "businessType": "gift", "amount": n})
		},
		"proxy recharge": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Post(fmt.Sprintf("/proxy/statement/recharge/%s/%g", id, n), nil)
		},
		"proxy rebate": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/proxy/rebate", apptest.Object{"userId": id, "amount": n})
		},
		"proxy withdrawal": func(n float64) *testkit.Answer {
			return c.finance.In("en_US").Put("/proxy/withdrawal", apptest.Object{"userId": id, "amount": n})
		},
	}
	for name, send := range routes {
		if a := send(101); a.Code != 40316 {
			t.Errorf("%s: %s", name, a.Raw)
		}
		send(5).OK()
	}
	if got := c.limits(c.finance); !got.Bounded || got.CreditUsed.String() != "55" || got.CreditDaily.String() != "100" {
		t.Errorf("%+v", got)
	}
	for name, send := range routes {
		if a := send(46); a.Code != 40316 || !strings.Contains(a.Message, "100.00 credits manually a day and have changed 55.00 today") {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	routes["give"](45).OK()
	// A correction counts by what it changes; one that changes no amount is free.
	line := testkit.Data[struct{ SerialNumber string }](c.Admin.Post("/aty/accountstatement",
		apptest.Object{"userId": other, "businessType": "gift", "amount": 7}))
	if a := c.finance.Delete("/aty/accountstatement/"+line.SerialNumber, nil); a.Code != 40316 {
		t.Errorf("%s", a.Raw)
	}
	if a := c.finance.Put("/aty/accountstatement", apptest.Object{"serialNumber": line.SerialNumber, "amount": 9}); a.Code != 40316 {
		t.Errorf("%s", a.Raw)
	}
	if a := c.finance.Put("/aty/accountstatement/approved",
		apptest.Object{"serialNumber": line.SerialNumber, "approved": false}); a.Code != 40316 {
		t.Errorf("%s", a.Raw)
	}
	c.finance.Put("/aty/accountstatement/account/type/update",
		apptest.Object{"serialNumber": line.SerialNumber, "businessType": "rebate"}).OK()
	// Others have their own sum, an admin has none, and agents move their own credit.
	c.all.Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 100}).OK()
	c.Admin.Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 1000}).OK()
	c.Agent.Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 1000}).OK()
	if got := c.limits(c.Admin); got.Bounded {
		t.Errorf("%+v", got)
	}
	text := ""
	for _, lang := range i18n.Langs {
		text += c.finance.In(string(lang)).Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 1}).Want(http.StatusForbidden,
			40316).Message + "\n"
	}
	testkit.Golden(t, t.Name(), text)
	c.set("staff.credit.daily", 0)
	routes["give"](100000).OK()
}

// Staff give a limited number of years a day, and discounts and weights up to the settings; higher existing values may stay. Prices have a
// minimum.
func TestStaffGiveWithinTheirLimits(t *testing.T) {
	c := newClerks(t)
	id, direct := c.Customer.User.ID, c.Direct.User.ID
	c.set("staff.years.daily", 2)
	for range 2 {
		c.sales.Put("/aty/customerinfo/give/saas/"+direct, nil).OK()
	}
	c.says(c.sales.In("en_US").Put("/aty/customerinfo/give/saas/"+id, nil), "You can give 2 free years a day")
	for range 2 { // of each its own number, by whichever route
		c.all.Put("/proxy/give/saas/"+id, nil).OK()
	}
	c.says(c.all.In("en_US").Put("/proxy/give/saas/"+id, nil), "You can give 2 free years a day")
	c.Admin.Put("/aty/customerinfo/give/saas/"+direct, nil).OK()
	if got := c.limits(c.sales); got.YearsUsed != 2 || got.YearsDaily != 2 {
		t.Errorf("%+v", got)
	}
	terms := func(who *sessiontest.Actor, more apptest.Object) *testkit.Answer {
		body := apptest.Object{"userId": direct, "countryCode": "BR", "customerType": "person", "email": "b@herald.test"}
		for k, v := range more {
			body[k] = v
		}
		return who.In("en_US").Put("/aty/customerinfo", body)
	}
	brand := func(percent int) apptest.Object {
		return apptest.Object{"brandCustomer": true, "brandDiscount": percent}
	}
	c.says(terms(c.sales, brand(31)), "discount of up to 30%")
	terms(c.sales, brand(30)).OK()
	terms(c.Admin, brand(60)).OK()
	terms(c.sales, brand(61)).Bad("brandDiscount")
	terms(c.sales, brand(60)).OK()
	terms(c.sales, brand(40)).OK() // lower than it was
	c.says(terms(c.sales, apptest.Object{"groupSendWeight": 101}), "weight of up to 100")
	terms(c.sales, apptest.Object{"groupSendWeight": 100}).OK()
	a := c.sales.Post("/aty/customerinfo", apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR",
		"customerType": "person", "brandCustomer": true, "brandDiscount": 31})
	a.Bad("brandDiscount")
	c.sales.Post("/proxy", apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR",
		"customerType":  "person",
		"brandCustomer": true, "brandDiscount": 31}).Bad("brandDiscount")
	form := c.sales.Post("/aty/customerinfo/upperbatch", apptest.Object{"ids": []string{id}, "num": 101})
	if !strings.Contains(string(form.Data), `"ok":false`) {
		t.Errorf("%s", form.Raw)
	}
}

func TestStaffSetPricesAboveTheirFloor(t *testing.T) {
	c := newClerks(t)
	id, agent := c.Direct.User.ID, c.Agent.User.ID
	cost := func(owner, country string, n float64) apptest.Object {
		return apptest.Object{"userId": owner, "service": "bulk.whatsapp", "countryCode": country, "price": n}
	}
	const save = "/aty/customerinfo/price/charge/save"
	for country, n := range map[string]float64{"BR": 4, "US": 10.01, price.Anywhere: 2} {
		c.Admin.Post(save, cost(price.Platform, country, n)).OK()
	}
	for _, x := range []struct {
		owner, country string
		least          float64
	}{{id, "BR", 2}, {agent, "BR", 2}, {id, "US", 5.01}, {id, "DE", 1}, {id, price.Anywhere, 5.01}} {
		c.says(c.finance.In("en_US").Post(save, cost(x.owner, x.country, x.least-0.01)), fmt.Sprintf("here is %.2f credits", x.least))
		c.finance.Post(save, cost(x.owner, x.country, x.least)).OK()
		c.Admin.Post(save, cost(x.owner, x.country, 0)).OK()
	}
	c.finance.Post(save, apptest.Object{"userId": id, "service": "group", "countryCode": "BR", "price": 3}).Bad("price")
	c.says(c.finance.In("en_US").Post(save, cost(price.Platform, "BR", 5)), "Only administrators")
	c.finance.Delete("/aty/customerinfo/price/charge/del/platform.bulk.whatsapp.BR", nil).Want(http.StatusForbidden, 40316)
	file := testkit.Data[struct{ ID string }](c.Admin.Upload("/uf/uploadfile", "file", "p.csv", "",
		[]byte("service,countryCode,price\nbulk.whatsapp,BR,1.99\nbulk.whatsapp,US,5.01\n"))).ID
	a := c.finance.In("en_US").Post("/aty/customerinfo/price/charge/import",
		apptest.Object{"userId": id, "fileId": file}).Want(http.StatusBadRequest,
		40041)
	if !strings.Contains(string(a.Data), "The lowest price you can set here is 2.00 credits") ||
		!strings.Contains(string(a.Data), `"failed":1`) {
		t.Errorf("%s", a.Raw)
	}
	c.finance.Post("/aty/customerinfo/price/charge/import",
		apptest.Object{"userId": price.Platform, "fileId": file}).Want(http.StatusForbidden, 40316)
	c.Admin.Post("/aty/customerinfo/price/charge/import", apptest.Object{"userId": id, "fileId": file, "confirmed": true}).OK()
}
