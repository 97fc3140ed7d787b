package saas_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
)

// shop is the joined product with customers whose accounts are activated and filled.
type shop struct {
	*testing.T
	k *testkit.Env
	e *app.Env
	s *testkit.Server
	c *sessiontest.SeededUsers
}

func mustShop(t *testing.T) *shop {
	t.Helper()
	h := &shop{T: t, k: testkit.Memory(t)}
	h.s, h.e = apptest.Serve(t, h.k)
	h.c = (&sessiontest.Fixture{Env: h.k, Users: h.e.Users(), Session: h.e.Sessions()}).SeedUsers(t, h.s)
	for _, who := range []*sessiontest.Actor{h.c.Customer, h.c.Direct} {
		h.c.Admin.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	}
	return h
}

func (h *shop) fill(who *sessiontest.Actor, credits int) {
	h.Helper()
	h.c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": credits}).OK()
}

func (h *shop) own(who *sessiontest.Actor) saas.Info {
	h.Helper()
	return testkit.Data[saas.Info](who.Get("/pi/personal/info/saas"))
}

func (h *shop) balance(who *sessiontest.Actor) money.Amount {
	h.Helper()
	available, _, err := h.e.Ledger().Balance(h.Context(), who.User.ID)
	if err != nil {
		h.Fatal(err)
	}
	return available
}

// A customer without the service buys a year with its credit and renews it from its end. Its session, statement and orders show it. Its
// secondary has the same service.
func TestAYearIsBoughtWithCredit(t *testing.T) {
	h := mustShop(t)
	c := h.c.Customer
	if was := h.own(c); was.Status != saas.NotPurchased || was.Expire != nil || !was.Prompt || was.Required {
		t.Errorf("before: %+v", was)
	}
	c.Post(apptest.BuySaaSPath, nil).Want(http.StatusPaymentRequired, 40201)
	h.fill(c, 250_000)
	price := testkit.Data[saas.Price](c.Get("/pay/saas/price"))
	checked := testkit.Data[saas.CheckResponse](c.Get(apptest.CheckSaaSPath))
	if price.Fen != apptest.SaaSYearCost || price.Credit != apptest.SaaSYearCost*money.Credit || !checked.Enough ||
		checked.Balance != 250_000*money.Credit {
		t.Errorf("%+v, %+v", price, checked)
	}
	bought := testkit.Data[saas.PurchaseResponse](c.Post(apptest.BuySaaSPath, nil))
	if bought.Status != saas.Active || !bought.Expire.Equal(price.Expire) || bought.Amount != price.Credit {
		t.Errorf("%+v for %+v", bought, price)
	}
	if now := h.own(c); now.Status != saas.Active || now.Prompt || now.Days < 365 || now.Days > 366 {
		t.Errorf("after: %+v", now)
	}
	again := testkit.Data[saas.PurchaseResponse](c.Post(apptest.BuySaaSPath, nil))
	if want := saas.Renewed(bought.Expire, h.k.Now()); !again.Expire.Equal(want) {
		t.Errorf("renewed until %s instead of %s", again.Expire, want)
	}
	c.Post(apptest.BuySaaSPath, nil).Want(http.StatusPaymentRequired, 40201)
	if h.balance(c) != 10_000*money.Credit {
		t.Errorf("balance %s", h.balance(c))
	}
	if below := h.own(h.c.Secondary); below.Status != saas.Active || !below.Expire.Equal(again.Expire) || below.Prompt {
		t.Errorf("secondary: %+v", below)
	}
	me := testkit.Data[session.Me](c.Get("/oauth/getUser"))
	if me.Attributes.SaasStatus != 2 || !me.Attributes.SaasExpireTime.Equal(again.Expire) {
		t.Errorf("session: %+v", me.Attributes)
	}
	if staff := testkit.Data[session.Me](h.c.Admin.Get("/oauth/getUser")); staff.Attributes.SaasStatus != 0 {
		t.Errorf("staff: %+v", staff.Attributes)
	}
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page"))
	if l := lines.Records[0]; lines.Total != 3 || l.BusinessType != ledger.Pay || l.Amount != -price.Credit ||
		!strings.HasPrefix(l.Remark, "SaaS") {
		t.Errorf("%+v", lines.Records)
	}
	for _, who := range []*sessiontest.Actor{h.c.Admin, h.c.Agent, c} {
		page := testkit.Data[web.Page[saas.Order]](who.Get("/aty/saas/order/page?method=credit"))
		if page.Total != 2 || page.Records[0].ID != again.OrderID || page.Records[1].Amount != price.Credit ||
			page.Records[0].UserName != c.User.Name {
			t.Errorf("%s sees %+v", who.Name, page)
		}
	}
	if file := c.Get("/aty/saas/order/export"); file.Status != http.StatusOK || len(file.Raw) < 1000 {
		t.Error("an empty file")
	}
	if other := testkit.Data[web.Page[saas.Order]](h.c.OtherAgent.Get("/aty/saas/order/page")); other.Total != 0 {
		t.Errorf("a stranger sees %+v", other)
	}
}

// A user who may not buy gets the reason, by the check and by the purchase, and nothing is charged.
func TestWhoMayNotBuyAYear(t *testing.T) {
	h := mustShop(t)
	h.fill(h.c.OtherCustomer, 200_000)
	h.c.Admin.Get(apptest.CheckSaaSPath).Want(http.StatusNotFound, 404)
	h.c.Admin.Post(apptest.BuySaaSPath, nil).Want(http.StatusNotFound, 404)
	h.c.Secondary.Get(apptest.CheckSaaSPath).Want(http.StatusForbidden, 40312)
	h.c.Secondary.Post(apptest.BuySaaSPath, nil).Want(http.StatusForbidden, 403)
	for lang, want := range map[string]string{"zh_CN": "账号尚未认证。请完善个人信息，认证后即可购买服务。",
		"en_US": "Your account isn't verified yet. Complete your profile. You can buy the service once our staff have verified it.",
		"pt_BR": "Sua conta ainda não foi verificada. Complete seu perfil. Você poderá comprar o serviço assim que nossa equipe a verificar.",
		"zh_TW": "帳號尚未認證。請完善個人資訊，認證後即可購買服務。"} {
		if a := h.c.OtherCustomer.In(lang).Get(apptest.CheckSaaSPath); a.Code != 40313 || a.Message != want {
			t.Errorf("%s: %d %s", lang, a.Code, a.Message)
		}
	}
	h.c.OtherCustomer.Post(apptest.BuySaaSPath, nil).Want(http.StatusForbidden, 40313)
	if h.balance(h.c.OtherCustomer) != 200_000*money.Credit {
		t.Error("it was charged")
	}
	h.fill(h.c.Direct, 200_000)
	h.c.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": h.c.Direct.User.ID, "lock": true}).OK()
	h.c.Direct.Client = h.s.As("direct", (&sessiontest.Fixture{Env: h.k, Users: h.e.Users(), Session: h.e.Sessions()}).SignIn(t,
		h.s, h.c.Direct.User.Login))
	h.c.Direct.Get(apptest.CheckSaaSPath).Want(http.StatusForbidden, 40302)
	h.c.Direct.Post(apptest.BuySaaSPath, nil).Want(http.StatusForbidden, 40302)
}

// Concurrent purchases are each paid and add a year each; repeated calls under one key are one purchase.
func TestPurchasesAtTheSameMoment(t *testing.T) {
	h := mustShop(t)
	c := h.c.Customer
	const n = 5
	h.fill(c, n*apptest.SaaSYearCost)
	var all sync.WaitGroup
	done := make([]int, n+3)
	for i := range done { // three more than it has credit for
		all.Go(func() {
			done[i] = c.With("Idempotency-Key", "key-"+strconv.Itoa(i)).Post(apptest.BuySaaSPath, nil).Code
		})
	}
	all.Wait()
	paid, short := 0, 0
	for _, code := range done {
		switch code {
		case 200:
			paid++
		case 40201:
			short++
		}
	}
	until := h.k.Now()
	for range paid {
		until = saas.Renewed(until, h.k.Now())
	}
	if s := h.own(c); paid != n || short != 3 || h.balance(c) != 0 || s.Expire.Sub(until).Abs() > 48*time.Hour {
		t.Errorf("%v: %d paid, %d short, %s left, until %s instead of %s", done, paid, short, h.balance(c), s.Expire, until)
	}
	h.fill(c, 2*apptest.SaaSYearCost)
	first := testkit.Data[saas.PurchaseResponse](c.With("Idempotency-Key", "once").Post(apptest.BuySaaSPath, nil))
	second := testkit.Data[saas.PurchaseResponse](c.With("Idempotency-Key", "once").Post(apptest.BuySaaSPath, nil))
	if first != second || h.balance(c) != apptest.SaaSYearCost*money.Credit {
		t.Errorf("%+v, then %+v with %s left", first, second, h.balance(c))
	}
}

// Staff give a year for free. An agent gives it from its own credit or, by a setting, for free, and to its own customers only.
func TestAYearIsGiven(t *testing.T) {
	h := mustShop(t)
	id := h.c.Customer.User.ID
	const staffs, agents = "/aty/customerinfo/give/saas/", "/proxy/give/saas/"
	first := testkit.Data[saas.PurchaseResponse](h.c.Admin.Put(staffs+id, nil))
	if first.Amount != 0 || h.own(h.c.Customer).Status != saas.Active {
		t.Errorf("%+v", first)
	}
	h.c.Agent.Put(staffs+id, nil).Want(http.StatusForbidden, 403)
	h.c.Agent.Put(agents+id, nil).Want(http.StatusPaymentRequired, 40201)
	h.fill(h.c.Agent, 150_000)
	paid := testkit.Data[saas.PurchaseResponse](h.c.Agent.Put(agents+id, nil))
	if paid.Amount != apptest.SaaSYearCost*money.Credit || h.balance(h.c.Agent) != 30_000*money.Credit ||
		!paid.Expire.Equal(saas.Renewed(first.Expire, h.k.Now())) {
		t.Errorf("%+v with %s left", paid, h.balance(h.c.Agent))
	}
	h.c.Admin.Put("/lop/system/config/saas.agent.give", apptest.Object{"value": "free"}).OK()
	h.k.Clock.Add(2 * time.Second)
	if free := testkit.Data[saas.PurchaseResponse](h.c.Agent.Put(agents+id, nil)); free.Amount != 0 ||
		h.balance(h.c.Agent) != 30_000*money.Credit {
		t.Errorf("%+v with %s left", free, h.balance(h.c.Agent))
	}
	for _, other := range []string{h.c.OtherCustomer.User.ID, h.c.Direct.User.ID, h.c.Agent.User.ID, apptest.MissingID} {
		h.c.Agent.Put(agents+other, nil).Want(http.StatusNotFound, 404)
	}
	h.c.Agent.Put(agents+h.c.Secondary.User.ID, nil).Bad("id")
	h.c.Admin.Put(staffs+apptest.MissingID, nil).Want(http.StatusNotFound, 404)
	page := testkit.Data[web.Page[saas.Order]](h.c.Admin.Get("/aty/saas/order/page?sortFields=saasExpireTime&sortOrders=ascend"))
	if page.Total != 3 || page.Records[0].Method != saas.ByStaff || page.Records[2].Method != saas.ByAgent ||
		page.Records[2].OperatorType != "agent" {
		t.Errorf("%+v", page)
	}
	for _, sent := range h.k.Sent.Take() {
		if handle := app.JobTasks(h.e)[sent.Kind]; handle != nil {
			if err := handle(t.Context(), sent.Message); err != nil {
				t.Fatal(err)
			}
		}
	}
	// three years, and the verification
	if told := testkit.Data[web.Page[apptest.Object]](h.c.Customer.Get("/im/notice/messages")); told.Total != 4 {
		t.Errorf("%d notices: %v", told.Total, told.Records)
	}
}

// Where a setting requires the service, orders of customers without it are refused and serviceCheck reports it; by default none is
// required.
func TestOrdersNeedTheServiceWhereItIsRequired(t *testing.T) {
	h := mustShop(t)
	v := apptest.SeedTenant(t, h.e, h.c)
	c := h.c.Customer
	if s := testkit.Data[session.ServiceState](c.Get("/oauth/serviceCheck")); !s.Active || s.SaasRequired || s.SaasStatus != 1 {
		t.Errorf("%+v", s)
	}
	h.c.Admin.Put("/lop/system/config/saas.required", apptest.Object{"value": true}).OK()
	h.k.Clock.Add(2 * time.Second)
	order := apptest.OrderBody("")
	delete(order, "groupId")
	order["fileId"] = v.File
	for lang, want := range map[string]string{"zh_CN": "服务未开通或已过期，请先购买服务，未扣款",
		"en_US": "You haven't bought the service or it has expired. Buy it first. Nothing was charged.",
		"pt_BR": "Você não comprou o serviço ou ele expirou. Compre-o primeiro. Nada foi cobrado.", "zh_TW": "服務未開通或已過期，請先購買服務，未扣款"} {
		if a := c.In(lang).Post("/gc/groupsendorder", order); a.Code != 40314 || a.Status != http.StatusForbidden || a.Message != want {
			t.Errorf("%s: %d %s", lang, a.Code, a.Message)
		}
	}
	draft := testkit.Data[web.Created](c.Post("/gc/groupsendorder/draft", order)).ID
	c.Post("/gc/groupsendorder/draft/commit", apptest.Object{"id": draft}).Want(http.StatusForbidden, 40314)
	if s := testkit.Data[session.ServiceState](h.c.Secondary.Get("/oauth/serviceCheck")); s.Active || !s.SaasRequired {
		t.Errorf("%+v", s)
	}
	if s := testkit.Data[session.ServiceState](h.c.Agent.Get("/oauth/serviceCheck")); !s.Active || s.SaasRequired {
		t.Errorf("agent: %+v", s)
	}
	h.c.Admin.Put("/aty/customerinfo/give/saas/"+v.User, nil).OK()
	c.Post("/gc/groupsendorder", order).OK()
	if s := testkit.Data[session.ServiceState](c.Get("/oauth/serviceCheck")); !s.Active {
		t.Errorf("%+v", s)
	}
	h.k.Clock.Add(366 * 24 * time.Hour)
	if err := h.e.Subscriptions().Admit(t.Context(), &auth.Principal{Type: auth.First, Tenant: v.User}); err == nil {
		t.Error("an expired one is admitted")
	}
}
