package app

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/credit/price"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/session/sessiontest"
)

// program signs calls by a customer's app key, each under a number of its own.
type program struct {
	*callers
	key appkey.NewKey
	n   int
}

func (p *callers) program(of *sessiontest.Actor) *program {
	p.Helper()
	return &program{callers: p, key: testkit.Data[appkey.NewKey](p.c.Admin.Put("/aty/customerinfo/gen/appkey/security/"+of.User.ID, nil))}
}

func (g *program) call(method, path string, body any) *testkit.Answer {
	g.Helper()
	g.n++
	var raw []byte
	file, isFile := body.(apiclient.File)
	if isFile {
		var err error
		if _, raw, err = file.Form(); err != nil {
			g.Fatal(err)
		}
	} else if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			g.Fatal(err)
		}
	}
	q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(g.k.Now().Unix(), 10),
		Nonce: "nonce-of-the-program-" + strconv.Itoa(g.n), Body: raw}
	signed := g.s.Nobody().In("en_US").With(auth.KeyHeader, g.key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
		q.Nonce).With(auth.SignatureHeader, q.Sign(g.key.AppSecret))
	switch {
	case isFile:
		return signed.Do(method, path, file)
	case raw == nil:
		return signed.Do(method, path, nil)
	}
	return signed.Do(method, path, raw)
}

// A customer's program orders calls with its app key under an id of its own: the same id again is refused and told which order stands under
// it, so a program that did not hear the answer finds its order, and nobody is called or charged twice (issue, calls, item 1).
func TestAProgramOrdersCallsUnderItsOwnID(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	g := p.program(who)
	wish := p.wish(who, 20, obj{"apiOrderId": "SHOP-7"}, "01", "50")
	if told := testkit.Data[struct{ Cost float64 }](g.call("POST", callOrder+"/estimate", wish)); told.Cost != 1 {
		t.Errorf("%+v", told)
	}
	made := testkit.Data[order.SubmitResponse](g.call("POST", callOrder, wish))
	again := g.call("POST", callOrder, wish)
	p.refused(again, http.StatusConflict, "There is an order under the API order id SHOP-7 already")
	p.refused(again, http.StatusConflict, made.ID)
	p.works()
	p.hears(3 + 1)
	p.works()
	p.settles()
	p.refused(g.call("POST", callOrder, wish), http.StatusConflict, made.ID) // for ever
	found := testkit.Data[web.Page[order.Row]](g.call("GET", callOrder+"/page", nil))
	if found.Total != 1 || found.Records[0].ID != made.ID {
		t.Errorf("%+v", found)
	}
	p.ordered(who, p.wish(who, 2, nil, "02")) // one without an id of its own
	for id, want := range map[string]int{"SHOP-7": 1, "SHOP": 0, "shop-7": 0} {
		if got := testkit.Data[web.Page[order.Row]](g.call("GET", callOrder+"/page?apiOrderId="+id, nil)); got.Total != want || want == 1 &&
			got.Records[0].OwnID != id {
			t.Errorf("by %s: %+v", id, got)
		}
	}
	rows := table(t, who.In("en_US").Get(callOrder+"/export?apiOrderId=SHOP-7").Raw, "Order number")
	if len(rows) != 1 || rows[0]["API order id"] != "SHOP-7" {
		t.Errorf("%v", rows)
	}
	o := testkit.Data[callPage](g.call("GET", callOrder+"/"+made.ID, nil))
	if all, _ := p.sim.Calls(); len(all) != 2 || o.APIOrderID != "SHOP-7" || o.Status != order.Completed || *o.ActualCost != 0.5 ||
		p.balance(who) != 999 {
		t.Errorf("%d calls, %+v, balance %v", len(all), o, p.balance(who))
	}
	// What a program may not do is its customer's own.
	for _, one := range []string{"PUT /cancel", "DELETE ", "PUT /retry"} {
		method, rest, _ := strings.Cut(one, " ")
		g.call(method, callOrder+"/"+made.ID+rest, nil).Want(http.StatusForbidden, 403)
	}
	other := p.program(p.c.Customer)
	other.call("GET", callOrder+"/"+made.ID, nil).Want(http.StatusNotFound, 404)
}

// The same id again is told which order stands though that order took the balance and the day's number of orders: no draft is kept of what
// was ordered already.
func TestAnOwnIDIsToldBeforeWhatIsShort(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.c.Admin.Post("/aty/customerinfo/price/charge/save",
		obj{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 600}).OK()
	p.c.Admin.Put("/aty/customerinfo", obj{"userId": who.User.ID, "countryCode": "BR", "customerType": "person", "email": "d@herald.test",
		"dailyBatchCount": 1}).OK()
	p.k.Clock.Add(time.Minute)
	wish := p.wish(who, 20, obj{"apiOrderId": "SHOP-8"}, "01")
	id := p.ordered(who, wish)
	p.refused(who.Post(callOrder, wish), http.StatusConflict, id)
	draft := testkit.Data[web.Created](who.Post(callOrder+"/draft", wish)).ID
	p.refused(who.Post(callOrder+"/draft/commit", obj{"id": draft}), http.StatusConflict, id)
	who.Delete(callOrder+"/draft/"+draft, nil).OK()
	if n := testkit.Data[web.Page[struct{}]](who.Get(callOrder + "/draft/page")).Total; n != 0 || p.balance(who) != 400 {
		t.Errorf("%d drafts, balance %v", n, p.balance(who))
	}
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": who.User.ID, "amount": 1000}).OK()
	p.refused(who.Post(callOrder, wish), http.StatusConflict, id)
	other := who.Post(callOrder, p.wish(who, 20, obj{"apiOrderId": "SHOP-9"}, "01")).Want(http.StatusConflict, 0)
	if strings.Contains(string(other.Raw), id) || p.balance(who) != 1400 {
		t.Errorf("%s, balance %v", other.Raw, p.balance(who))
	}
}

// Staff and an agent order calls for a customer in their scope: it pays, the recording is its own, and the order says who made it.
func TestCallsOrderedForACustomer(t *testing.T) {
	p := mustCallers(t, 20)
	c := p.c.Customer
	sound := recordingOf(c, "hum", tone(20))
	for i, who := range []*sessiontest.Actor{p.c.Admin, p.c.Agent} {
		body := obj{"name": "for you", "userId": c.User.ID, "fileId": p.people(who, "01"), "recordingId": sound.ID}
		made := testkit.Data[order.SubmitResponse](who.Post(callOrder, body))
		got := testkit.Data[struct{ CustomerID, Operator string }](c.Get(callOrder + "/" + made.ID))
		if want := 1000 - 0.5*float64(i+1); got.CustomerID != c.User.ID || got.Operator != who.User.Name || p.balance(c) != want {
			t.Errorf("%s: %+v, balance %v", who.User.Name, got, p.balance(c))
		}
	}
	for name, change := range map[string]obj{"nobody is named": {"userId": ""}, "staff": {"userId": p.c.Admin.User.ID},
		"nobody's": {"userId": ghost}} {
		body := obj{"name": "x", "fileId": p.people(p.c.Admin, "01"), "recordingId": sound.ID}
		for k, v := range change {
			body[k] = v
		}
		if a := p.c.Admin.Post(callOrder, body); a.Status != http.StatusBadRequest && a.Status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	stranger := obj{"name": "x", "userId": p.c.OtherCustomer.User.ID, "fileId": p.people(p.c.Agent, "01"), "recordingId": sound.ID}
	p.c.Agent.Post(callOrder, stranger).Want(http.StatusNotFound, 404)
	theirs := testkit.Data[voice.Recording](p.c.Admin.Post("/call/recording",
		obj{"name": "x", "language": "id-ID", "customerId": p.c.Direct.User.ID, "fileId": soundOf(p.c.Admin, tone(2))}))
	p.c.Agent.Post(callOrder, obj{"name": "x", "userId": c.User.ID, "fileId": p.people(p.c.Agent, "01"),
		"recordingId": theirs.ID}).Want(http.StatusNotFound, 404)
	if p.balance(c) != 999 {
		t.Errorf("balance %v", p.balance(c))
	}
}
