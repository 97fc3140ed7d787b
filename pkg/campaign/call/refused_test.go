package call_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// Every limit of a call order has its message: the fault names its field, nothing is charged, and no order is stored.
func TestWhatAnOrderOfCallsCannotBe(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	en := who.In("en_US")
	past, soon := p.Kit.Now().Add(-time.Hour), p.Kit.Now().Add(time.Hour)
	intents := func(all ...apptest.Object) apptest.Object {
		return apptest.Object{"callType": "interactive", "intents": all}
	}
	empty := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "nobody", "countryCode": "ID"})).ID
	abroad := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "abroad", "countryCode": "BR"})).ID
	english := testkit.Data[web.Created](who.Post("/call/recording",
		apptest.Object{"name": "hello", "language": "en-US", "fileId": apptest.UploadSound(who, apptest.Tone(2))})).ID
	base := p.Body(who, 20, nil, "01")
	for name, c := range map[string]struct {
		change apptest.Object
		field  string
		says   string
	}{
		"another country":     {apptest.Object{"countryCode": "BR"}, "countryCode", "ID"},
		"another language":    {apptest.Object{"language": "en-US"}, "language", "id-ID"},
		"a foreign recording": {apptest.Object{"recordingId": english}, "language", "id-ID"},
		"no recording":        {apptest.Object{"recordingId": nil}, "recordingId", ""},
		"nobody":              {apptest.Object{"fileId": nil}, "groupId", "either a contact list or a file"},
		"two audiences":       {apptest.Object{"groupId": empty}, "groupId", "either a contact list or a file"},
		"an empty collection": {apptest.Object{"fileId": nil, "groupId": empty}, "groupId", "no recipients"},
		"a collection abroad": {apptest.Object{"fileId": nil, "groupId": abroad}, "countryCode", "different from the contact list's country"},
		"no name":             {apptest.Object{"name": " "}, "name", ""},
		"a long name":         {apptest.Object{"name": strings.Repeat("a", 51)}, "name", ""},
		"a start in the past": {apptest.Object{"startTime": past}, "startTime", "past"},
		"an end in the past":  {apptest.Object{"expiryType": "deadline", "deadline": past}, "deadline", ""},
		"an end before start": {apptest.Object{"expiryType": "deadline", "deadline": soon, "startTime": soon.Add(time.Hour)}, "deadline", ""},
		"no deadline":         {apptest.Object{"expiryType": "deadline"}, "deadline", ""},
		"no hours":            {apptest.Object{"expiryType": "hours"}, "hours", ""},
		"too many hours":      {apptest.Object{"expiryType": "hours", "hours": 169}, "hours", ""},
		"another type":        {apptest.Object{"callType": "sing"}, "callType", ""},
		"no intents":          {apptest.Object{"callType": "interactive"}, "intents", "at least one intent"},
		"intents of a play": {apptest.Object{"intents": []apptest.Object{{"digit": "1", "label": "yes"}}}, "intents",
			"Only interactive calls"},
		"no label":             {intents(apptest.Object{"digit": "1", "label": " "}), "intents", "a label"},
		"neither key nor word": {intents(apptest.Object{"label": "yes"}), "intents", "needs a key or a word"},
		"a key that is none":   {intents(apptest.Object{"digit": "x", "label": "yes"}), "intents", "0–9"},
		"a key twice": {intents(apptest.Object{"digit": "1", "label": "yes"}, apptest.Object{"digit": "1", "label": "no"}), "intents",
			"already used"},
		"a word twice": {intents(apptest.Object{"word": "Ya", "label": "yes"}, apptest.Object{"word": "ya ", "label": "no"}), "intents",
			"already used"},
		"another writing of it": {intents(apptest.Object{"word": "baik-baik", "label": "yes"},
			apptest.Object{"word": "Baik,  baik", "label": "no"}), "intents",
			"already used"},
		"a word of no letters":  {intents(apptest.Object{"digit": "1", "word": "- ?", "label": "yes"}), "intents", "has no letters"},
		"a long id of its own":  {apptest.Object{"apiOrderId": strings.Repeat("a", 65)}, "apiOrderId", ""},
		"a long remark":         {apptest.Object{"remark": strings.Repeat("a", 256)}, "remark", ""},
		"a country of nobody's": {apptest.Object{"countryCode": "XX"}, "countryCode", "country"},
	} {
		body := apptest.Object{}
		for k, v := range base {
			body[k] = v
		}
		for k, v := range c.change {
			if body[k] = v; v == nil {
				delete(body, k)
			}
		}
		a := en.Post(apptest.CallOrder, body)
		if a.Status != http.StatusBadRequest || !strings.Contains(string(a.Raw), `"`+c.field) || !strings.Contains(string(a.Raw), c.says) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	for name, change := range map[string]apptest.Object{
		"a recording of somebody else": {"recordingId": apptest.NewRecording(p.Users.Customer, "hum", apptest.Tone(2)).ID},
		"a file of somebody else":      {"fileId": p.UploadNumbers(p.Users.Customer, "01")},
		"no such recording":            {"recordingId": apptest.MissingID}} {
		body := p.Body(who, 2, change, "01")
		if a := en.Post(apptest.CallOrder, body); a.Status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	if n := testkit.Data[web.Page[order.Row]](who.Get(apptest.CallOrder + "/page")).Total; n != 0 || p.Balance(who) != 1000 {
		t.Errorf("%d orders, balance %v", n, p.Balance(who))
	}
}

// Indonesia alone is the default of a setting: when staff add another country, its people can be called.
func TestCountriesOfCallsAreASetting(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	p.Users.Admin.Put("/lop/system/config/call.countries", apptest.Object{"value": "ID,QQ"}).Bad("value")
	p.Users.Admin.Put("/lop/system/config/call.countries", apptest.Object{"value": "ID,BR"}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	file := testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv",
		[]byte("phoneNumber\n5511987654301\n"))).ID
	request := p.Body(p.Users.Direct, 2, apptest.Object{"countryCode": "BR", "fileId": file}, "01")
	p.Users.Direct.Post(apptest.CallOrder, request).OK()
	p.WantRefusal(p.Users.Direct.In("en_US").Post(apptest.CallOrder,
		apptest.Object{"name": "x", "countryCode": "MY", "fileId": file, "recordingId": request["recordingId"]}), http.StatusBadRequest, "BR, ID")
}

// A customer's own id identifies one order, with any number of concurrent requests; another customer has ids of its own.
func TestACustomersOwnIdIsTakenOnce(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	request := p.Body(who, 2, apptest.Object{"apiOrderId": "A-1"}, "01")
	answers := make([]*testkit.Answer, 4)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = who.Post(apptest.CallOrder, request) })
	}
	all.Wait()
	id := ""
	for _, a := range answers {
		switch a.Status {
		case http.StatusOK:
			if id != "" {
				t.Error("a second order")
			}
			id = testkit.Data[order.SubmitResponse](a).ID
		case http.StatusConflict, http.StatusServiceUnavailable:
		default:
			t.Errorf("%d %s", a.Status, a.Raw)
		}
	}
	if id == "" {
		t.Fatalf("no order: %s", answers[0].Raw)
	}
	a := who.In("en_US").Post(apptest.CallOrder, request)
	p.WantRefusal(a, http.StatusConflict, "A-1")
	p.WantRefusal(a, http.StatusConflict, id)
	if n := testkit.Data[web.Page[order.Row]](who.Get(apptest.CallOrder + "/page")).Total; n != 1 || p.Balance(who) != 999.5 {
		t.Errorf("%d orders, balance %v", n, p.Balance(who))
	}
	if o := p.Detail(who, id); o.APIOrderID != "A-1" {
		t.Errorf("%+v", o)
	}
	p.Users.Customer.Post(apptest.CallOrder, p.Body(p.Users.Customer, 2, apptest.Object{"apiOrderId": "A-1"}, "01")).OK()
}

// A forged callback is refused; a late callback, or one of an unknown order, changes nothing.
func TestCallbacksThatAreNoneOfOurs(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	id := p.Submit(who, p.Body(who, 2, nil, "01", "50"))
	p.RunQueues()
	p.AwaitCallbacks(4)
	p.RunQueues()
	p.PassMinute()
	before := p.Detail(who, id)
	accepted, _ := p.Sim.Messages(0, 10)
	reference := accepted[0].Reference
	long := url.Values{"CallSid": {accepted[0].ID}, "CallStatus": {"completed"}, "CallDuration": {"9000"}, "AnsweredBy": {"human"}}
	for _, path := range []string{"", "/answer", "/gather"} {
		if status, _ := p.Hook("another", path, reference, long); status != http.StatusUnauthorized {
			t.Errorf("forged at %q: %d", path, status)
		}
	}
	for name, ref := range map[string]string{"an order that is none": strings.Replace(reference, id, apptest.MissingID, 1),
		"no reference":             "x",
		"a recipient that is none": id + ".1.0.999.1.tm0000", "a chunk that is none": id + ".1.77.0.1.tm0000",
		"a call that is settled": reference} {
		if status, _ := p.Hook(apptest.CallToken, "", ref, long); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
		if ref == reference {
			continue
		}
		if status, document := p.Hook(apptest.CallToken, "/answer", ref, url.Values{"CallSid": {"CA1"}}); !strings.HasPrefix(ref, id) &&
			(status != http.StatusOK || !strings.Contains(document, "<Hangup/>") || strings.Contains(document, "<Play>")) {
			t.Errorf("%s is answered %d %s", name, status, document)
		}
		if status, _ := p.Hook(apptest.CallToken, "/gather", ref, url.Values{"CallSid": {"CA1"}, "Digits": {"1"}}); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
	}
	p.RunQueues()
	p.PassMinute()
	after := p.Detail(who, id)
	if before.ActualCost == nil || *after.ActualCost != *before.ActualCost || after.Status != order.Completed || p.Balance(who) != 999.5 {
		t.Errorf("%v became %v, balance %v", before.ActualCost, after.ActualCost, p.Balance(who))
	}
}
