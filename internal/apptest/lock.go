package apptest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/appkey"
)

// Lock locks or unlocks a user.
func (p *SendingFixture) Lock(by *sessiontest.Actor, who *sessiontest.Actor, locked bool) *testkit.Answer {
	return by.Put("/blacklistuserinfo/lockOrUnlock", Object{"userId": who.User.ID, "lock": locked, "reason": "arrears"})
}

// LockedRoutes lists the routes that a locked customer or agent may still call to change something. They cost nothing
// and start nothing.
var LockedRoutes = []string{
	"POST /aty/consent", "POST /aty/consent/import", "POST /aty/contactsgroup", "POST /aty/contactsgroup/merge",
	"POST /aty/contactsgroup/{id}/copy", "POST /aty/contactsgroup/{id}/difference",
	"POST /aty/contactsgroup/{id}/member", "POST /aty/contactsgroup/{id}/split", "PUT /aty/contactsgroup", "DELETE /aty/contactsgroup/{id}",
	"POST /aty/contactsgroup/{id}/import",
	"DELETE /aty/contactsgroup/{id}/member", "PUT /aty/contactsgroup/{id}/screen/stop", "PUT /aty/riskgroup/{id}/screen/stop",
	"PUT /aty/customerinfo/cancel/appkey/security/{id}", "POST /aty/customernote/{userId}", "DELETE /aty/customernote/{userId}/{id}",
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
	"PUT /gc/inbox/{id}/status",
	"PUT /gc/inbox/{id}/contact", "PUT /gc/inbox/{id}/tags", "POST /gc/inbox/{id}/notes", "DELETE /gc/inbox/{id}/notes/{note}",
	"POST /gc/quickreply", "PUT /gc/quickreply", "DELETE /gc/quickreply/{id}", "PUT /im/notice/topics", "PUT /aty/customerinfo/balance/alert",
	"POST /pi/personal/info/view", "PUT /pi/personal/info/view", "DELETE /pi/personal/info/view/{id}",
	"PUT /im/announcement/read/{userId}/{id}", "PUT /im/notice/read",
	"PUT /im/notice/read/{userId}/{messageType}", "POST /oauth/crash", "DELETE /oauth/logout", "DELETE /oauth/session/{id}",
	"POST /oauth/ticket", "POST /oauth/twofactor/start", "PUT /oauth/twofactor/confirm",
	"PUT /oauth/twofactor/codes", "PUT /oauth/twofactor/off",
	"PUT /pi/personal/info",
	"PUT /pi/personal/info/pass", "POST /pi/personal/info/verification", "PUT /pi/personal/info/refresh/security",
	"DELETE /edm/order/draft/{id}", "POST /edm/order/estimate", "DELETE /edm/order/{id}", "PUT /edm/order/{id}/cancel",
	"PUT /edm/order/{id}/pause", "PUT /edm/order/{id}/stop", "PUT /edm/template/status", "POST /edm/template/preview",
	"POST /edm/template/import", "DELETE /edm/template/{id}",
	"PUT /edm/sender", "PUT /edm/sender/status", "DELETE /edm/sender/{id}",
	"PUT /domain", "DELETE /domain/{id}", "PUT /domain/{id}/check", "PUT /domain/{id}/default",
	"POST /system/dict/invalid-hash", "POST /system/lov/check", "POST /uf/uploadfile", "POST /uf/uploadfile/contact",
	"POST /uf/uploadfile/picture", "POST /uf/uploadfile/presign",
	"DELETE /virtual/currency/order/recharge/expired/{id}", "POST /virtual/currency/order/recharge/retry/{id}",
	"PUT /virtual/currency/order/recharge/submit/hash",
	"DELETE /call/recording/{id}",
	"POST /aty/customerservicer", "PUT /aty/customerservicer", "DELETE /aty/customerservicer/{id}",
	"POST /aty/customerserviceraccount", "PUT /aty/customerserviceraccount", "PUT /aty/customerserviceraccount/usable",
	"DELETE /aty/customerserviceraccount/{id}",
	"POST /channel/lead/{id}/convert",
	"DELETE /channel/order/draft/{id}", "DELETE /channel/order/{id}", "DELETE /channel/sales/{id}", "DELETE /comment/order/draft/{id}",
	"DELETE /comment/order/{id}", "DELETE /comment/template/{id}", "DELETE /shunt/group/{id}", "DELETE /shunt/link/{id}",
	"DELETE /shunt/number/{id}", "POST /channel/lead", "POST /channel/lead/{id}/note", "POST /channel/order/estimate",
	"POST /channel/sales", "POST /comment/order/estimate", "POST /shunt/group", "POST /shunt/number", "POST /shunt/number/import",
	"PUT /channel/lead", "PUT /channel/lead/status", "PUT /channel/lead/{id}/assign", "PUT /channel/lead/{id}/erase",
	"PUT /channel/lead/{id}/next", "PUT /channel/number/return", "PUT /channel/order/{id}/cancel", "PUT /channel/order/{id}/pause",
	"PUT /channel/order/{id}/stop", "PUT /channel/sales", "PUT /channel/sales/status", "PUT /comment/order/{id}/cancel",
	"PUT /comment/order/{id}/item/{n}/complain", "PUT /comment/order/{id}/pause", "PUT /comment/order/{id}/stop",
	"PUT /comment/template/status", "PUT /shunt/group", "PUT /shunt/group/status", "PUT /shunt/link", "PUT /shunt/link/status",
	"PUT /shunt/number", "PUT /shunt/number/status",
}

// WantSpendingRefused calls every route that spends and that a locked user could call otherwise. All must refuse.
func (p *SendingFixture) WantSpendingRefused(who *sessiontest.Actor) {
	p.Helper()
	as, err := p.Env.Sessions().Authenticate(p.Context(), who.Token)
	if err != nil || !as.Locked {
		p.Fatalf("%+v %v", as, err)
	}
	refused := 0
	for _, r := range p.Server.API.Routes() {
		name := r.Method + " " + r.Path
		switch {
		case r.Method == http.MethodGet || r.Perm == web.Public || r.Perm != web.SignedIn && !as.Can(r.Perm):
		case !r.Spends:
			if !slices.Contains(LockedRoutes, name) {
				p.Errorf("%s is open to a locked %s: it spends, or stands in the table of what does not", name, who.Name)
			}
		default:
			a := who.In("en_US").Do(r.Method, PathParameters.ReplaceAllString(r.Path, MissingID), []byte("{}"))
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

// CallSigned calls a route with an app key.
func (p *SendingFixture) CallSigned(key appkey.NewKey, method, path string) *testkit.Answer {
	p.Helper()
	body, err := json.Marshal(OrderBody(MissingID))
	if err != nil {
		p.Fatal(err)
	}
	q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(p.Kit.Now().Unix(), 10),
		Nonce: "nonce-of-the-test-" + p.Kit.IDs.Next(), Body: body}
	return p.Server.Anonymous().With(auth.KeyHeader, key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
		q.Nonce).With(auth.SignatureHeader, q.Sign(key.AppSecret)).Do(method, path, body)
}

// SerialOf is the serial number of the newest statement line of a business type.
func (p *SendingFixture) SerialOf(who *sessiontest.Actor, kind string) string {
	p.Helper()
	for _, l := range testkit.Data[web.Page[ledger.Line]](p.Users.Admin.Get("/aty/accountstatement/page?userId=" + who.User.ID)).Records {
		if l.BusinessType == kind {
			return l.SerialNumber
		}
	}
	p.Fatalf("%s has no line %s", who.Name, kind)
	return ""
}
