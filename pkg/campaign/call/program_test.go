package call_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/credit/price"
	"herald/pkg/kit/web"
)

// A customer's program orders calls with its app key and an id of its own. The same id again is refused, and the fault names the existing
// order. A program that lost the response thus finds its order, and nothing is called or charged twice (issue, calls, item 1).
func TestAProgramOrdersCallsUnderItsOwnID(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	g := p.NewProgram(who)
	request := p.Body(who, 20, apptest.Object{"apiOrderId": "SHOP-7"}, "01", "50")
	if told := testkit.Data[struct{ Cost float64 }](g.Request("POST", apptest.CallOrder+"/estimate", request)); told.Cost != 1 {
		t.Errorf("%+v", told)
	}
	made := testkit.Data[order.SubmitResponse](g.Request("POST", apptest.CallOrder, request))
	again := g.Request("POST", apptest.CallOrder, request)
	p.WantRefusal(again, http.StatusConflict, "An order with the API order ID SHOP-7 already exists")
	p.WantRefusal(again, http.StatusConflict, made.ID)
	p.RunQueues()
	p.AwaitCallbacks(3 + 1)
	p.RunQueues()
	p.PassMinute()
	p.WantRefusal(g.Request("POST", apptest.CallOrder, request), http.StatusConflict, made.ID) // for ever
	found := testkit.Data[web.Page[order.Row]](g.Request("GET", apptest.CallOrder+"/page", nil))
	if found.Total != 1 || found.Records[0].ID != made.ID {
		t.Errorf("%+v", found)
	}
	p.Submit(who, p.Body(who, 2, nil, "02")) // one without an id of its own
	for id, want := range map[string]int{"SHOP-7": 1, "SHOP": 0, "shop-7": 0} {
		if got := testkit.Data[web.Page[order.Row]](g.Request("GET", apptest.CallOrder+"/page?apiOrderId="+id, nil)); got.Total != want ||
			want == 1 &&
				got.Records[0].OwnID != id {
			t.Errorf("by %s: %+v", id, got)
		}
	}
	rows := apptest.ReadTable(t, who.In("en_US").Get(apptest.CallOrder+"/export?apiOrderId=SHOP-7").Raw, "Order number")
	if len(rows) != 1 || rows[0]["API order ID"] != "SHOP-7" {
		t.Errorf("%v", rows)
	}
	o := testkit.Data[apptest.CallDetail](g.Request("GET", apptest.CallOrder+"/"+made.ID, nil))
	if all, _ := p.Sim.Calls(); len(all) != 2 || o.APIOrderID != "SHOP-7" || o.Status != order.Completed || *o.ActualCost != 0.5 ||
		p.Balance(who) != 999 {
		t.Errorf("%d calls, %+v, balance %v", len(all), o, p.Balance(who))
	}
	// Some actions are the customer's own and not a program's.
	for _, one := range []string{"PUT /cancel", "DELETE ", "PUT /retry"} {
		method, rest, _ := strings.Cut(one, " ")
		g.Request(method, apptest.CallOrder+"/"+made.ID+rest, nil).Want(http.StatusForbidden, 403)
	}
	other := p.NewProgram(p.Users.Customer)
	other.Request("GET", apptest.CallOrder+"/"+made.ID, nil).Want(http.StatusNotFound, 404)
}

// The same id again names the existing order, even if that order used up the balance and the daily limit of orders. A submitted order is
// not stored as a draft.
func TestADuplicateIDIsReportedBeforeMissingCredit(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Users.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 600}).OK()
	p.Users.Admin.Put("/aty/customerinfo", apptest.Object{"userId": who.User.ID, "countryCode": "BR", "customerType": "person",
		"email":           "d@herald.test",
		"dailyBatchCount": 1}).OK()
	p.Kit.Clock.Add(time.Minute)
	request := p.Body(who, 20, apptest.Object{"apiOrderId": "SHOP-8"}, "01")
	id := p.Submit(who, request)
	p.WantRefusal(who.Post(apptest.CallOrder, request), http.StatusConflict, id)
	draft := testkit.Data[web.Created](who.Post(apptest.CallOrder+"/draft", request)).ID
	p.WantRefusal(who.Post(apptest.CallOrder+"/draft/commit", apptest.Object{"id": draft}), http.StatusConflict, id)
	who.Delete(apptest.CallOrder+"/draft/"+draft, nil).OK()
	if n := testkit.Data[web.Page[struct{}]](who.Get(apptest.CallOrder + "/draft/page")).Total; n != 0 || p.Balance(who) != 400 {
		t.Errorf("%d drafts, balance %v", n, p.Balance(who))
	}
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 1000}).OK()
	p.WantRefusal(who.Post(apptest.CallOrder, request), http.StatusConflict, id)
	other := who.Post(apptest.CallOrder, p.Body(who, 20, apptest.Object{"apiOrderId": "SHOP-9"}, "01")).Want(http.StatusConflict, 0)
	if strings.Contains(string(other.Raw), id) || p.Balance(who) != 1400 {
		t.Errorf("%s, balance %v", other.Raw, p.Balance(who))
	}
}

// Staff and an agent order calls for a customer in their scope: the customer pays, uses its own recording, and the order names its creator.
func TestCallsOrderedForACustomer(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	c := p.Users.Customer
	sound := apptest.NewRecording(c, "hum", apptest.Tone(20))
	for i, who := range []*sessiontest.Actor{p.Users.Admin, p.Users.Agent} {
		body := apptest.Object{"name": "for you", "userId": c.User.ID, "fileId": p.UploadNumbers(who, "01"), "recordingId": sound.ID}
		made := testkit.Data[order.SubmitResponse](who.Post(apptest.CallOrder, body))
		got := testkit.Data[struct{ CustomerID, Operator string }](c.Get(apptest.CallOrder + "/" + made.ID))
		if want := 1000 - 0.5*float64(i+1); got.CustomerID != c.User.ID || got.Operator != who.User.Name || p.Balance(c) != want {
			t.Errorf("%s: %+v, balance %v", who.User.Name, got, p.Balance(c))
		}
	}
	for name, change := range map[string]apptest.Object{"nobody is named": {"userId": ""}, "staff": {"userId": p.Users.Admin.User.ID},
		"nobody's": {"userId": apptest.MissingID}} {
		body := apptest.Object{"name": "x", "fileId": p.UploadNumbers(p.Users.Admin, "01"), "recordingId": sound.ID}
		for k, v := range change {
			body[k] = v
		}
		if a := p.Users.Admin.Post(apptest.CallOrder, body); a.Status != http.StatusBadRequest && a.Status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	stranger := apptest.Object{"name": "x", "userId": p.Users.OtherCustomer.User.ID, "fileId": p.UploadNumbers(p.Users.Agent, "01"),
		"recordingId": sound.ID}
	p.Users.Agent.Post(apptest.CallOrder, stranger).Want(http.StatusNotFound, 404)
	theirs := testkit.Data[voice.Recording](p.Users.Admin.Post("/call/recording",
		apptest.Object{"name": "x", "language": "id-ID", "customerId": p.Users.Direct.User.ID,
			"fileId": apptest.UploadSound(p.Users.Admin, apptest.Tone(2))}))
	p.Users.Agent.Post(apptest.CallOrder, apptest.Object{"name": "x", "userId": c.User.ID, "fileId": p.UploadNumbers(p.Users.Agent, "01"),
		"recordingId": theirs.ID}).Want(http.StatusNotFound, 404)
	if p.Balance(c) != 999 {
		t.Errorf("balance %v", p.Balance(c))
	}
}
