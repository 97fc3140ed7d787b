package appkey_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/appkey"
)

type world struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
	room *appkey.Service
}

func start(t *testing.T) *world {
	h := sessiontest.New(testkit.Memory(t))
	w := &world{Fixture: h}
	sealer, err := auth.NewSealer(h.Env.Config.AuthKey, "app keys")
	if err != nil {
		t.Fatal(err)
	}
	room := &appkey.Service{DB: h.Env.DB, Users: h.Users, Roles: h.Session.Roles, Sealer: sealer, Now: h.Env.Now, NewID: h.Env.IDs.Next}
	type body struct {
		Body struct {
			Name string `json:"name"`
		}
	}
	h.Signed, w.room = room.Verify, room
	w.Server = h.Serve(t, func(a *web.API) {
		room.Routes(a)
		web.Handle(a, web.Route{Method: "POST", Path: "/gc/groupsendorder", Perm: "gc:groupsendorder:add", Summary: "An order"},
			func(ctx context.Context, in *body) (map[string]string, error) {
				auditlog.Note(ctx, in.Body.Name, nil, nil)
				return map[string]string{"name": in.Body.Name, "by": auth.Must(ctx).UserID}, nil
			})
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	return w
}

// program signs requests like a client's program.
type program struct {
	w           *world
	key, secret string
	at          time.Time
	nonce       string
}

func (p *program) call(method, path, body, sent string) *testkit.Answer {
	s := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(p.at.Unix(), 10), Nonce: p.nonce, Body: []byte(body)}
	c := p.w.Anonymous().With(auth.KeyHeader, p.key).With(auth.TimeHeader, s.Timestamp).With(auth.NonceHeader, p.nonce).
		With(auth.SignatureHeader,
			s.Sign(p.secret))
	if sent == "" {
		return c.Do(method, path, nil)
	}
	return c.Do(method, path, []byte(sent))
}

func TestAProgramActsForItsCustomer(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	f := testkit.Data[appkey.NewKey](w.Agent.Put("/aty/customerinfo/gen/appkey/security/"+id, nil))
	now := w.Fixture.Env.Now
	p := func(nonce string) *program {
		return &program{w, f.AppKey, f.AppSecret, now(), "nonce-0123456789-" + nonce}
	}
	const order, body = "/gc/groupsendorder", `{"name":"by a program"}`
	got := testkit.Data[map[string]string](p("1").call("POST", order, body, body))
	if got["by"] != id || got["name"] != "by a program" {
		t.Errorf("%v", got)
	}
	p("1").call("POST", order, body, body).Want(401, 40115)
	p("2").call("POST", order, body, `{"name":"altered"}`).Want(401, 40114)
	late := p("3")
	late.at = now().Add(-301 * time.Second)
	late.call("POST", order, body, body).Want(401, 40112)
	early := p("4")
	early.at = now().Add(302 * time.Second)
	early.call("POST", order, body, body).Want(401, 40112)
	foreign := p("5")
	foreign.secret = "somebody else's"
	if m := foreign.call("POST", order, body, body).Want(401, 40114).Message; m == "" {
		t.Error("no message")
	}
	short := p("6")
	short.nonce = "short"
	short.call("POST", order, body, body).Want(401, 40111)
	other := p("7")
	other.key = w.Direct.User.ID + f.AppKey[26:]
	other.call("POST", order, body, body).Want(401, 40113)
	// It can do nothing else, not even what every signed-in user may.
	for i, path := range []string{"/oauth/getUser", "/oauth/router", "/pi/personal/info/security", "/oauth/session/page"} {
		p("8"+strconv.Itoa(i)).call("GET", path, "", "").Want(403, 0)
	}
	p("90").call("PUT", "/pi/personal/info/refresh/security", "", "").Want(403, 0)
	p("91").call("GET", "/aty/customerinfo/appkey/security/"+id, "", "").Want(403, 0)
	w.Agent.Put("/aty/customerinfo/cancel/appkey/security/"+id, nil).OK()
	p("92").call("POST", order, body, body).Want(401, 40113)
	w.Customer.Put("/pi/personal/info/refresh/security", nil).Want(409, 0)
	if s := testkit.Data[appkey.State](w.Customer.Get("/pi/personal/info/security")); s.Status != "withdrawn" || s.AppKey != "" {
		t.Errorf("%+v", s)
	}
}

func TestACustomerRefreshesItsOwnKey(t *testing.T) {
	w := start(t)
	if a := w.Direct.Put("/pi/personal/info/refresh/security", nil).Want(409, 0); a.Message == "" {
		t.Error("no message") // no user has granted one
	}
	w.Admin.Put("/aty/customerinfo/gen/appkey/security/"+w.Direct.User.ID, nil).OK()
	first := testkit.Data[appkey.RefreshResponse](w.Direct.Put("/pi/personal/info/refresh/security", nil))
	second := testkit.Data[appkey.RefreshResponse](w.Direct.Put("/pi/personal/info/refresh/security", nil))
	const order, body = "/gc/groupsendorder", `{"name":"x"}`
	(&program{w, first.AppKey, first.Security, w.Fixture.Env.Now(), "nonce-0123456789-a"}).call("POST", order, body, body).Want(401, 40113)
	(&program{w, second.AppKey, second.Security, w.Fixture.Env.Now(), "nonce-0123456789-a"}).call("POST", order, body, body).OK()
	w.Secondary.Put("/pi/personal/info/refresh/security", nil).Want(409, 0)
	w.OtherAgent.Put("/aty/customerinfo/gen/appkey/security/"+w.Customer.User.ID, nil).Want(404, 0)
	w.Admin.Put("/aty/customerinfo/gen/appkey/security/"+w.Agent.User.ID, nil).Want(409, 0)
	w.Customer.Put("/aty/customerinfo/gen/appkey/security/"+w.Customer.User.ID, nil).Want(403, 0)
}
