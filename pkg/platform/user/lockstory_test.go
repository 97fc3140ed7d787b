package user_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/user"
)

// A lock stops everything: a sending order stops within its sub-batch, scheduled orders do not begin, sessions and websockets end. Calls
// that spend are refused to every caller, and earlier payments still arrive. After the unlock nothing begins by itself. A resumed order
// continues where it stopped: each recipient has one message.
func TestALockStopsEverythingThatRuns(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 500_000}).OK()
	key := testkit.Data[appkey.NewKey](admin.Put("/aty/customerinfo/gen/appkey/security/"+c.User.ID, nil))
	later := p.SubmitBulk(c, "later", 10, apptest.Object{"startTime": p.Kit.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Secondary.User.ID, "amount": 100}).OK()
	below := p.SubmitBulk(p.Users.Secondary, "of its secondary",
		10, apptest.Object{"startTime": p.Kit.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	coins := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"payType": 5}))
	hash := p.SendUSDT("tron", coins.Address, 1e6)
	scan := p.Order(c, 1, 300)
	socket := p.OpenSocket(c)
	id := p.SubmitBulk(c, "running", 250, nil)
	p.DuringMessage(30, func() { p.Lock(admin, c, true).OK() })
	p.RunQueues()

	sent := p.MessageCounts()
	if len(sent) < 30 || len(sent) > chunkrow.SubBatch {
		t.Errorf("%d messages", len(sent))
	}
	c.Get("/pi/personal/info").Want(http.StatusUnauthorized, 401)
	if !slices.Contains(p.Kit.Pushed.Closed(), socket) {
		t.Error("the websocket stays open")
	}
	p.SignIn(c)
	p.SignIn(p.Users.Secondary)
	for _, one := range []string{id, later, below} {
		if s, reason := p.OrderState(c, one); s != order.Paused || !strings.Contains(reason, "locked") {
			t.Errorf("%s is %d: %s", one, s, reason)
		}
	}
	p.WantSpendingRefused(c)
	p.WantSpendingRefused(p.Users.Secondary) // its customer is locked
	p.CallSigned(key, "POST", "/gc/groupsendorder").Want(http.StatusForbidden, 40302)
	for range 3 { // its hour comes
		p.Kit.Clock.Add(30 * time.Minute)
		p.Tick()
		p.RunQueues()
	}
	if again := p.MessageCounts(); len(again) != len(sent) {
		t.Errorf("%d messages after the lock", len(again)-len(sent))
	}

	// Money that was on its way comes.
	p.MineBlocks("tron", 40)
	p.SignIn(c)
	if got := testkit.Data[usdt.OrderRow](apptest.SubmitHash(c, coins.ID, hash)); got.Status != usdt.Credited {
		t.Errorf("%+v", got)
	}
	if _, err := p.WeChatPay.Ledger.Find(scan.ID); err != nil {
		t.Error(err)
	}

	p.Lock(admin, c, false).OK()
	p.SignIn(c)
	p.Tick()
	p.RunQueues()
	if s, _ := p.OrderState(c, id); s != order.Paused || len(p.MessageCounts()) != len(sent) {
		t.Errorf("it goes on by itself: %d", s)
	}
	c.Put("/gc/groupsendorder/"+id+"/start", nil).OK()
	p.RunQueues()
	c.Put("/gc/groupsendorder/"+later+"/start", nil).OK()
	p.RunQueues()
	got := p.MessageCounts()
	if len(got) != 250 {
		t.Errorf("%d recipients", len(got))
	}
	for i := range 250 {
		if n, want := got[strconv.Itoa(5511987650000+i)], map[bool]int{true: 2, false: 1}[i < 10]; n != want {
			t.Fatalf("recipient %d got %d messages, not %d", i, n, want)
		}
	}
	p.CheckLedger()
}

// Locked staff cannot start orders, grant benefits or move credit.
func TestLockedStaffStartAndGiveNothing(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	staff := (&sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}).Actor(t, p.Server, "clerk",
		user.New{User: user.User{Type: auth.Admin}})
	if _, _, err := p.Env.Users().Lock(t.Context(), staff.User, true, ""); err != nil {
		t.Fatal(err)
	}
	p.SignIn(staff)
	for route, body := range map[string]apptest.Object{
		"PUT /gc/groupsendorder/review":                               {"ids": []string{apptest.MissingID}, "pass": true},
		"PUT /aty/customerinfo/give/saas/" + p.Users.Customer.User.ID: nil,
		"PUT /aty/customerinfo/recharge":                              {"userId": p.Users.Customer.User.ID, "amount": 1},
		"POST /aty/recharge/" + apptest.MissingID + "/refund":         {"amount": 1},
		"PUT /blacklistuserinfo/lockOrUnlock":                         {"userId": p.Users.Customer.User.ID, "lock": false},
	} {
		method, path, _ := strings.Cut(route, " ")
		staff.Do(method, path, body).Want(http.StatusForbidden, 40302)
	}
}

// The lock of an agent stops its own actions and payments, and none of its customers (decisions §3).
func TestALockedAgentSpendsNothingAndItsCustomersGoOn(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	for _, who := range []*sessiontest.Actor{p.Users.Agent, p.Users.Customer} {
		p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 1000}).OK()
	}
	before := p.SubmitBulk(p.Users.Customer, "before", 5, nil)
	p.Lock(p.Users.Admin, p.Users.Agent, true).OK()
	p.Users.Agent.Get("/proxy/page").Want(http.StatusUnauthorized, 401)
	p.SignIn(p.Users.Agent)
	p.WantSpendingRefused(p.Users.Agent)
	after := p.SubmitBulk(p.Users.Customer, "after", 5, nil)
	p.RunQueues()
	for _, id := range []string{before, after} {
		if s, _ := p.OrderState(p.Users.Customer, id); s != order.Settling {
			t.Errorf("%s is %d", id, s)
		}
	}
	p.Lock(p.Users.Agent, p.Users.Customer, true).Want(http.StatusForbidden, 40302)
	p.Lock(p.Users.Admin, p.Users.Agent, false).OK()
	p.SignIn(p.Users.Agent)
	p.Users.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Customer.User.ID, "amount": 10}).OK()
	p.CheckLedger()
}
