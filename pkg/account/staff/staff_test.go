package staff_test

import (
	"net/http"
	"sync"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/staff"
	"herald/pkg/kit/web"
)

// Customer-service staff belong to a first-level customer. The customer and its agent manage them, its secondaries see them, others do not.
// Resigned staff are not offered any more, and staff with numbers are not deleted (business-domain §3, §4).
func TestCustomerServiceStaff(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	s := apptest.NewServicer(c, nil)
	if s.Phone != "5511987654321" || s.Status != staff.OnJob || s.Gender != "female" || s.CustomerID != c.User.ID || s.CustomerName == "" {
		t.Errorf("%+v", s)
	}
	apptest.NewServicer(admin, apptest.Object{"name": "Ana", "customerId": c.User.ID})
	admin.Post(apptest.ServicersPath, apptest.Object{"name": "Ana", "phone": "5511987654321"}).Bad("customerId")
	c.Post(apptest.ServicersPath, apptest.Object{"name": " ", "phone": "5511987654321"}).Bad("name")
	c.Post(apptest.ServicersPath, apptest.Object{"name": "x", "phone": "123"}).Bad("phone")
	c.Post(apptest.ServicersPath, apptest.Object{"name": "x", "phone": "5511987654321", "gender": "other"}).Bad("gender")
	c.Post(apptest.ServicersPath, apptest.Object{"name": "x", "phone": "5511987654321", "status": "away"}).Bad("status")
	p.Users.Secondary.Post(apptest.ServicersPath, apptest.Object{"name": "x", "phone": "5511987654321"}).Want(http.StatusForbidden, 403)
	for who, want := range map[*sessiontest.Actor]int64{c: 2, p.Users.Secondary: 2, p.Users.Agent: 2, admin: 2, p.Users.Direct: 0} {
		if got := testkit.Data[web.Page[staff.Servicer]](who.Get(apptest.ServicersPath + "/page")); int64(got.Total) != want {
			t.Errorf("%s sees %d", who.User.Name, got.Total)
		}
	}
	n := apptest.NewServiceNumber(c, apptest.Object{"servicerId": s.ID})
	if n.Status != staff.Enabled || n.ServicerName != "Bia" || !n.OnJob {
		t.Errorf("%+v", n)
	}
	c.Delete(apptest.ServicersPath+"/"+s.ID, nil).Want(http.StatusConflict, 409)
	left := testkit.Data[staff.Servicer](c.Put(apptest.ServicersPath,
		apptest.Object{"id": s.ID, "name": "Beatriz", "phone": "5511987654321", "status": "resigned"}))
	if left.Name != "Beatriz" || left.Status != staff.Resigned || left.Gender != "female" {
		t.Errorf("%+v", left)
	}
	if got := testkit.Data[[]staff.Option](c.Get(apptest.ServicersPath + "/selector")); len(got) != 1 || got[0].Name != "Ana" {
		t.Errorf("%+v", got)
	}
	if got := testkit.Data[[]staff.NumberOption](c.Get(apptest.ServiceNumbersPath + "/selector")); len(got) != 0 {
		t.Errorf("the number of who resigned is offered: %+v", got)
	}
	row := testkit.Data[web.Page[staff.Account]](c.Get(apptest.ServiceNumbersPath + "/page")).Records[0]
	if row.ServicerName != "Beatriz" || row.OnJob {
		t.Errorf("%+v", row)
	}
	c.Delete(apptest.ServiceNumbersPath+"/"+n.ID, nil).OK()
	c.Delete(apptest.ServicersPath+"/"+s.ID, nil).OK()
	c.Delete(apptest.ServicersPath+"/"+s.ID, nil).Want(http.StatusNotFound, 404)
	if got := testkit.Data[web.Page[staff.Servicer]](c.Get(apptest.ServicersPath + "/page?status=resigned")); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	c.Get(apptest.ServicersPath+"/page?status=away").Want(http.StatusBadRequest, 400)
}

// A first-level customer has a number once, of the given country, even with parallel requests. A number can be enabled and disabled. It
// belongs to active staff of the same customer, or to none.
func TestCustomerServiceNumbers(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, other := p.Users.Customer, p.Users.Direct
	for body, field := range map[[2]string]string{{"5511987650000", ""}: "countryCode", {"5511987650000", "XX"}: "countryCode",
		{"5511987650000", "US"}: "phoneNumber",
		{"letters", "BR"}:       "phoneNumber", {"12", "BR"}: "phoneNumber"} {
		c.Post(apptest.ServiceNumbersPath, apptest.Object{"phoneNumber": body[0], "countryCode": body[1]}).Bad(field)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 6 {
		all.Go(func() {
			a := c.Post(apptest.ServiceNumbersPath, apptest.Object{"phoneNumber": "5511987650000", "countryCode": "BR"})
			mu.Lock()
			defer mu.Unlock()
			answers[a.Status]++
		})
	}
	all.Wait()
	if answers[http.StatusOK] != 1 || answers[http.StatusConflict] != 5 {
		t.Errorf("%v", answers)
	}
	apptest.NewServiceNumber(other, nil) // another customer may have it as well
	again := apptest.Object{"phoneNumber": "5511987650001", "countryCode": "BR"}
	first, second := c.With("Idempotency-Key", "one").Post(apptest.ServiceNumbersPath, again),
		c.With("Idempotency-Key", "one").Post(apptest.ServiceNumbersPath, again)
	if a, b := testkit.Data[staff.Account](first), testkit.Data[staff.Account](second); a.ID != b.ID {
		t.Errorf("%s and %s", a.ID, b.ID)
	}
	n := testkit.Data[web.Page[staff.Account]](c.Get(apptest.ServiceNumbersPath + "/page?phoneNumber=50000")).Records[0]
	mine, theirs, gone := apptest.NewServicer(c, nil), apptest.NewServicer(other, nil),
		apptest.NewServicer(c, apptest.Object{"name": "Gone", "status": "resigned"})
	c.Put(apptest.ServiceNumbersPath, apptest.Object{"id": n.ID, "servicerId": theirs.ID}).Want(http.StatusNotFound, 404)
	p.Users.Admin.Put(apptest.ServiceNumbersPath, apptest.Object{"id": n.ID, "servicerId": theirs.ID}).Bad("servicerId")
	c.Put(apptest.ServiceNumbersPath, apptest.Object{"id": n.ID, "servicerId": gone.ID}).Bad("servicerId")
	c.Put(apptest.ServiceNumbersPath, apptest.Object{"id": n.ID, "phoneNumber": "5511987650077"}).Bad("phoneNumber")
	c.Put(apptest.ServiceNumbersPath, apptest.Object{"id": n.ID, "countryCode": "PT"}).Bad("countryCode")
	if got := testkit.Data[staff.Account](c.Put(apptest.ServiceNumbersPath,
		apptest.Object{"id": n.ID, "phoneNumber": "+5511987650000", "countryCode": "BR", "servicerId": mine.ID})); got.ServicerName != "Bia" {
		t.Errorf("%+v", got)
	}
	if got := testkit.Data[staff.Account](p.Users.Admin.Post(apptest.ServiceNumbersPath,
		apptest.Object{"phoneNumber": "5511987650009", "countryCode": "BR", "servicerId": mine.ID})); got.CustomerID != c.User.ID {
		t.Errorf("a number goes to the house of its owner: %+v", got)
	}
	for _, usable := range []bool{false, false, true, true} {
		got := testkit.Data[staff.Account](c.Put(apptest.ServiceNumbersPath+"/usable", apptest.Object{"id": n.ID, "usable": usable}))
		if (got.Status == staff.Enabled) != usable || got.ServicerName != "Bia" {
			t.Errorf("%+v", got)
		}
		if offered := len(testkit.Data[[]staff.NumberOption](c.Get(apptest.ServiceNumbersPath +
			"/selector?phoneNumber=50000"))); offered == 1 != usable {
			t.Errorf("usable %t: %d offered", usable, offered)
		}
	}
	c.Put(apptest.ServiceNumbersPath+"/usable", apptest.Object{"id": n.ID, "usable": true, "invalid": true}).Bad("invalid")
	if got := testkit.Data[staff.Account](c.Put(apptest.ServiceNumbersPath+"/usable",
		apptest.Object{"id": n.ID, "usable": false, "invalid": true})); got.Status != staff.Invalid {
		t.Errorf("marked as invalid: %+v", got)
	}
	if got := testkit.Data[web.Page[staff.Account]](c.Get(apptest.ServiceNumbersPath + "/page?status=invalid")); got.Total != 1 ||
		len(testkit.Data[[]staff.NumberOption](c.Get(apptest.ServiceNumbersPath+"/selector?phoneNumber=50000"))) != 0 {
		t.Errorf("invalid: %+v", got)
	}
	c.Delete(apptest.ServiceNumbersPath+"/"+n.ID, nil).OK()
	apptest.NewServiceNumber(c, nil) // and may come back
	if got := testkit.Data[web.Page[staff.Account]](c.Get(apptest.ServiceNumbersPath +
		"/page?countryCode=BR&status=enabled&sortFields=phoneNumber&sortOrders=ascend")); got.Total != 3 ||
		got.Records[0].PhoneNumber != "5511987650000" {
		t.Errorf("%+v", got)
	}
}
