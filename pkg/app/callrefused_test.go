package app

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// Every limit and message of an order of calls: it is told at its field, nothing is charged, and no order is left.
func TestWhatAnOrderOfCallsCannotBe(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	en := who.In("en_US")
	past, soon := p.k.Now().Add(-time.Hour), p.k.Now().Add(time.Hour)
	intents := func(all ...obj) obj { return obj{"callType": "interactive", "intents": all} }
	empty := testkit.Data[web.Created](who.Post("/aty/contactsgroup", obj{"name": "nobody", "countryCode": "ID"})).ID
	abroad := testkit.Data[web.Created](who.Post("/aty/contactsgroup", obj{"name": "abroad", "countryCode": "BR"})).ID
	english := testkit.Data[web.Created](who.Post("/call/recording",
		obj{"name": "hello", "language": "en-US", "fileId": soundOf(who, tone(2))})).ID
	base := p.wish(who, 20, nil, "01")
	for name, c := range map[string]struct {
		change obj
		field  string
		says   string
	}{
		"another country":      {obj{"countryCode": "BR"}, "countryCode", "ID"},
		"another language":     {obj{"language": "en-US"}, "language", "id-ID"},
		"a foreign recording":  {obj{"recordingId": english}, "language", "id-ID"},
		"no recording":         {obj{"recordingId": nil}, "recordingId", ""},
		"nobody":               {obj{"fileId": nil}, "groupId", "either a contact collection or a file"},
		"two audiences":        {obj{"groupId": empty}, "groupId", "either a contact collection or a file"},
		"an empty collection":  {obj{"fileId": nil, "groupId": empty}, "groupId", "nobody to call"},
		"a collection abroad":  {obj{"fileId": nil, "groupId": abroad}, "countryCode", "not the collection's country"},
		"no name":              {obj{"name": " "}, "name", ""},
		"a long name":          {obj{"name": strings.Repeat("a", 51)}, "name", ""},
		"a start in the past":  {obj{"startTime": past}, "startTime", "past"},
		"an end in the past":   {obj{"expiryType": "deadline", "deadline": past}, "deadline", ""},
		"an end before start":  {obj{"expiryType": "deadline", "deadline": soon, "startTime": soon.Add(time.Hour)}, "deadline", ""},
		"no deadline":          {obj{"expiryType": "deadline"}, "deadline", ""},
		"no hours":             {obj{"expiryType": "hours"}, "hours", ""},
		"too many hours":       {obj{"expiryType": "hours", "hours": 169}, "hours", ""},
		"another type":         {obj{"callType": "sing"}, "callType", ""},
		"no intents":           {obj{"callType": "interactive"}, "intents", "at least one intent"},
		"intents of a play":    {obj{"intents": []obj{{"digit": "1", "label": "yes"}}}, "intents", "Only an interactive call"},
		"no label":             {intents(obj{"digit": "1", "label": " "}), "intents", "a label"},
		"neither key nor word": {intents(obj{"label": "yes"}), "intents", "needs a key or a word"},
		"a key that is none":   {intents(obj{"digit": "x", "label": "yes"}), "intents", "0–9"},
		"a key twice":          {intents(obj{"digit": "1", "label": "yes"}, obj{"digit": "1", "label": "no"}), "intents", "used twice"},
		"a word twice":         {intents(obj{"word": "Ya", "label": "yes"}, obj{"word": "ya ", "label": "no"}), "intents", "used twice"},
		"another writing of it": {intents(obj{"word": "baik-baik", "label": "yes"}, obj{"word": "Baik,  baik", "label": "no"}), "intents",
			"used twice"},
		"a word of no letters":  {intents(obj{"digit": "1", "word": "- ?", "label": "yes"}), "intents", "has no letters"},
		"a long id of its own":  {obj{"apiOrderId": strings.Repeat("a", 65)}, "apiOrderId", ""},
		"a long remark":         {obj{"remark": strings.Repeat("a", 256)}, "remark", ""},
		"a country of nobody's": {obj{"countryCode": "XX"}, "countryCode", "country"},
	} {
		body := obj{}
		for k, v := range base {
			body[k] = v
		}
		for k, v := range c.change {
			if body[k] = v; v == nil {
				delete(body, k)
			}
		}
		a := en.Post(callOrder, body)
		if a.Status != http.StatusBadRequest || !strings.Contains(string(a.Raw), `"`+c.field) || !strings.Contains(string(a.Raw), c.says) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	for name, change := range map[string]obj{"a recording of somebody else": {"recordingId": recordingOf(p.c.Customer, "hum", tone(2)).ID},
		"a file of somebody else": {"fileId": p.people(p.c.Customer, "01")}, "no such recording": {"recordingId": ghost}} {
		body := p.wish(who, 2, change, "01")
		if a := en.Post(callOrder, body); a.Status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	if n := testkit.Data[web.Page[order.Row]](who.Get(callOrder + "/page")).Total; n != 0 || p.balance(who) != 1000 {
		t.Errorf("%d orders, balance %v", n, p.balance(who))
	}
}

// Indonesia alone is a setting that holds by default: where staff open another country, its people can be called.
func TestCountriesOfCallsAreASetting(t *testing.T) {
	p := mustCallers(t, 20)
	p.c.Admin.Put("/lop/system/config/call.countries", obj{"value": "ID,QQ"}).Bad("value")
	p.c.Admin.Put("/lop/system/config/call.countries", obj{"value": "ID,BR"}).OK()
	p.k.Clock.Add(2 * time.Second)
	file := testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv",
		[]byte("phoneNumber\n5511987654301\n"))).ID
	wish := p.wish(p.c.Direct, 2, obj{"countryCode": "BR", "fileId": file}, "01")
	p.c.Direct.Post(callOrder, wish).OK()
	p.refused(p.c.Direct.In("en_US").Post(callOrder,
		obj{"name": "x", "countryCode": "MY", "fileId": file, "recordingId": wish["recordingId"]}), http.StatusBadRequest, "BR, ID")
}

// Under a customer's own id there is one order, whoever asks for another and however many do at once; another customer has ids of its own.
func TestACustomersOwnIdIsTakenOnce(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	wish := p.wish(who, 2, obj{"apiOrderId": "A-1"}, "01")
	answers := make([]*testkit.Answer, 4)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = who.Post(callOrder, wish) })
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
	a := who.In("en_US").Post(callOrder, wish)
	p.refused(a, http.StatusConflict, "A-1")
	p.refused(a, http.StatusConflict, id)
	if n := testkit.Data[web.Page[order.Row]](who.Get(callOrder + "/page")).Total; n != 1 || p.balance(who) != 999.5 {
		t.Errorf("%d orders, balance %v", n, p.balance(who))
	}
	if o := p.show(who, id); o.APIOrderID != "A-1" {
		t.Errorf("%+v", o)
	}
	p.c.Customer.Post(callOrder, p.wish(p.c.Customer, 2, obj{"apiOrderId": "A-1"}, "01")).OK()
}

// What is forged is refused; what is late, or of an order that is none, changes nothing.
func TestCallbacksThatAreNoneOfOurs(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	id := p.ordered(who, p.wish(who, 2, nil, "01", "50"))
	p.works()
	p.hears(4)
	p.works()
	p.settles()
	before := p.show(who, id)
	accepted, _ := p.sim.Messages(0, 10)
	reference := accepted[0].Reference
	long := url.Values{"CallSid": {accepted[0].ID}, "CallStatus": {"completed"}, "CallDuration": {"9000"}, "AnsweredBy": {"human"}}
	for _, path := range []string{"", "/answer", "/gather"} {
		if status, _ := p.hook("another", path, reference, long); status != http.StatusUnauthorized {
			t.Errorf("forged at %q: %d", path, status)
		}
	}
	for name, ref := range map[string]string{"an order that is none": strings.Replace(reference, id, ghost, 1), "no reference": "x",
		"a recipient that is none": id + ".1.0.999.1.tm0000", "a chunk that is none": id + ".1.77.0.1.tm0000",
		"a call that is settled": reference} {
		if status, _ := p.hook(callToken, "", ref, long); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
		if ref == reference {
			continue
		}
		if status, document := p.hook(callToken, "/answer", ref, url.Values{"CallSid": {"CA1"}}); !strings.HasPrefix(ref, id) &&
			(status != http.StatusOK || !strings.Contains(document, "<Hangup/>") || strings.Contains(document, "<Play>")) {
			t.Errorf("%s is answered %d %s", name, status, document)
		}
		if status, _ := p.hook(callToken, "/gather", ref, url.Values{"CallSid": {"CA1"}, "Digits": {"1"}}); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
	}
	p.works()
	p.settles()
	after := p.show(who, id)
	if before.ActualCost == nil || *after.ActualCost != *before.ActualCost || after.Status != order.Completed || p.balance(who) != 999.5 {
		t.Errorf("%v became %v, balance %v", before.ActualCost, after.ActualCost, p.balance(who))
	}
}
