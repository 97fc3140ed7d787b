package price_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
)

// Staff hold no credit and so have no prices; a country must exist; and a saved price is shown with its time.
func TestPricesOfWhoHasNone(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	line := apptest.Object{"userId": c.Admin.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 5}
	c.Admin.Post("/aty/customerinfo/price/charge/save", line).Want(http.StatusNotFound, 404)
	c.Admin.Get("/aty/customerinfo/price/charge/page?userId="+c.Admin.User.ID).Want(http.StatusNotFound, 404)
	c.Admin.Get("/proxy/service/list").Bad("userId")
	for _, country := range []string{"br", "XX", "BRA"} {
		c.Customer.Get("/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=" + country).Bad("countryCode")
	}
	for _, user := range []string{c.Customer.User.ID, price.Platform} {
		line["userId"] = user
		for range 2 { // the second changes nothing, and tells when the first did
			if saved := testkit.Data[price.Row](c.Admin.Post("/aty/customerinfo/price/charge/save",
				line)); k.Now().Sub(saved.Updated).Abs() > time.Minute {
				t.Errorf("saved at %s", saved.Updated)
			}
		}
	}
	listed := testkit.Data[price.Row](c.Agent.Post("/proxy/service/price",
		apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": 6}))
	if k.Now().Sub(listed.Updated).Abs() > time.Minute || listed.Owner != c.Agent.User.ID {
		t.Errorf("%+v", listed)
	}
}

// An agent that creates its customers cannot let them send for less than its own price, under any earlier price.
func TestAgentPriceFloor(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	save := func(who *sessiontest.Actor, user, country string, price any) *testkit.Answer {
		return who.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": user, "service": "bulk.whatsapp", "countryCode": country, "price": price})
	}
	agent := c.Agent.User.ID
	save(c.Admin, price.Platform, "*", 3.5).OK()
	save(c.Admin, agent, "*", 2).OK()
	save(c.Admin, agent, "IN", 3).OK()
	type made struct{ UserID, ID string }
	customer := testkit.Data[made](c.Agent.Post("/aty/customerinfo",
		apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR", "customerType": "person"})).UserID
	for _, country := range []string{"BR", "*"} {
		save(c.Agent, customer, country, 0).Bad("price")
		save(c.Agent, customer, country, 1.99).Bad("price")
	}
	save(c.Agent, customer, "IN", 2.5).Bad("price")
	save(c.Agent, customer, "IN", 3).OK()
	save(c.Agent, agent, "BR", 1).Want(http.StatusForbidden, 40303)

	// The price of the agent's customer; its balance is nothing.
	mine := c.Customer.User.ID
	fileID := testkit.Data[made](c.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	ordering := apptest.OrderBody("")
	delete(ordering, "groupId")
	ordering["fileId"] = fileID
	asked := func() order.Estimate {
		t.Helper()
		return testkit.Data[order.Estimate](c.Customer.Post("/gc/groupsendorder/estimate", ordering))
	}
	pays := func(want money.Amount) {
		t.Helper()
		if got := asked(); got.Price != want || got.Cost != 2*want || got.Enough != (want == 0) {
			t.Errorf("%+v; want a price of %s", got, want)
		}
	}
	save(c.Agent, mine, "BR", 2.2).OK()
	pays(220)
	save(c.Admin, agent, "BR", 2.8).OK() // an admin raises the agent's price later
	pays(280)
	// kept before there was a floor
	if _, err := e.Prices().Set(t.Context(), price.Line{Owner: mine, Service: "bulk.whatsapp", Country: "BR"}); err != nil {
		t.Fatal(err)
	}
	pays(280)
	c.Customer.Post("/gc/groupsendorder", ordering).Want(http.StatusPaymentRequired, 40201)
	save(c.Admin, mine, "BR", 0).OK() // staff may
	pays(0)
	c.Customer.Post("/gc/groupsendorder", ordering).OK()
	save(c.Agent, mine, "BR", 0).Bad("price")
}
