package joined_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// only lets a function touch the tables that its role may (infra/grants.go).
type only struct {
	store.DB
	tables map[string]bool
}

func (o only) may(keys ...store.Key) error {
	for _, k := range keys {
		if !o.tables[k.Table] {
			return fmt.Errorf("AccessDenied: %s", k)
		}
	}
	return nil
}

func keysOf(ops []store.Op) (keys []store.Key) {
	for _, op := range ops {
		keys = append(keys, op.Key)
	}
	return keys
}

func (o only) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	if err := o.may(key); err != nil && !strings.HasPrefix(key.PK, "SAAS#") { // the sign-in response has the subscription, which is read alone
		return nil, err
	}
	return o.DB.Get(ctx, key, consistent)
}

func (o only) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	if err := o.may(keys...); err != nil {
		return nil, err
	}
	return o.DB.GetMany(ctx, keys, consistent)
}

func (o only) Query(ctx context.Context, q store.Query) ([]store.Item, error) {
	if err := o.may(store.Key{Table: q.Table, PK: q.PK}); err != nil {
		return nil, err
	}
	return o.DB.Query(ctx, q)
}

func (o only) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if err := o.may(op.Key); err != nil {
		return nil, err
	}
	return o.DB.Write(ctx, op)
}

func (o only) WriteAll(ctx context.Context, ops []store.Op) error {
	if err := o.may(keysOf(ops)...); err != nil {
		return err
	}
	return o.DB.WriteAll(ctx, ops)
}

func (o only) Transact(ctx context.Context, ops []store.Op) error {
	if err := o.may(keysOf(ops)...); err != nil {
		return err
	}
	return o.DB.Transact(ctx, ops)
}

// With register.review on, the sign-in function creates an account that is locked everywhere and writes only to its own tables. Other
// modules learn of the lock by themselves.
func TestRegistrationUnderReview(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	c.Admin.Put("/lop/system/config/register.review", apptest.Object{"value": "true"}).OK()
	defer c.Admin.Delete("/lop/system/config/register.review", nil)
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": "platform", "service": "bulk.whatsapp", "countryCode": "*", "price": 1}).OK()

	door := apptest.NewApp(k)
	door.DB = only{k.DB, map[string]bool{"platform": true, "account": true, "audit": true}}
	front := testkit.Serve(t, k, testkit.Parts{Authenticate: door.Sessions().Authenticate, Routes: func(a *web.API) {
		door.SetAPI(a)
		app.OAuth(door, a)
	}})
	phone := sessiontest.Phone()
	made := testkit.Data[struct{ UserID, Status string }](front.Anonymous().Post("/oauth/register",
		apptest.Object{"username": phone, "password": sessiontest.Password, "confirmPass": sessiontest.Password,
			"name": "Ada", "email": "ada@lima.com", "countryCode": "BR", "recommendCode": c.Agent.User.Phone}))
	if made.Status != "locked" {
		t.Fatalf("%+v", made)
	}
	token := testkit.Data[struct{ Token string }](front.Anonymous().Post("/oauth/login",
		apptest.Object{"username": phone, "password": sessiontest.Password})).Token
	ada := s.As("ada", token)
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": made.UserID, "amount": 100}).OK()
	fileID := testkit.Data[struct{ ID string }](ada.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	order := apptest.Object{"name": "x", "fileId": fileID, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "hi"}}
	ada.Post("/gc/groupsendorder", order).Want(http.StatusForbidden, 40302)
	if _, err := e.Ledger().Reserve(t.Context(),
		ledger.Order{Ref: e.IDs.Next(), Account: made.UserID, Service: "bulk", Operator: ledger.System}, 1); err == nil {
		t.Error("the account under review spends")
	}
	lock := func(who *sessiontest.Actor) *testkit.Answer {
		return who.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": made.UserID, "lock": false})
	}
	lock(c.Agent).Want(http.StatusForbidden, 40308) // the agent that brought it does not pass its review
	lock(c.Admin).OK()
	ada.Post("/gc/groupsendorder", order).OK()
}

// Credit moves only up and down the hierarchy, never to staff, and a remark is stored as it was written.
func TestWhereCreditGoes(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	sibling := testkit.Data[struct{ UserID string }](c.Agent.Post("/aty/customerinfo",
		apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR", "customerType": "person"})).UserID
	agent, customer, secondary, admin := c.Agent.User.ID, c.Customer.User.ID, c.Secondary.User.ID, c.Admin.User.ID
	for _, u := range []string{agent, customer} {
		c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": u, "amount": 1000, "currency": "RMB", "remark": "first"}).OK()
	}
	for _, path := range []string{"recharge", "give", "rebate", "withdrawal"} {
		c.Admin.Put("/aty/customerinfo/"+path, apptest.Object{"userId": admin, "amount": 5}).Want(404, 0)
		c.Admin.Put("/aty/customerinfo/"+path, apptest.Object{"userId": "", "amount": 5}).Bad("userId")
	}
	c.Admin.Put("/aty/customerinfo/"+admin+"/5", nil).Want(404, 0)
	move := func(who *sessiontest.Actor, from, to string) *testkit.Answer {
		return who.Post("/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": from, "toUserId": to, "amount": 10})
	}
	move(c.Agent, agent, customer).OK()
	move(c.Agent, customer, agent).OK()
	move(c.Customer, customer, secondary).OK()
	move(c.Admin, secondary, customer).OK()
	move(c.Agent, customer, sibling).Bad("toUserId")
	move(c.Admin, customer, c.Direct.User.ID).Bad("toUserId")
	move(c.Admin, c.OtherAgent.User.ID, customer).Bad("toUserId")
	move(c.Agent, agent, secondary).Bad("toUserId")
	move(c.Admin, customer, admin).Want(404, 0)
	move(c.Agent, "", customer).Bad("fromUserId")
	// An agent gives its own credit, under the same business types; withdrawn credit goes back to it.
	for _, path := range []string{"recharge", "give", "rebate", "withdrawal"} {
		c.Agent.Put("/aty/customerinfo/"+path, apptest.Object{"userId": customer, "amount": 7, "remark": "by " + path}).OK()
	}
	c.Agent.Put("/aty/customerinfo/give", apptest.Object{"userId": customer, "amount": 1_000_000}).Want(http.StatusPaymentRequired, 40201)
	told := ""
	for _, l := range testkit.Data[ledger.StatementPage](c.Customer.Get("/pi/personal/info/statement/page?size=5")).Records {
		told += l.BusinessType + " " + l.Amount.String() + " " + l.Remark + "; "
	}
	if told != "withdrawal -7 by withdrawal; rebate 7 by rebate; gift 7 by give; platformRecharge 7 by recharge; recharge 10 ; " {
		t.Error(told)
	}
	if have := testkit.Data[struct{ Balance float64 }](c.Agent.Get("/pi/personal/info")).Balance; have != 1000-3*7+7 {
		t.Errorf("the agent has %v", have)
	}
	oldest := testkit.Data[ledger.StatementPage](
		c.Customer.Get("/pi/personal/info/statement/page?sortFields=createTime&sortOrders=ascend")).Records[0]
	if oldest.Remark != "first" || oldest.Currency != "RMB" {
		t.Errorf("%+v", oldest)
	}
	// A customer locked by staff is not drained by its agent.
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": customer, "lock": true}).OK()
	c.Agent.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": customer, "amount": 7}).Want(http.StatusForbidden, 40302)
	c.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": customer, "amount": 7}).OK()
}
