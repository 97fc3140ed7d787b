package notice_test

import (
	"context"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// A notice of the platform arrives once, in the reader's language, and for its user alone.
func TestPlatformNotices(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	cast := h.SeedUsers(t, s)
	v := apptest.SeedTenant(t, e, cast)
	me := cast.Customer
	read := func(c *testkit.Client) string {
		t.Helper()
		var all []string
		for _, m := range testkit.Data[web.Page[notice.Message]](c.Get("/im/notice/messages?messageType=2&size=100")).Records {
			all = append(all, m.Contents.Title+" | "+m.Contents.Summary)
		}
		return strings.Join(all, "\n")
	}
	want := func(c *testkit.Client, text string) {
		t.Helper()
		if got := read(c); strings.Count(got, text) != 1 {
			t.Errorf("%q stands %d times in\n%s", text, strings.Count(got, text), got)
		}
	}
	admin := cast.Admin
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": me.User.ID, "amount": 300, "currency": "RMB"}).OK()
	jobs := app.JobTasks(e)
	work := func() {
		k.Work(t, "job", func(ctx context.Context, m queue.Message) error { return jobs[m.Kind](ctx, m) })
	}
	work()
	want(me.In("en_US"), "Your account received 300.00 credits")
	for range 2 { // the second says the same
		admin.Put("/gc/groupsendorder/review", apptest.Object{"ids": []string{v.Order}, "pass": false, "reason": "not allowed"})
	}
	work()
	want(me.In("zh_CN"), "未通过审核：not allowed。")
	for range 2 {
		admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": me.User.ID, "lock": true, "reason": "arrears"}).OK()
	}
	me = &sessiontest.Actor{Client: s.As("customer", h.SignIn(t, s, me.User.Login)), User: me.User} // the lock ended the session
	want(me.In("pt_BR"), "Sua conta está bloqueada (arrears)")
	admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": me.User.ID, "lock": false}).OK()
	want(me.In("zh_TW"), "您的帳號已解鎖")
	if got := read(cast.OtherCustomer.Client); got != "" {
		t.Errorf("a stranger reads %s", got)
	}
}
