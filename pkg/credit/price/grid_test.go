package price_test

import (
	"fmt"
	"maps"
	"net/http"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
)

// A grid names the price that applies in each cell, where it comes from, and what would apply without the own line.
func TestGridTellsTheOriginOfEachPrice(t *testing.T) {
	meter := &store.Meter{}
	env := testkit.Memory(t)
	env.DB = store.NewMemory(meter)
	h := sessiontest.New(env)
	settings := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	service := &price.Service{List: &price.List{DB: h.Env.DB, Now: h.Env.Now}, Max: settings.Number("price.max"),
		Country: country.Known, Users: h.Users}
	c := h.SeedUsers(t, h.Serve(t, service.Routes))
	agent, customer := c.Agent.User.ID, c.Customer.User.ID
	set := func(owner, service, country string, amount money.Amount, staff bool) {
		t.Helper()
		if _, err := (&price.List{DB: h.Env.DB, Now: h.Env.Now}).Set(t.Context(), price.Line{Owner: owner, Service: service,
			Country: country, Price: amount, Staff: staff}); err != nil {
			t.Fatal(err)
		}
	}
	const bulk, sms = "bulk.whatsapp", "bulk.sms"
	set(price.Platform, bulk, "*", 350, true)
	set(price.Platform, bulk, "BR", 400, true)
	set(price.Platform, sms, "MX", 100, true)
	set(agent, bulk, "BR", 500, true)
	set(price.ListOf(agent), bulk, "*", 420, false)
	set(price.ListOf(agent), bulk, "BR", 450, false)
	set(customer, bulk, "BR", 600, true)
	set(customer, bulk, "IN", 360, false)

	cells := func(client *testkit.Client, path string) map[string]string {
		t.Helper()
		grid := testkit.Data[price.Grid](client.Get(path))
		if grid.Max == 0 {
			t.Error("no highest price")
		}
		out := map[string]string{}
		for _, cell := range grid.Cells {
			out[cell.Service+" "+cell.Country] = told(cell)
		}
		return out
	}
	for name, want := range map[string]map[string]string{
		"platform": {
			bulk + " *": "3.5 own * | none", bulk + " BR": "4 own BR | 3.5 own *", sms + " MX": "1 own MX | none"},
		agent: {
			bulk + " *": "3.5 platform * | same", bulk + " BR": "5 own BR | 4 platform BR", sms + " MX": "1 platform MX | same"},
		customer: {
			bulk + " *": "4.2 list * | same", bulk + " BR": "6 own BR | 5 list BR raised",
			bulk + " IN": "3.6 own IN | 4.2 list *", sms + " MX": "1 platform MX | same"},
		c.Secondary.User.ID: {
			bulk + " *": "4.2 list * | same", bulk + " BR": "6 account BR | same", bulk + " IN": "3.6 account IN | same",
			sms + " MX": "1 platform MX | same"},
	} {
		if got := cells(c.Admin.Client, "/aty/customerinfo/price/grid?userId="+name); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n%v\n%v", name, got, want)
		}
	}
	// Who may not read the platform's prices is not told which one stands behind an own price.
	for service, told := range cells(c.Agent.Client, "/aty/customerinfo/price/grid?userId="+agent) {
		if want := map[string]string{bulk + " *": "3.5 platform * | same", bulk + " BR": "5 own BR | none",
			sms + " MX": "1 platform MX | same"}[service]; told != want {
			t.Errorf("%s of the agent itself: %q, want %q", service, told, want)
		}
	}
	want := map[string]string{bulk + " *": "4.2 own * | 3.5 platform *", bulk + " BR": "5 own BR raised | 5 own * raised",
		sms + " MX": "1 platform MX | same"}
	meter.Take()
	if got := cells(c.Agent.Client, "/proxy/service/price/grid"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("list:\n%v\n%v", got, want)
	}
	if use := meter.Take(); use.Calls > 8 {
		t.Errorf("%d calls for a grid", use.Calls)
	}
	// An agent is told what it pays itself, and sets no price below.
	least := map[string]money.Amount{}
	for _, cell := range testkit.Data[price.Grid](c.Agent.Get("/aty/customerinfo/price/grid?userId=" + customer)).Cells {
		least[cell.Service+" "+cell.Country] = *cell.Least
	}
	if want := map[string]money.Amount{bulk + " *": 350, bulk + " BR": 500, bulk + " IN": 350, sms + " MX": 100}; !maps.Equal(least, want) {
		t.Errorf("least prices %v, want %v", least, want)
	}
	for who, of := range map[*testkit.Client]string{c.Admin.Client: customer, c.Agent.Client: agent} {
		for _, cell := range testkit.Data[price.Grid](who.Get("/aty/customerinfo/price/grid?userId=" + of)).Cells {
			if cell.Least != nil {
				t.Errorf("a bound for staff, or beside an agent's own price: %+v", cell)
			}
		}
	}
	c.OtherAgent.Get("/aty/customerinfo/price/grid?userId="+customer).Want(http.StatusNotFound, 404)
	c.OtherAgent.Get("/proxy/service/price/grid?userId="+agent).Want(http.StatusNotFound, 404)
	c.Agent.Get("/aty/customerinfo/price/grid?userId=platform").Want(http.StatusNotFound, 404)
	c.Admin.Get("/aty/customerinfo/price/grid?userId="+c.Admin.User.ID).Want(http.StatusNotFound, 404)
	c.Customer.Get("/aty/customerinfo/price/grid?userId="+customer).Want(http.StatusForbidden, 403)
}

func told(c price.Cell) string {
	of := func(a price.Applied) string {
		switch {
		case a.Price == nil:
			return "none"
		case a.Raised:
			return fmt.Sprint(a.Price, " ", a.Source, " ", a.Country, " raised")
		}
		return fmt.Sprint(a.Price, " ", a.Source, " ", a.Country)
	}
	applies, inherited := of(c.Applies), of(c.Inherited)
	if applies == inherited {
		inherited = "same"
	}
	return applies + " | " + inherited
}
