package app

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/platform/user"
)

func (p *house) lock(by *sessiontest.Actor, who *sessiontest.Actor, locked bool) *testkit.Answer {
	return by.Put("/blacklistuserinfo/lockOrUnlock", obj{"userId": who.User.ID, "lock": locked, "reason": "arrears"})
}

// whileLocked are the calls that change something and that a customer or agent may make while it is locked: they cost nothing, start
// nothing, and stop or tidy what there is. What was sent in USDT before the lock is money that has come.
var whileLocked = []string{
	"POST /aty/consent", "POST /aty/consent/import", "POST /aty/contactsgroup", "POST /aty/contactsgroup/merge",
	"POST /aty/contactsgroup/{id}/copy", "POST /aty/contactsgroup/{id}/difference",
	"POST /aty/contactsgroup/{id}/member", "POST /aty/contactsgroup/{id}/split", "PUT /aty/contactsgroup", "DELETE /aty/contactsgroup/{id}",
	"POST /aty/contactsgroup/{id}/import",
	"DELETE /aty/contactsgroup/{id}/member", "PUT /aty/contactsgroup/{id}/screen/stop", "PUT /aty/riskgroup/{id}/screen/stop",
	"PUT /aty/customerinfo/cancel/appkey/security/{id}",
	"DELETE /aty/suppression", "POST /aty/suppression", "POST /aty/suppression/import",
	"POST /gc/gcAlternateOrder/readFile", "POST /aty/riskgroup", "PUT /aty/riskgroup", "DELETE /aty/riskgroup/{id}",
	"POST /aty/riskgroup/{id}/import", "POST /aty/riskgroup/{id}/member",
	"DELETE /bgo/buildgroup/draft/{id}", "POST /bgo/buildgroup/estimate", "DELETE /bgo/buildgroup/{id}", "PUT /bgo/buildgroup/{id}/cancel",
	"PUT /bgo/buildgroup/{id}/pause", "PUT /bgo/buildgroup/{id}/stop",
	"DELETE /call/order/draft/{id}", "POST /call/order/estimate", "DELETE /call/order/{id}", "PUT /call/order/{id}/cancel",
	"PUT /call/order/{id}/pause", "PUT /call/order/{id}/stop", "POST /bgo/buildgroup/check/money", "PUT /bgo/buildgroup/{id}/group/{n}/settle",
	"DELETE /aty/riskgroup/{id}/member", "DELETE /aty/suppression/{id}", "POST /gc/groupsendorder/countrys",
	"DELETE /gc/groupsendorder/draft/{id}", "POST /gc/groupsendorder/estimate", "PUT /gc/template/status", "POST /gc/template/sync",
	"DELETE /gc/template/{id}", "PUT /gc/template/{id}/sync", "DELETE /gc/groupsendorder/{id}", "PUT /gc/groupsendorder/{id}/cancel",
	"PUT /gc/groupsendorder/{id}/pause", "PUT /gc/groupsendorder/{id}/stop", "PUT /gc/inbox/{id}/assign", "PUT /gc/inbox/{id}/read",
	"PUT /gc/inbox/{id}/status", "PUT /im/announcement/read/{userId}/{id}", "PUT /im/notice/read",
	"PUT /im/notice/read/{userId}/{messageType}", "POST /oauth/crash", "DELETE /oauth/logout", "DELETE /oauth/session/{id}",
	"POST /oauth/ticket", "PUT /pi/personal/info",
	"PUT /pi/personal/info/pass", "POST /pi/personal/info/verification", "PUT /pi/personal/info/refresh/security",
	"POST /system/dict/invalid-hash", "POST /system/lov/check", "POST /uf/uploadfile", "POST /uf/uploadfile/contact",
	"POST /uf/uploadfile/presign", "DELETE /virtual/currency/order/recharge/expired/{id}", "POST /virtual/currency/order/recharge/retry/{id}",
	"PUT /virtual/currency/order/recharge/submit/hash",
	"DELETE /call/recording/{id}",
	"POST /aty/customerservicer", "PUT /aty/customerservicer", "DELETE /aty/customerservicer/{id}",
	"POST /aty/customerserviceraccount", "PUT /aty/customerserviceraccount", "PUT /aty/customerserviceraccount/usable",
	"DELETE /aty/customerserviceraccount/{id}",
}

// refusesSpending calls every route that pays, consumes or starts and that somebody locked could call otherwise.
func (p *house) refusesSpending(who *sessiontest.Actor) {
	p.Helper()
	as, err := p.e.Sessions().Authenticate(p.Context(), who.Token)
	if err != nil || !as.Locked {
		p.Fatalf("%+v %v", as, err)
	}
	refused := 0
	for _, r := range p.s.API.Routes() {
		name := r.Method + " " + r.Path
		switch {
		case r.Method == http.MethodGet || r.Perm == web.Public || r.Perm != web.SignedIn && !as.Can(r.Perm):
		case !r.Spends:
			if !slices.Contains(whileLocked, name) {
				p.Errorf("%s is open to a locked %s: it spends, or stands in the table of what does not", name, who.Name)
			}
		default:
			a := who.In("en_US").Do(r.Method, blanks.ReplaceAllString(r.Path, ghost), []byte("{}"))
			if a.Status != http.StatusForbidden || a.Code != 40302 || !strings.Contains(a.Message, "locked") {
				p.Errorf("%s by a locked %s: %d %s", name, who.Name, a.Status, a.Raw)
			}
			refused++
		}
	}
	if refused < 3 {
		p.Errorf("only %d routes refuse a locked %s: this test looks at the wrong thing", refused, who.Name)
	}
}

// A lock in the midst of everything: the order that sends stops within its sub-batch, what waits for its hour does not begin, sessions
// and websockets end, every call that spends is refused to whoever makes it, and money that was sent before still comes. After the
// unlock nothing begins by itself, and what is started goes on where it stood: each recipient has one message.
func TestALockStopsEverythingThatRuns(t *testing.T) {
	p := mustHouse(t)
	c, admin := p.c.Customer, p.c.Admin
	admin.Put("/aty/customerinfo/recharge", obj{"userId": c.User.ID, "amount": 500_000}).OK()
	key := testkit.Data[appkey.NewKey](admin.Put("/aty/customerinfo/gen/appkey/security/"+c.User.ID, nil))
	later := p.bulk(c, "later", 10, obj{"startTime": p.k.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Secondary.User.ID, "amount": 100}).OK()
	below := p.bulk(p.c.Secondary, "of its secondary", 10, obj{"startTime": p.k.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	coins := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"payType": 5}))
	hash := p.send("tron", coins.Address, 1e6)
	scan := p.order(c, 1, 300)
	socket := p.listen(c)
	id := p.bulk(c, "running", 250, nil)
	p.during(30, func() { p.lock(admin, c, true).OK() })
	p.sends()

	sent := p.accepted()
	if len(sent) < 30 || len(sent) > dispatch.SubBatch {
		t.Errorf("%d messages", len(sent))
	}
	c.Get("/pi/personal/info").Want(http.StatusUnauthorized, 401)
	if !slices.Contains(p.k.Pushed.Closed(), socket) {
		t.Error("the websocket stays open")
	}
	p.signIn(c)
	p.signIn(p.c.Secondary)
	for _, one := range []string{id, later, below} {
		if s, reason := p.state(c, one); s != order.Paused || !strings.Contains(reason, "locked") {
			t.Errorf("%s is %d: %s", one, s, reason)
		}
	}
	p.refusesSpending(c)
	p.refusesSpending(p.c.Secondary) // its customer is locked
	p.program(key, "POST", "/gc/groupsendorder").Want(http.StatusForbidden, 40302)
	for range 3 { // its hour comes
		p.k.Clock.Add(30 * time.Minute)
		p.tick()
		p.sends()
	}
	if again := p.accepted(); len(again) != len(sent) {
		t.Errorf("%d messages after the lock", len(again)-len(sent))
	}

	// Money that was on its way comes.
	p.mine("tron", 40)
	p.signIn(c)
	if got := testkit.Data[usdt.OrderRow](tell(c, coins.ID, hash)); got.Status != usdt.Credited {
		t.Errorf("%+v", got)
	}
	if _, err := p.wechat.Ledger.Find(scan.ID); err != nil {
		t.Error(err)
	}

	p.lock(admin, c, false).OK()
	p.signIn(c)
	p.tick()
	p.sends()
	if s, _ := p.state(c, id); s != order.Paused || len(p.accepted()) != len(sent) {
		t.Errorf("it goes on by itself: %d", s)
	}
	c.Put("/gc/groupsendorder/"+id+"/start", nil).OK()
	p.sends()
	c.Put("/gc/groupsendorder/"+later+"/start", nil).OK()
	p.sends()
	got := p.accepted()
	if len(got) != 250 {
		t.Errorf("%d recipients", len(got))
	}
	for i := range 250 {
		if n, want := got[strconv.Itoa(5511987650000+i)], map[bool]int{true: 2, false: 1}[i < 10]; n != want {
			t.Fatalf("recipient %d got %d messages, not %d", i, n, want)
		}
	}
	p.booksBalance()
}

// program calls a route with an app key.
func (p *house) program(key appkey.NewKey, method, path string) *testkit.Answer {
	p.Helper()
	body, err := json.Marshal(wish(ghost))
	if err != nil {
		p.Fatal(err)
	}
	q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(p.k.Now().Unix(), 10),
		Nonce: "nonce-of-the-test-" + p.k.IDs.Next(), Body: body}
	return p.s.Nobody().With(auth.KeyHeader, key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
		q.Nonce).With(auth.SignatureHeader, q.Sign(key.AppSecret)).Do(method, path, body)
}

// Staff who are locked start, give and move nothing either.
func TestLockedStaffStartAndGiveNothing(t *testing.T) {
	p := mustHouse(t)
	staff := (&sessiontest.Fixture{Env: p.k, Users: p.e.Users(), Session: p.e.Sessions()}).Actor(t, p.s, "clerk",
		user.New{User: user.User{Type: auth.Admin}})
	if _, _, err := p.e.Users().Lock(t.Context(), staff.User, true, ""); err != nil {
		t.Fatal(err)
	}
	p.signIn(staff)
	for route, body := range map[string]obj{
		"PUT /gc/groupsendorder/review":                           {"ids": []string{ghost}, "pass": true},
		"PUT /aty/customerinfo/give/saas/" + p.c.Customer.User.ID: nil,
		"PUT /aty/customerinfo/recharge":                          {"userId": p.c.Customer.User.ID, "amount": 1},
		"POST /aty/recharge/" + ghost + "/refund":                 {"amount": 1},
		"PUT /blacklistuserinfo/lockOrUnlock":                     {"userId": p.c.Customer.User.ID, "lock": false},
	} {
		method, path, _ := strings.Cut(route, " ")
		staff.Do(method, path, body).Want(http.StatusForbidden, 40302)
	}
}

// The lock of an agent stops what the agent does and pays, and none of its customers (decisions §3).
func TestALockedAgentSpendsNothingAndItsCustomersGoOn(t *testing.T) {
	p := mustHouse(t)
	for _, who := range []*sessiontest.Actor{p.c.Agent, p.c.Customer} {
		p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": who.User.ID, "amount": 1000}).OK()
	}
	before := p.bulk(p.c.Customer, "before", 5, nil)
	p.lock(p.c.Admin, p.c.Agent, true).OK()
	p.c.Agent.Get("/proxy/page").Want(http.StatusUnauthorized, 401)
	p.signIn(p.c.Agent)
	p.refusesSpending(p.c.Agent)
	after := p.bulk(p.c.Customer, "after", 5, nil)
	p.sends()
	for _, id := range []string{before, after} {
		if s, _ := p.state(p.c.Customer, id); s != order.Settling {
			t.Errorf("%s is %d", id, s)
		}
	}
	p.lock(p.c.Agent, p.c.Customer, true).Want(http.StatusForbidden, 40302)
	p.lock(p.c.Admin, p.c.Agent, false).OK()
	p.signIn(p.c.Agent)
	p.c.Agent.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Customer.User.ID, "amount": 10}).OK()
	p.booksBalance()
}
