package joined_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
)

// An order over its routes, from the estimate to its end: each call with its answer, the rows and entries that it leaves and the
// work that it queues. The modules are wired as in the functions; the seeded simulation sends.
func TestOrderStory(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	who := c.Direct
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3.5}).OK()
	recharge := func(credits int) {
		c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": credits}).OK()
	}
	upload := func() string {
		file := who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n5511987654322\n5511987654322\n12025550123\n"))
		return testkit.Data[struct{ ID string }](file).ID
	}
	recharge(5)
	order := apptest.Object{"name": "May", "fileId": upload(), "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "Olá!"}}
	with := func(key string, value any) apptest.Object {
		o := apptest.Object{}
		for k, v := range order {
			o[k] = v
		}
		o[key] = value
		return o
	}
	story := testkit.Tell(t, k)
	story.Name(c.Admin.User.ID, "admin")
	story.Name(who.User.ID, "customer")
	const path = "/gc/groupsendorder"
	story.Step("what it would cost", who.Client, "POST", path+"/estimate", order)
	story.Step("a message without words", who.In("pt_BR"), "POST", path+"/estimate",
		with("message", apptest.Object{"type": "text", "text": ""})).Want(http.StatusBadRequest, 0)
	story.Step("a start that is over", who.In("zh_CN"), "POST", path, with("startTime", "2020-01-01T00:00:00Z")).Want(http.StatusBadRequest, 0)
	short := story.Step("credit is missing: it is kept as a draft", who.Client, "POST", path, order).Want(http.StatusPaymentRequired, 40201)
	draft := draftOf(t, short)
	story.Name(draft, "draft")
	story.Step("the drafts", who.Client, "GET", path+"/draft/page", nil)
	story.Step("another name", who.Client, "PUT", path+"/draft",
		func() apptest.Object { o := with("name", "June"); o["id"] = draft; return o }())
	story.Step("a stranger's draft is not there", c.Customer.Client, "POST", path+"/draft/commit",
		apptest.Object{"id": draft}).Want(http.StatusNotFound,
		0)
	recharge(100)
	made := story.Step("ordered", who.Client, "POST", path+"/draft/commit", apptest.Object{"id": draft})
	id := testkit.Data[struct{ ID string }](made).ID
	story.Name(id, "order")
	story.Step("a draft is ordered once", who.Client, "POST", path+"/draft/commit", apptest.Object{"id": draft})
	story.Step("the list", who.Client, "GET", path+"/page", nil)
	story.Step("a stranger does not see it", c.Customer.Client, "GET", path+"/"+id, nil).Want(http.StatusNotFound, 0)
	story.Step("its customer does not review it", who.Client, "PUT", path+"/review",
		apptest.Object{"ids": []string{id}, "pass": true}).Want(http.StatusForbidden, 0)
	story.Step("a refusal has a reason", c.Admin.Client, "PUT", path+"/review",
		apptest.Object{"ids": []string{id}, "pass": false}).Want(http.StatusBadRequest, 0)
	story.Step("passed, and one that is not there", c.Admin.Client, "PUT", path+"/review",
		apptest.Object{"ids": []string{id, "none"}, "pass": true})
	story.Step("paused", who.Client, "PUT", path+"/"+id+"/pause", nil)
	story.Step("an order that is not over stays", who.Client, "DELETE", path+"/"+id, nil).Want(http.StatusConflict, 0)
	story.Step("cancelled: its credit comes back", who.Client, "PUT", path+"/"+id+"/cancel", nil)
	story.Step("not twice", who.Client, "PUT", path+"/"+id+"/cancel", nil).Want(http.StatusConflict, 0)
	story.Step("as it ended", c.Admin.Client, "GET", path+"/"+id, nil)
	story.Step("deleted", who.Client, "DELETE", path+"/"+id, nil)
	story.Step("gone", who.Client, "GET", path+"/page", nil)
}

func draftOf(t *testing.T, a *testkit.Answer) string {
	t.Helper()
	var kept struct{ DraftID string }
	if err := json.Unmarshal(a.Data, &kept); err != nil || kept.DraftID == "" {
		t.Fatalf("%s %v", a.Raw, err)
	}
	return kept.DraftID
}
