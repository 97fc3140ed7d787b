package ledger_test

import (
	"net/http"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
)

type object = map[string]any

// Credit over the routes: actions of staff and customers, the entries that each leaves, and the refusals.
func TestLedgerStory(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	settings := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	if err := settings.Set(t.Context(), "recharge.max", float64(100_000), "test"); err != nil {
		t.Fatal(err)
	}
	book := &ledger.Ledger{DB: h.Env.DB, Now: h.Env.Now}
	room := &ledger.Service{Ledger: book, Users: h.Users, Max: settings.Number("recharge.max"),
		Notices: &notice.Store{Queues: h.Env.Queues, Log: func(line map[string]any) { t.Error(line) }}}
	s := h.Serve(t, func(a *web.API) {
		room.NewID = a.NewID
		room.Routes(a)
	})
	cast := h.SeedUsers(t, s)
	story := testkit.Tell(t, h.Env)
	agent, customer := cast.Agent.User.ID, cast.Customer.User.ID
	for name, id := range map[string]string{"admin": cast.Admin.User.ID, "agent": agent, "customer": customer,
		"other": cast.OtherCustomer.User.ID} {
		story.Name(id, name)
	}
	of := func(user string, amount any) object {
		return object{"userId": user, "amount": amount, "remark": "a test"}
	}
	admin := cast.Admin.Client
	const to = "/aty/customerinfo/"
	story.Step("staff recharges the agent", admin.With("Idempotency-Key", "first"), "PUT", to+"recharge", of(agent, 500))
	story.Step("the same again moves nothing", admin.With("Idempotency-Key", "first"), "PUT", to+"recharge", of(agent, 500))
	story.Step("parts of a credit", admin, "PUT", to+"recharge", of(agent, 0.5)).Want(http.StatusBadRequest, 0)
	story.Step("more than the setting allows", cast.Admin.In("zh_TW"), "PUT", to+"give", of(agent, 100_001)).Want(http.StatusBadRequest, 0)
	story.Step("a gift", admin, "PUT", to+"give", of(customer, 20))
	story.Step("a correction", admin, "PUT", to+customer+"/-0.25", object{"remark": "too much"})
	story.Step("the agent moves credit to its customer", cast.Agent.Client, "POST", to+"amounts/move",
		object{"fromUserId": agent, "toUserId": customer, "amount": 100, "remark": "for May"})
	story.Step("more than it has", cast.Agent.Client, "POST", to+"amounts/move",
		object{"fromUserId": agent, "toUserId": customer, "amount": 1000}).Want(http.StatusPaymentRequired, 40201)
	story.Step("not to a stranger's customer", cast.Agent.Client, "POST", to+"amounts/move",
		object{"fromUserId": agent, "toUserId": cast.OtherCustomer.User.ID, "amount": 1}).Want(http.StatusNotFound, 0)
	story.Step("a withdrawal above the balance", admin, "PUT", to+"withdrawal", of(customer, 1000)).Want(http.StatusPaymentRequired, 40203)
	story.Step("a customer gives itself nothing", cast.Customer.Client, "PUT", to+"give", of(customer, 1)).Want(http.StatusForbidden, 0)
	story.Step("the customer's statement", cast.Customer.Client, "GET", "/pi/personal/info/statement/page", nil)
	story.Step("of a type alone", cast.Customer.Client, "GET", "/pi/personal/info/statement/page?businessType=gift", nil)
	story.Step("a stranger reads nothing of it", cast.OtherAgent.Client, "GET", "/aty/customerinfo/statement/page?userId="+customer,
		nil).Want(http.StatusNotFound, 0)
	story.Step("what some of its accounts hold; others are left out", cast.Agent.Client, "GET", to+"balances?userIds="+agent+"&userIds="+
		customer+"&userIds="+cast.OtherCustomer.User.ID, nil)
	story.Step("of nobody", admin, "GET", to+"balances?userIds=me", nil).Want(http.StatusBadRequest, 0)
}
