package appkey_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/appkey"
)

// A program has the permissions of its customer at that moment. It spends nothing while the customer is locked, and does nothing once the
// customer is deleted or the key is withdrawn. A signed request is accepted once by all instances, with any clock.
func TestAProgramOfACustomerThatIsLockedOrGone(t *testing.T) {
	k := testkit.Memory(t)
	var e *app.Env
	start := func(now func() time.Time) *testkit.Server {
		e = apptest.NewApp(k) // an instance knows nothing of another
		verify := e.AppKeys()
		verify.Now = now
		return testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: verify.Verify, Routes: func(a *web.API) {
			e.SetAPI(a)
			app.All(e, a)
		}})
	}
	late := start(func() time.Time { return k.Now().Add(200 * time.Second) })
	early := start(func() time.Time { return k.Now().Add(-200 * time.Second) })
	s := start(k.Now)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	key := testkit.Data[appkey.NewKey](c.Agent.Put("/aty/customerinfo/gen/appkey/security/"+c.Customer.User.ID, nil))
	nonce := 0
	call := func(s *testkit.Server, fresh bool, method, path string, body any) *testkit.Answer {
		t.Helper()
		if fresh {
			nonce++
		}
		raw, err := json.Marshal(body)
		if err != nil || body == nil {
			raw = nil
		}
		q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(k.Now().Unix(), 10),
			Nonce: "nonce-of-the-test-" + strconv.Itoa(nonce), Body: raw}
		signed := s.Anonymous().With(auth.KeyHeader, key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
			q.Nonce).With(auth.SignatureHeader, q.Sign(key.AppSecret))
		if raw == nil {
			return signed.Do(method, path, nil)
		}
		return signed.Do(method, path, raw)
	}
	const order = "/gc/groupsendorder"
	lock := func(by *sessiontest.Actor, who string, locked bool) {
		by.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": who, "lock": locked, "reason": "r"}).OK()
	}
	// no such collection: it came as far as the order
	call(s, true, "POST", order, apptest.OrderBody(apptest.MissingID)).Want(http.StatusNotFound, 0)
	for _, other := range []*testkit.Server{s, late, early} {
		call(other, false, "POST", order, apptest.OrderBody(apptest.MissingID)).Want(http.StatusUnauthorized, 40115)
	}
	call(late, true, "GET", order+"/page", nil).OK()
	call(early, true, "GET", order+"/page", nil).OK()
	call(s, false, "GET", order+"/page", nil).Want(http.StatusUnauthorized, 40115)

	lock(c.Agent, c.Customer.User.ID, true)
	call(s, true, "POST", order, apptest.OrderBody(apptest.MissingID)).Want(http.StatusForbidden, 40302)
	call(s, true, "GET", order+"/page", nil).Want(http.StatusForbidden, 40302)
	lock(c.Agent, c.Customer.User.ID, false)
	lock(c.Admin, c.Agent.User.ID, true) // its customers go on (decisions §3)
	call(s, true, "POST", order, apptest.OrderBody(apptest.MissingID)).Want(http.StatusNotFound, 0)
	lock(c.Admin, c.Agent.User.ID, false)

	// A key of before is dead at once, and so is that of a customer who is gone.
	before := key
	key = testkit.Data[appkey.NewKey](c.Admin.Put("/aty/customerinfo/gen/appkey/security/"+c.Direct.User.ID, nil))
	call(s, true, "GET", order+"/page", nil).OK()
	c.Admin.Delete("/aty/customerinfo/"+c.Direct.User.ID, nil).OK()
	call(s, true, "GET", order+"/page", nil).Want(http.StatusUnauthorized, 40113)
	key = before
	c.Admin.Put("/aty/customerinfo/cancel/appkey/security/"+c.Customer.User.ID, nil).OK()
	call(s, true, "GET", order+"/page", nil).Want(http.StatusUnauthorized, 40113)
}
