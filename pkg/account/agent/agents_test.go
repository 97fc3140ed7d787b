package agent_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/agent"
	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// Staff create agents. An agent cannot create agents, and the refusal exists in four languages.
func TestOneLevelOfAgents(t *testing.T) {
	_, _, c := apptest.SeededAgents(t)
	body := func(more apptest.Object) apptest.Object {
		o := apptest.Object{"name": "Pearl", "phone": sessiontest.Phone(), "email": "p@y.com", "countryCode": "BR", "customerType": "enterprise",
			"companyName": "Pearl Ltda"}
		for k, v := range more {
			o[k] = v
		}
		return o
	}
	made := testkit.Data[customer.CreateResponse](c.Admin.Post("/proxy", body(nil))).UserID
	for lang, want := range map[string]string{"zh_CN": "只有平台可以创建代理，代理不能再有下级代理",
		"en_US": "Only the platform can create agents. Agents can't have agents below them.",
		"pt_BR": "Somente a plataforma cria agentes. Agentes não podem ter agentes abaixo deles.", "zh_TW": "只有平台可以建立代理，代理不能再有下級代理"} {
		if a := c.Agent.In(lang).Post("/proxy", body(nil)).Want(http.StatusForbidden, 0); a.Message != want {
			t.Errorf("%s: %s", lang, a.Message)
		}
	}
	c.Admin.Post("/proxy", body(apptest.Object{"agentId": made})).Bad("agentId")
	c.Admin.Post("/proxy", body(apptest.Object{"parentId": made})).Bad("parentId")
	c.Admin.Post("/proxy", body(apptest.Object{"email": ""})).Bad("email")
	if d := testkit.Data[customer.Detail](c.Admin.Put("/proxy", apptest.Object{"userId": made, "name": "Pearl 2"})); d.Name != "Pearl 2" ||
		d.CompanyName != "Pearl Ltda" {
		t.Errorf("%+v", d)
	}
	c.Admin.Put("/proxy", apptest.Object{"userId": c.Customer.User.ID, "name": "x"}).Want(http.StatusNotFound, 0)
	if d := testkit.Data[customer.Detail](c.Admin.Put("/proxy/activation/"+made, nil)); !d.Activated {
		t.Errorf("%+v", d)
	}
	if d := testkit.Data[customer.Detail](c.Agent.Put("/proxy/activation/"+c.Customer.User.ID, nil)); !d.Activated {
		t.Errorf("%+v", d)
	}
	c.Agent.Put("/proxy/activation/"+c.Agent.User.ID, nil).Want(http.StatusForbidden, 40303)
	all, own := testkit.Data[web.Page[customer.Row]](c.Admin.Get("/proxy/page")),
		testkit.Data[web.Page[customer.Row]](c.Agent.Get("/proxy/page"))
	if all.Total != 3 || own.Total != 1 || own.Records[0].UserID != c.Agent.User.ID {
		t.Errorf("%+v; %+v", all, own)
	}
	if some := testkit.Data[[]customer.Option](c.Admin.Get("/proxy/info/selector?name=pearl")); len(some) != 1 || some[0].UserID != made {
		t.Errorf("%+v", some)
	}
	c.Agent.Get("/proxy/info/" + c.Agent.User.ID).OK()
	c.Agent.Get("/proxy/info/"+made).Want(http.StatusNotFound, 0)
}

// Staff give, correct and price an agent like a customer, and delete one that has neither customers nor credit.
func TestStaffKeepAnAgent(t *testing.T) {
	e, _, c := apptest.SeededAgents(t)
	made := testkit.Data[customer.CreateResponse](c.Admin.Post("/proxy",
		apptest.Object{"name": "Pearl", "phone": sessiontest.Phone(), "email": "p@y.com", "countryCode": "BR", "customerType": "enterprise",
			"companyName": "Pearl Ltda"})).UserID
	holds := func(want string) {
		t.Helper()
		if available, _, err := e.Ledger().Balance(t.Context(), made); err != nil || available.String() != want {
			t.Errorf("holds %s, not %s: %v", available, want, err)
		}
	}
	c.Admin.Put("/aty/customerinfo/give", apptest.Object{"userId": made, "amount": 50}).OK()
	c.Admin.Put("/aty/customerinfo/"+made+"/10.50", nil).OK()
	c.Admin.Put("/aty/customerinfo/"+made+"/-0.50", nil).OK()
	holds("60")
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": made, "service": "bulk.whatsapp", "countryCode": "BR", "price": 0.2}).OK()
	lines := testkit.Data[web.Page[price.Row]](c.Admin.Get("/aty/customerinfo/price/charge/page?userId=" + made))
	if lines.Total != 1 || lines.Records[0].Price.String() != "0.2" {
		t.Errorf("%+v", lines)
	}
	c.Agent.Delete("/proxy/"+made, nil).Want(http.StatusForbidden, 0)
	c.Admin.Delete("/proxy/"+c.Customer.User.ID, nil).Want(http.StatusNotFound, 0)
	c.Admin.Delete("/proxy/"+c.Agent.User.ID, nil).Want(http.StatusConflict, 0) // it has customers
	c.Admin.Delete("/proxy/"+made, nil).Want(http.StatusConflict, 0)            // it has credit
	c.Admin.Put("/aty/customerinfo/"+made+"/-60", nil).OK()
	c.Admin.Delete("/proxy/"+made, nil).OK()
	c.Admin.Get("/proxy/info/"+made).Want(http.StatusNotFound, 0)
}

// An agent's price list applies to its customers without a price of their own. A price is never below the agent's own.
func TestPriceListOfAnAgent(t *testing.T) {
	e, _, c := apptest.SeededAgents(t)
	me, id := c.Agent.User.ID, c.Customer.User.ID
	for _, l := range []price.Line{{Owner: price.Platform, Price: 350}, {Owner: me, Price: 200, Staff: true}} {
		l.Service, l.Country = "bulk.whatsapp", price.Anywhere
		if _, err := e.Prices().Set(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	const path = "/proxy/service/price"
	set := func(country string, price any) *testkit.Answer {
		return c.Agent.Post(path, apptest.Object{"service": "bulk.whatsapp", "countryCode": country, "price": price})
	}
	set("BR", 1.99).Bad("price")
	set("BR", 0).Bad("price")
	set("BR", 10000.01).Bad("price")
	set("BR", 2.001).Bad("price")
	set("XX", 3).Bad("countryCode")
	row := testkit.Data[price.Row](set("BR", 2.5))
	asked := func(who *testkit.Client, query string) price.QuoteResponse {
		t.Helper()
		return testkit.Data[price.QuoteResponse](who.Get("/aty/customerinfo/price/query?service=bulk.whatsapp&countryCode=BR" + query))
	}
	if got := asked(c.Customer.Client, ""); got.Price != 250 || got.Source != price.FromList || got.Agent != nil {
		t.Errorf("%+v", got)
	}
	if got := asked(c.Agent.Client, "&userId="+id); got.Agent == nil || *got.Agent != 200 {
		t.Errorf("%+v", got)
	}
	c.Agent.Put(path, apptest.Object{"id": row.ID, "price": 3}).OK()
	listed := testkit.Data[web.Page[price.PriceList]](c.Agent.Get(path + "/page"))
	if listed.Total != 1 || listed.Records[0].Owner != me || *listed.Records[0].Own != 200 || *listed.Records[0].Margin != 100 ||
		listed.Records[0].ByName != "agent" {
		t.Errorf("%+v", listed)
	}
	if all := testkit.Data[[]price.ServicePrice](c.Agent.Get("/proxy/service/list?userId=" + id)); len(all) != 2 || all[0].Price != 200 ||
		all[1].Country != "BR" || all[1].Margin != 100 {
		t.Errorf("%+v", all)
	}
	changes := testkit.Data[web.Page[price.Change]](c.Agent.Get(path + "/history/page"))
	if changes.Total != 2 || *changes.Records[0].Was != 250 || *changes.Records[0].Price != 300 || changes.Records[0].ByName != "agent" ||
		changes.Records[1].Was != nil {
		t.Errorf("%+v", changes.Records)
	}
	c.OtherAgent.Put(path, apptest.Object{"id": row.ID, "price": 3}).Want(http.StatusNotFound, 0)
	c.OtherAgent.Get(path+"/page?userId="+me).Want(http.StatusNotFound, 0)
	c.Admin.Get(path + "/page").Bad("userId")
	c.Agent.Delete(path+"/"+row.ID, nil).OK()
	if got := asked(c.Customer.Client, ""); got.Price != 200 || got.Source != price.FromAgent {
		t.Errorf("%+v", got)
	}
}

// An agent recharges from its own credit, and sees its earnings from an order and customers with low credit.
func TestAgentSells(t *testing.T) {
	e, _, c := apptest.SeededAgents(t)
	me, id := c.Agent.User.ID, c.Customer.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": me, "amount": 500}).OK()
	recharge := func(who *sessiontest.Actor, id, n string) *testkit.Answer {
		return who.Post("/proxy/statement/recharge/"+id+"/"+n, nil)
	}
	recharge(c.Agent, id, "501").Want(http.StatusPaymentRequired, 40201)
	recharge(c.Agent, id, "1.5").Bad("rechargeNum")
	recharge(c.Agent, id, "0").Bad("rechargeNum")
	recharge(c.Agent, id, "10000000001").Bad("rechargeNum")
	recharge(c.Agent, c.OtherCustomer.User.ID, "5").Want(http.StatusNotFound, 0)
	recharge(c.Agent, me, "5").Want(http.StatusForbidden, 40303)
	recharge(c.Agent, id, "300").OK()
	rebate := testkit.Data[ledger.CreditChange](c.Agent.Put("/proxy/rebate", apptest.Object{"userId": id, "amount": 10})).SerialNumber
	c.Agent.Put("/proxy/withdrawal", apptest.Object{"userId": id, "amount": 400}).Want(http.StatusPaymentRequired, 40203)
	c.Agent.Put("/proxy/withdrawal", apptest.Object{"userId": id, "amount": 60}).OK()
	c.Agent.Put("/proxy/statement/approved", apptest.Object{"serialNumber": rebate, "approved": false, "remark": "by mistake"}).OK()
	book := e.Ledger()
	if _, err := book.Reserve(t.Context(), ledger.Order{Ref: "o1", Account: id, Service: "bulk", Operator: ledger.System}, 5000); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Settle(t.Context(), "o1", 4000, ledger.Agency{Agent: me, Amount: 1500}); err != nil {
		t.Fatal(err)
	}
	page := testkit.Data[ledger.AgentPage](c.Agent.Get("/proxy/statement?businessType=pay"))
	if page.Total != 1 || page.Records[0].Margin == nil || *page.Records[0].Margin != 1500 {
		t.Errorf("%+v", page)
	}
	if staff := testkit.Data[ledger.AgentPage](c.Admin.Get("/proxy/statement?agentId=" + c.OtherAgent.User.ID)); staff.Total != 0 {
		t.Errorf("%+v", staff)
	}
	if rows := apptest.ReadTable(t, c.Agent.In("en_US").Get("/proxy/statement/export").Raw, "Serial number"); len(rows) != 12 {
		t.Errorf("%d rows", len(rows))
	}
	h := testkit.Data[agent.Dashboard](c.Agent.Get("/proxy/home"))
	if h.Margin != 1500 || h.Customers != 1 || h.NewCustomers != 1 || len(h.Low) != 1 || h.Low[0].Balance != 20000 ||
		h.Low[0].Name != "customer" || h.Days[len(h.Days)-1].Margin != 1500 {
		t.Errorf("%+v", h)
	}
	if have := h.Balance; have != money.Amount(50000-30000+6000+1500) {
		t.Errorf("%s", have)
	}
	c.Admin.Get("/proxy/home").Bad("agentId")
	c.OtherAgent.Get("/proxy/home?agentId="+me).Want(http.StatusNotFound, 0)
	if report, err := book.Reconcile(t.Context()); err != nil || report.Found != 0 {
		t.Errorf("%+v (%v)", report, err)
	}
}

// A price file is imported completely, or refused with the errors of each row.
func TestPricesByAFile(t *testing.T) {
	e, _, c := apptest.SeededAgents(t)
	id := c.Direct.User.ID
	send := func(who *sessiontest.Actor, user, text string) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "p.csv", "text/csv", []byte(text))).ID
		return who.Post("/aty/customerinfo/price/charge/import", apptest.Object{"userId": user, "fileId": file})
	}
	bad := send(c.Admin, id,
		"service,countryCode,price\nbulk.whatsapp,BR,3.25\nnone,BR,1\nbulk.whatsapp,XX,1\nbulk.whatsapp,IN,10000.01\nbulk.whatsapp,CN,1.234\nbulk.whatsapp,BR,4\n").Want(http.StatusBadRequest, 40041)
	var refused price.ImportErrors
	if err := json.Unmarshal(bad.Data, &refused); err != nil {
		t.Fatal(err)
	}
	if refused.Total != 6 || refused.Failed != 5 || refused.Errors[0].Line != 3 || refused.Errors[0].Code != "service" ||
		refused.Errors[4].Code != "twice" {
		t.Errorf("%+v", refused)
	}
	if lines, err := e.Prices().Of(t.Context(), id); err != nil || len(lines) != 0 {
		t.Errorf("a part was taken: %+v (%v)", lines, err)
	}
	good := testkit.Data[price.ImportResponse](send(c.Admin, id, "service,countryCode,price\nbulk.whatsapp,BR,3.25\nbulk.whatsapp,*,4\n"))
	if good.Total != 2 || good.Changed != 2 {
		t.Errorf("%+v", good)
	}
	send(c.Admin, id, "service,country\nbulk.whatsapp,BR\n").Bad("fileId")
	// the agent has no price yet
	send(c.Agent, c.Customer.User.ID, "service,countryCode,price\nbulk.whatsapp,BR,3\n").Want(http.StatusBadRequest, 40041)
	send(c.Agent, id, "service,countryCode,price\nbulk.whatsapp,BR,3\n").Want(http.StatusNotFound, 0)
	comma := "service,countryCode,price\nbulk.whatsapp,BR,\"9,50\"\n"
	var steps price.Steps
	if err := json.Unmarshal(send(c.Admin, id, comma).Want(http.StatusConflict, 40923).Data, &steps); err != nil || steps.Total != 1 ||
		steps.Changes[0].Before != 325 || steps.Changes[0].After != 950 {
		t.Errorf("%+v (%v)", steps, err)
	}
	if lines, err := e.Prices().Of(t.Context(), id); err != nil ||
		slices.ContainsFunc(lines, func(l price.Line) bool { return l.Price == 950 }) {
		t.Errorf("taken without being confirmed: %+v (%v)", lines, err)
	}
	file := testkit.Data[struct{ ID string }](c.Admin.Upload("/uf/uploadfile", "file", "p.csv", "text/csv", []byte(comma))).ID
	sure := testkit.Data[price.ImportResponse](c.Admin.Post("/aty/customerinfo/price/charge/import",
		apptest.Object{"userId": id, "fileId": file, "confirmed": true}))
	if sure.Changed != 1 {
		t.Errorf("%+v", sure)
	}
	if rows := apptest.ReadTable(t, c.Admin.Get("/aty/customerinfo/price/charge/export?userId="+id).Raw, "service"); len(rows) != 2 ||
		rows[1]["price"] == "" {
		t.Errorf("%+v", rows)
	}
	if changes := testkit.Data[web.Page[price.Change]](c.Admin.Get("/aty/customerinfo/price/charge/history/page?userId=" +
		id)); changes.Total != 3 || changes.Records[0].ByName != "admin" {
		t.Errorf("%+v", changes)
	}
}
