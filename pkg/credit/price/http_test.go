package price_test

import (
	"net/http"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
)

type object = map[string]any

// Staff, an agent and a customer read and change prices, and each change leaves its history.
func TestPriceStory(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	settings := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	if err := settings.Set(t.Context(), "price.max", float64(1000), "test"); err != nil {
		t.Fatal(err)
	}
	room := &price.Service{
		List:    &price.List{DB: h.Env.DB, Now: h.Env.Now},
		Max:     settings.Number("price.max"),
		Country: country.Known,
		Users:   h.Users,
	}
	s := h.Serve(t, room.Routes)
	cast := h.SeedUsers(t, s)
	story := testkit.Tell(t, h.Env)
	agent, customer, other := cast.Agent.User.ID, cast.Customer.User.ID, cast.OtherCustomer.User.ID
	for name, id := range map[string]string{"admin": cast.Admin.User.ID, "agent": agent, "customer": customer, "other": other} {
		story.Name(id, name)
	}
	const save = "/aty/customerinfo/price/charge/save"
	line := func(user, country string, price any) object {
		return object{"userId": user, "service": "bulk.whatsapp", "countryCode": country, "price": price}
	}
	admin := cast.Admin.Client
	query := func() *testkit.Answer {
		return cast.Customer.Get("/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=BR")
	}
	story.Step("nobody has a price yet", cast.Customer.In("pt_BR"),
		"GET", "/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=BR", nil)
	story.Step("the platform's default", admin, "POST", save, line(price.Platform, "*", 3.5))
	story.Step("the agent's own, by staff", admin, "POST", save, line(agent, "*", 3))
	story.Step("an agent sets its customer's", cast.Agent.Client, "POST", save, line(customer, "BR", 4.25))
	story.Step("but not below what it pays", cast.Agent.In("zh_CN"), "POST", save, line(customer, "BR", 2.99)).Want(http.StatusBadRequest, 0)
	story.Step("nor what it pays itself", cast.Agent.Client, "POST", save, line(agent, "BR", 1)).Want(http.StatusForbidden, 40303)
	story.Step("nor of a stranger's customer", cast.Agent.Client, "POST", save, line(other, "BR", 4)).Want(http.StatusNotFound, 0)
	story.Step("nor the defaults", cast.Agent.Client, "POST", save, line(price.Platform, "BR", 4)).Want(http.StatusNotFound, 0)
	story.Step("too high", admin, "POST", save, line(customer, "BR", 1000.01)).Want(http.StatusBadRequest, 0)
	story.Step("more than two decimals", admin, "POST", save, line(customer, "BR", 1.001)).Want(http.StatusBadRequest, 0)
	story.Step("no such country", admin, "POST", save, line(customer, "XX", 4)).Want(http.StatusBadRequest, 0)
	story.Step("what the customer pays", cast.Customer.Client, "GET", "/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=BR",
		nil)
	story.Step("the list", cast.Agent.Client, "GET", "/aty/customerinfo/price/charge/page?userId="+customer, nil)
	story.Step("a stranger's list", cast.OtherAgent.Client, "GET", "/aty/customerinfo/price/charge/page?userId="+customer,
		nil).Want(http.StatusNotFound, 0)
	story.Step("a customer sets none", cast.Customer.Client, "POST", save, line(customer, "BR", 1)).Want(http.StatusForbidden, 0)
	story.Step("removed", cast.Agent.Client, "DELETE", "/aty/customerinfo/price/charge/del/"+customer+".bulk.whatsapp.BR", nil)
	query().OK()
	story.Step("the agent's holds again", cast.Customer.Client, "GET", "/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=BR",
		nil)
}
