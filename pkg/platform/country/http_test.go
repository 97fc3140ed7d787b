package country_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

type object = map[string]any

func TestOverridesStory(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	book := country.New(h.Env.DB, h.Env.Now, moduleparts.Codes(testkit.ModuleParts()...)["country_business"]...)
	s := h.Serve(t, (&country.Service{Store: book, Services: []string{"bulk.whatsapp"}}).Routes)
	cast := h.SeedUsers(t, s)
	story := testkit.Tell(t, h.Env)
	story.Name(cast.Admin.User.ID, "admin")
	admin := cast.Admin.Client
	story.Step("as shipped", admin, "GET", "/conf/country/page?code=BR", nil)
	story.Step("renamed, moved and closed", admin, "PUT", "/conf/country",
		object{"code": "BR", "name": object{"en_US": "Brasil!"}, "timeZone": "America/Manaus",
			"blacklist": []string{"bulk", "contacts", "bulk"}})
	story.Step("disabled", admin, "PUT", "/conf/country", object{"code": "BR", "disabled": true})
	story.Step("the list of those that are", admin, "GET", "/conf/country/page?disabled=true", nil)
	choice := testkit.Data[country.Selector](cast.Customer.Get("/conf/country/selector"))
	i := slices.IndexFunc(choice.CountryList, func(o country.Option) bool { return o.Code == "BR" })
	if br := choice.CountryList[i]; len(choice.CountryList) != 249 || !br.Disabled || br.Name != "Brasil!" || br.TimeZone != "America/Manaus" {
		t.Errorf("%+v", br)
	}
	if got := choice.BlacklistCodeList["BR"]; len(choice.BlacklistCodeList) != 1 || !slices.Equal(got, []string{"contacts", "bulk"}) {
		t.Errorf("%v", choice.BlacklistCodeList)
	}
	if all := testkit.Data[web.Page[country.Option]](cast.Customer.Get("/conf/country/lovPage?callingCode=55")); all.Total != 0 {
		t.Errorf("a disabled country is offered: %+v", all)
	}
	ctx := context.Background()
	for _, c := range []struct{ code, business, key string }{
		{"BR", "bulk", "country.disabled"}, {"PT", "bulk", ""}, {"XX", "bulk", "country.unknown"}, {"br", "bulk", "country.unknown"},
	} {
		if err := book.Open(ctx, "countryCode", c.code, c.business); (err == nil) != (c.key == "") || err != nil && !fault.Is(err, c.key) {
			t.Errorf("%v: %v", c, err)
		}
	}
	admin.Put("/conf/country", object{"code": "BR", "disabled": false}).OK()
	for business, key := range map[string]string{"bulk": "country.closed.bulk", "contacts": "country.closed.contacts", "customer": ""} {
		if err := book.Open(ctx, "countryCode", "BR", business); (err == nil) != (key == "") || err != nil && !fault.Is(err, key) {
			t.Errorf("%s: %v", business, err)
		}
	}
	if zones, err := book.Zones(ctx, "BR"); err != nil || !slices.Equal(zones, []string{"America/Manaus"}) {
		t.Error(zones, err)
	}
	story.Step("as shipped again", admin, "PUT", "/conf/country",
		object{"code": "BR", "name": object{}, "timeZone": "", "blacklist": []string{}})
	if zones, err := book.Zones(ctx, "BR"); err != nil || len(zones) < 2 {
		t.Error(zones, err)
	}
	admin.Put("/conf/country", object{"code": "XX"}).Want(404, 0)
	admin.Get("/conf/country/page?sortFields=blacklist").Bad("sortFields")
	for _, who := range []*sessiontest.Actor{cast.Agent, cast.Customer, cast.Secondary} {
		who.Put("/conf/country", object{"code": "BR", "disabled": true}).Want(403, 0)
		who.Get("/conf/country/page").Want(403, 0)
	}
}

// Two processes share one table: a country that one process closes is closed in the other within a minute, however often it is read
// meanwhile (decisions §13).
func TestChangeElsewhereHoldsWithinAMinute(t *testing.T) {
	e := testkit.Memory(t)
	ctx := context.Background()
	here, there := country.New(e.DB, e.Now, "bulk"), country.New(e.DB, e.Now)
	soon := func(title, key string) {
		t.Helper()
		for range 59 { // asking does not put the look at the table off
			if _, err := there.All(ctx); err != nil {
				t.Fatal(err)
			}
			e.Clock.Add(time.Second)
		}
		if err := there.Open(ctx, "countryCode", "PT", "bulk"); (err == nil) != (key == "") || err != nil && !fault.Is(err, key) {
			t.Errorf("%s: %v", title, err)
		}
	}
	change := func(c country.Change) {
		t.Helper()
		c.Code = "PT"
		if _, _, err := here.Change(ctx, c, "admin"); err != nil {
			t.Fatal(err)
		}
	}
	on, off := true, false
	soon("as shipped", "")
	change(country.Change{Blacklist: &[]string{"bulk"}})
	soon("closed elsewhere", "country.closed.bulk")
	change(country.Change{Disabled: &on})
	soon("disabled elsewhere", "country.disabled")
	change(country.Change{Disabled: &off, Blacklist: &[]string{}})
	soon("open again", "")
}

func TestBadOverridesInFourLanguages(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, (&country.Service{Store: country.New(h.Env.DB, h.Env.Now, "contacts", "bulk", "customer", "group", "call",
		"screening")}).Routes)
	cast, text := h.SeedUsers(t, s), ""
	for _, c := range []struct {
		field  string
		change object
	}{
		{"name", object{"name": object{"fr_FR": "Brésil"}}}, {"timeZone", object{"timeZone": "Mars/Olympus"}},
		{"blacklist", object{"blacklist": []string{"everything"}}},
	} {
		c.change["code"] = "BR"
		for _, lang := range i18n.Langs {
			text += cast.Admin.In(string(lang)).Put("/conf/country", c.change).Bad(c.field).Message + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
}
