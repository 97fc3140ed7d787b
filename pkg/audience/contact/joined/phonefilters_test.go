package joined_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/kit/web"
)

// phoneFilters are the routes of the document that look for a telephone number, as "path parameter".
func phoneFilters(t *testing.T) (all []string) {
	t.Helper()
	raw, err := app.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for path, methods := range doc.Paths {
		for _, op := range methods {
			for _, p := range op.Parameters {
				if p.In == "query" && slices.Contains([]string{"phone", "phoneNumber", "phoneNum"}, p.Name) {
					all = append(all, path+" "+p.Name)
				}
			}
		}
	}
	return all
}

// waysOf are ways of writing a person's number in Brazil, 98765-0000 in an area, and then numbers of other people.
func waysOf(area string) (one, others []string) {
	return []string{"55" + area + "987650000", "+55" + area + "987650000", "0055" + area + "987650000", "+55 " + area + " 98765-0000",
			" +55 (" + area + ") 98765-0000 ", "55" + area + "87650000",
			"+55 " + area + " 8765-0000", area + " 98765-0000", "(" + area + ") 98765-0000", "0" + area + " 98765-0000", area + " 8765-0000"},
		[]string{"+5561987650000", "55" + area + "987650009", area + " 98765-0009"}
}

// sought is a list with the person of an area, and the user who sees it.
type sought struct {
	who        *sessiontest.Actor
	path, area string
}

// finds tells whether a list, selector or file shows the number.
func (s sought) finds(t *testing.T, parameter, value string) bool {
	t.Helper()
	return strings.Contains(listed(t, s.who, s.path+"?"+parameter+"="+url.QueryEscape(value)), s.area+"987650000")
}

// listed is the text of a page, or of a file.
func listed(t *testing.T, who *sessiontest.Actor, path string) string {
	t.Helper()
	a := who.Get(path)
	if a.Status != 200 {
		t.Fatalf("%s: %d %s", path, a.Status, a.Raw)
	}
	if bytes.HasPrefix(a.Raw, []byte("PK")) {
		return apptest.UnpackedText(t, a.Raw)
	}
	return string(a.Raw)
}

// ownPeople are routes whose filter is tested with other people. The numbers of calls are of another country, and the evidence of one
// number is always collected in the background. Numbers of card dealers are tested beside their module.
var ownPeople = []string{"/edm/order/{id}/export phoneNumber", "/edm/order/{id}/targets/page phoneNumber",
	"/call/order/{id}/export phoneNumber", "/call/order/{id}/targets/page phoneNumber",
	"/gc/evidence/export phoneNumber", "/channel/number/page phoneNumber", "/channel/number/export phoneNumber",
	"/channel/resource/page phoneNumber", "/channel/resource/export phoneNumber"}

// TestEveryFilterOfNumbersFindsThePerson searches by every way of writing a number, in every route that has such a filter, and for numbers
// that are not there.
func TestEveryFilterOfNumbersFindsThePerson(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Qual é o preço?"})
	all := manyLists(t, p)
	for _, filter := range phoneFilters(t) {
		_, parameter, _ := strings.Cut(filter, " ")
		s, ok := all[filter]
		if !ok {
			if !slices.Contains(ownPeople, filter) {
				t.Errorf("%s is not in the table", filter)
			}
			continue
		}
		ways, others := waysOf(s.area)
		for _, way := range ways {
			if !s.finds(t, parameter, way) {
				t.Errorf("%s: %q finds nobody", filter, way)
			}
		}
		for _, way := range others {
			if s.finds(t, parameter, way) {
				t.Errorf("%s: %q finds %s 98765-0000", filter, way, s.area)
			}
		}
	}
}

// manyLists puts a person into every list, and gives the lists by route and parameter. Login names are unique: there each has an area of
// its own.
func manyLists(t *testing.T, p *apptest.InboxFixture) map[string]sought {
	t.Helper()
	who, admin, number := p.Owner, p.Users.Admin, fmt.Sprint(apptest.Recipient)
	group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR"})).ID
	who.Post("/aty/contactsgroup/"+group+"/member", apptest.Object{"phoneNumbers": []string{number}}).OK()
	risky := apptest.NewRiskList(who, nil)
	who.Post(apptest.RiskPath+"/"+risky+"/member", apptest.Object{"phoneNumbers": []string{number}}).OK()
	who.Post("/aty/suppression", apptest.Object{"phoneNumber": number, "scope": "tenant"}).OK()
	who.Post("/aty/consent", apptest.Object{"phoneNumber": number, "state": "given", "purpose": "marketing", "source": "form",
		"evidence": "yes"}).OK()
	apptest.NewServiceNumber(who, apptest.Object{"phoneNumber": number,
		"servicerId": apptest.NewServicer(who, apptest.Object{"phone": number}).ID})
	user := func(area string, more apptest.Object) apptest.Object {
		body := apptest.Object{"name": "Ada Lima", "email": area + "@lima.com", "phone": area + "987650000", "customerType": "enterprise",
			"countryCode": "BR", "companyName": "Ada"}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	admin.Post("/proxy", user("31", nil)).OK()
	customer := testkit.Data[struct{ UserID string }](admin.Post("/aty/customerinfo", user("21", nil))).UserID
	admin.Post("/aty/customerinfo", user("22", apptest.Object{"recommendUserId": customer})).OK()
	admin.Post("/sysuser", apptest.Object{"username": "ada", "name": "Ada", "phone": "41987650000", "password": sessiontest.Password,
		"roles": []string{"service"}}).OK()
	link := testkit.Data[web.Created](who.Post("/shunt/link", apptest.Object{"name": "x", "kind": "number", "countryCode": "BR"})).ID
	who.Post("/shunt/number", apptest.Object{"linkId": link, "phoneNumber": number}).OK()
	channel := testkit.Data[web.Created](who.Post("/channel/sales", apptest.Object{"name": "x", "kind": "event"})).ID
	who.Post("/channel/lead", apptest.Object{"channelId": channel, "name": "Ada", "phoneNumber": number}).OK()
	held := p.SubmitBulk(who, "Held", 2, nil)
	p.RunQueues()
	out := map[string]sought{}
	add := func(who *sessiontest.Actor, area, parameter, path string, paths ...string) {
		for _, one := range append(paths, path) {
			documented := strings.NewReplacer(group, "{id}", risky, "{id}", held, "{id}").Replace(one)
			out[documented+" "+parameter] = sought{who, one, area}
		}
	}
	add(who, "11", "phoneNumber", "/aty/consent/page", "/aty/consent/export", "/aty/contactsgroup/"+group+"/export",
		"/aty/contactsgroup/"+group+"/member/page",
		apptest.ServicersPath+"/selector", apptest.ServiceNumbersPath+"/page", apptest.ServiceNumbersPath+"/export",
		apptest.ServiceNumbersPath+"/selector",
		apptest.RiskPath+"/"+risky+"/export", apptest.RiskPath+"/"+risky+"/member/page",
		"/aty/suppression/page", "/aty/suppression/export", "/gc/groupsendorder/"+held+"/export", "/gc/groupsendorder/"+held+"/targets/page",
		"/gc/inbox/page", "/shunt/number/page", "/shunt/number/export", "/channel/lead/page", "/channel/lead/export")
	add(who, "11", "phone", apptest.ServicersPath+"/page", apptest.ServicersPath+"/export")
	add(admin, "21", "phone", "/aty/customerinfo/page", "/aty/customerinfo/export", "/aty/customerinfo/selector",
		"/aty/customerinfo/recommend/selector", "/dmp/lopmartechuserstatistics/page", "/dmp/lopmartechuserstatistics/export")
	add(admin, "21", "phoneNumber", "/aty/customerinfo/page", "/aty/customerinfo/export", "/dmp/lopmartechuserstatistics/page",
		"/dmp/lopmartechuserstatistics/export")
	add(admin, "22", "phoneNum", "/aty/customerinfo/getsalecustomer")
	add(admin, "31", "phone", "/proxy/page", "/proxy/export", "/proxy/info/selector", "/aty/customerinfo/sys/proxy")
	add(admin, "31", "phoneNumber", "/proxy/page", "/proxy/export", "/aty/customerinfo/sys/proxy")
	add(admin, "41", "phone", "/sysuser/page", "/sysuser/export", "/aty/sysuser/select")
	return out
}

// TestFiltersOfCallsFindThePerson looks for a number of Indonesia in the recipients of a call, and in their file.
func TestFiltersOfCallsFindThePerson(t *testing.T) {
	p := apptest.NewCallFixture(t, 10)
	who := p.Users.Direct
	id := p.Submit(who, p.Body(who, 2, nil, "00", "11"))
	p.RunQueues()
	for _, path := range []string{apptest.CallOrder + "/" + id + "/targets/page", apptest.CallOrder + "/" + id + "/export"} {
		for way, want := range map[string]bool{"+62 812-3456-7800": true, "006281234567800": true, "0812 3456 7800": true, "81234567800": true,
			"+6281234567899": false} {
			text := listed(t, who, path+"?phoneNumber="+url.QueryEscape(way))
			if strings.Contains(text, "81234567800") != want || strings.Contains(text, "81234567811") {
				t.Errorf("%s: %q finds it: %v", path, way, !want)
			}
		}
	}
}
