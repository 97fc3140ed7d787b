package stock_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
)

type object = map[string]any

func start(t *testing.T) (*testkit.Server, *sessiontest.SeededUsers, *stock.Store) {
	t.Helper()
	h := sessiontest.New(testkit.Memory(t))
	book := &stock.Store{DB: h.Env.DB, Now: h.Env.Now}
	r := &stock.Service{Store: book, Countries: country.New(h.Env.DB, h.Env.Now)}
	s := h.Serve(t, r.Routes)
	return s, h.SeedUsers(t, s), book
}

func TestStockOfACountry(t *testing.T) {
	_, cast, book := start(t)
	ctx := context.Background()
	admin := cast.Admin
	admin.Post("/gc/bulksendstock", object{"countryCode": "XX", "sendTotal": 1}).Bad("countryCode")
	admin.Post("/gc/bulksendstock", object{"countryCode": "BR", "sendTotal": -1}).Want(400, 0)
	made := testkit.Data[stock.Country](admin.In("zh_CN").Post("/gc/bulksendstock",
		object{"countryCode": "br", "sendTotal": 100, "remark": "x"}))
	if made.ID != "BR" || made.Name != "巴西" || made.SendTotal != 100 {
		t.Errorf("%+v", made)
	}
	admin.Post("/gc/bulksendstock", object{"countryCode": "BR", "sendTotal": 5}).Want(409, 0)
	admin.Put("/gc/bulksendstock", object{"id": "IN", "sendTotal": 5}).Want(404, 0)
	take := func(n int) error { _, err := book.DB.Write(ctx, book.Take("BR", n)); return err }
	if err := take(60); err != nil {
		t.Fatal(err)
	}
	if err := take(60); store.ConditionFailed(err) == nil {
		t.Errorf("took more than there is: %v", err)
	}
	list := testkit.Data[[]stock.Remaining](cast.Customer.Post("/gc/groupsendorder/countrys", object{"countryCode": "BR"}))
	if fmt.Sprint(list) != "[{BR Brazil 40}]" {
		t.Errorf("a customer sees %v", list)
	}
	admin.Put("/gc/bulksendstock", object{"id": "BR", "sendTotal": 500}).OK()
	page := testkit.Data[web.Page[stock.Country]](admin.Get("/gc/bulksendstock/page?countryCode=BR&sortFields=sendTotal"))
	if page.Total != 1 || page.Records[0].SendTotal != 500 {
		t.Errorf("%+v", page)
	}
	admin.Delete("/gc/bulksendstock/BR", nil).OK()
	admin.Delete("/gc/bulksendstock/BR", nil).Want(404, 0)
	if _, err := book.DB.Write(ctx, book.Give("BR", 60)); err != nil { // an order that took before gives back
		t.Fatal(err)
	}
	if left, err := book.Remaining(ctx, "BR"); left != nil || err != nil {
		t.Errorf("a lifted limit holds: %v, %v", left, err)
	}
	if err := take(1); store.ConditionFailed(err) == nil {
		t.Errorf("took from a lifted limit: %v", err)
	}
	admin.Post("/gc/bulksendstock", object{"countryCode": "BR", "sendTotal": 7}).OK()
	if left, _ := book.Remaining(ctx, "BR"); left == nil || *left != 7 {
		t.Errorf("a new limit is %v", left)
	}
	for _, a := range []*sessiontest.Actor{cast.Agent, cast.Customer, cast.Secondary} {
		a.Get("/gc/bulksendstock/page").Want(403, 0)
		a.Post("/gc/bulksendstock", object{"countryCode": "IN", "sendTotal": 1}).Want(403, 0)
	}
}

// A country that is not listed has no limit, unless the setting stock.default gives it one with its first order.
func TestStockOfACountryThatIsNotListed(t *testing.T) {
	_, cast, book := start(t)
	ctx := context.Background()
	book.Settings = setting.New(book.DB, book.Now, setting.Define(testkit.ModuleParts()...))
	set := func(value string) {
		t.Helper()
		if err := book.Settings.Set(ctx, "stock.default", value, "admin"); err != nil {
			t.Fatal(err)
		}
	}
	told := func() any { return testkit.Data[object](cast.Admin.Get("/gc/bulksendstock/default"))["sendTotal"] }
	if left, err := book.Remaining(ctx, "BR"); left != nil || err != nil || told() != nil {
		t.Errorf("%v, %v, %v", left, err, told())
	}
	set("50")
	if left, err := book.Remaining(ctx, "BR"); err != nil || left == nil || *left != 50 || told() != 50.0 {
		t.Errorf("%v, %v, %v", left, err, told())
	}
	if _, err := book.DB.Write(ctx, book.Take("BR", 20)); err != nil {
		t.Fatal(err)
	}
	set("70") // what is listed keeps its figure
	if left, _ := book.Remaining(ctx, "BR"); left == nil || *left != 30 {
		t.Errorf("%v", left)
	}
	cast.Admin.Delete("/gc/bulksendstock/BR", nil).OK()
	if left, _ := book.Remaining(ctx, "BR"); left != nil {
		t.Errorf("a removed limit is %d", *left)
	}
	if left, _ := book.Remaining(ctx, stock.OnDay(book.Now(), "IN")); left != nil {
		t.Errorf("card-dealer SMS: %d", *left)
	}
}

func TestCardsAndGroupsOfADay(t *testing.T) {
	s, cast, _ := start(t)
	admin, customer := cast.Admin, cast.Customer
	today := s.Env.Now().In(clock.China).Format(time.DateOnly)
	admin.Post("/kfsms/repertory", object{"countryCode": "IN", "repertoryNum": 10}).OK()
	admin.Post("/kfsms/repertory", object{"countryCode": "IN", "repertoryNum": 10}).Want(409, 0)
	made := testkit.Data[stock.Card](admin.Post("/kfsms/repertory", object{"countryCode": "US", "repertoryNum": 30, "date": today}))
	admin.Post("/kfsms/repertory", object{"countryCode": "US", "repertoryNum": 30, "date": "2026-02-30"}).Bad("date")
	page := func(query string) []stock.Card {
		return testkit.Data[web.Page[stock.Card]](customer.Get("/kfsms/repertory/page?sortFields=repertoryNum&sortOrders=descend" +
			query)).Records
	}
	if got := page(""); len(got) != 2 || got[0].Code != "US" {
		t.Errorf("today: %+v", got)
	}
	if got := page("&date=" + today + "&countryCode=IN"); len(got) != 1 || *got[0].RepertoryNum != 10 {
		t.Errorf("India: %+v", got)
	}
	if got := page("&date=2020-01-01"); len(got) != 0 {
		t.Errorf("another day: %+v", got)
	}
	admin.Put("/kfsms/repertory", object{"id": made.ID, "repertoryNum": 5}).OK()
	admin.Delete("/kfsms/repertory/"+made.ID, nil).OK()
	admin.Delete("/kfsms/repertory/"+made.ID, nil).Want(404, 0)
	customer.Post("/kfsms/repertory", object{"countryCode": "IN", "repertoryNum": 10}).Want(403, 0)

}

// A day has no limit until one is set, and again after its limit is removed, even if orders release stock meanwhile.
func TestGroupsOfADay(t *testing.T) {
	s, cast, book := start(t)
	ctx, admin, customer := context.Background(), cast.Admin, cast.Customer
	const path = "/bgo/buildgroup/resource"
	today := s.Env.Now().In(clock.China).Format(time.DateOnly)
	num := func(id string) any { return testkit.Data[object](customer.Get(path + "/num/" + id))["num"] }
	take := func(n int) error { _, err := book.DB.Write(ctx, book.Take("groups."+today, n)); return err }
	if left, err := book.Remaining(ctx, "groups."+today); left != nil || err != nil || num("today") != nil {
		t.Errorf("a day without a figure: %v, %v, %v", left, err, num("today"))
	}
	admin.Delete(path+"/num/today", nil).Want(404, 0)
	admin.Put(path+"/num/today", object{"num": 12}).OK()
	if num("today") != 12.0 || num(today) != 12.0 || num("2020-01-01") != nil {
		t.Errorf("groups: %v, %v, %v", num("today"), num(today), num("2020-01-01"))
	}
	if err := take(10); err != nil || num(today) != 2.0 {
		t.Errorf("took 10 of 12: %v, %v left", err, num(today))
	}
	if err := take(3); store.ConditionFailed(err) == nil {
		t.Errorf("took more than there is: %v", err)
	}
	page := testkit.Data[web.Page[stock.GroupDay]](admin.Get(path + "/page?sortFields=date&sortOrders=ascend"))
	if page.Total != 1 || page.Records[0].ID != today || *page.Records[0].Num != 2 || page.Records[0].Operator == "" {
		t.Errorf("%+v", page)
	}
	if old := testkit.Data[web.Page[stock.GroupDay]](admin.Get(path + "/page?date=2020-01-01")); old.Total != 0 {
		t.Errorf("%+v", old)
	}
	admin.Delete(path+"/num/"+today, nil).OK()
	if _, err := book.DB.Write(ctx, book.Give("groups."+today, 10)); err != nil || num(today) != nil {
		t.Errorf("a removed limit holds: %v, %v", err, num(today))
	}
	if err := take(1); store.ConditionFailed(err) == nil {
		t.Errorf("took from a removed limit: %v", err)
	}
	admin.Put(path+"/num/"+today, object{"num": 7}).OK()
	if num(today) != 7.0 {
		t.Errorf("a new limit is %v", num(today))
	}
	customer.Get(path+"/num/tomorrow").Want(400, 0)
	admin.Get(path+"/page?date=tomorrow").Want(400, 0)
	customer.Put(path+"/num/today", object{"num": 1}).Want(403, 0)
	customer.Delete(path+"/num/today", nil).Want(403, 0)
	customer.Get(path+"/page").Want(403, 0)
}
