package customer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/session"
)

// A customer gets one notice of each app key that another user made for its account, and of each password reset.
func TestCustomersGetNoticeOfChangedAccess(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users
	c.Agent.Put("/aty/customerinfo/gen/appkey/security/"+c.Customer.User.ID, nil).OK()
	b.RunJobs()
	told := func(as *testkit.Client) (texts []string) {
		for _, m := range testkit.Data[notice.Unread](as.In("en_US").Get("/im/notice/no/read")).Records {
			if m.Contents.Title == "Access to your account has changed" {
				texts = append(texts, m.Contents.Summary)
			}
		}
		return texts
	}
	if got := told(c.Customer.Client); len(got) != 1 || !strings.HasPrefix(got[0], c.Agent.User.Name+" has created an app key for your account") {
		t.Errorf("%q", got)
	}
	c.Agent.Put("/aty/customerinfo/resetpw/"+c.Customer.User.ID, nil).OK()
	b.RunJobs()
	phone := c.Customer.User.Phone
	login := func(password string) *testkit.Client {
		in := testkit.Data[session.Session](b.Server.Anonymous().Post("/oauth/login", apptest.Object{"username": phone, "password": password}))
		return b.Server.As("customer", in.Token)
	}
	login(phone[len(phone)-6:]).Put("/pi/personal/info/pass",
		apptest.Object{"oldPass": phone[len(phone)-6:], "newPass": "Quiet-Harbor-7", "confirmPass": "Quiet-Harbor-7"}).OK()
	if got := told(login("Quiet-Harbor-7")); len(got) != 2 ||
		!strings.HasPrefix(strings.Join(got, "\n"), c.Agent.User.Name+" has reset your password") {
		t.Errorf("%q", got)
	}
}

// The notice of changed access is stored with the change, so it survives a crash before its delivery. Withdrawing no key sends no notice.
func TestNoticesOfChangedAccessSurviveTheFunction(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, id := b.Users, b.Users.Customer.User.ID
	c.Agent.Put("/aty/customerinfo/cancel/appkey/security/"+id, nil).OK()
	for _, path := range []string{"gen/appkey/security/", "cancel/appkey/security/", "cancel/appkey/security/"} {
		c.Agent.Put("/aty/customerinfo/"+path+id, nil).OK()
	}
	c.Agent.Put("/aty/customerinfo/resetpw/"+c.Secondary.User.ID, nil).OK()
	b.Kit.Sent.Take() // the function died before it asked for the delivery
	told := func(as *testkit.Client) (texts []string) {
		for _, m := range testkit.Data[web.Page[notice.Message]](as.In("en_US").Get("/im/notice/messages?messageType=2&size=100")).Records {
			if m.Contents.Title == "Access to your account has changed" {
				texts = append(texts, m.Contents.Summary)
			}
		}
		slices.Sort(texts)
		return texts
	}
	phone := c.Secondary.User.Phone
	in := testkit.Data[session.Session](b.Server.Anonymous().Post("/oauth/login",
		apptest.Object{"username": phone, "password": phone[len(phone)-6:]}))
	b.Server.As("secondary", in.Token).Put("/pi/personal/info/pass",
		apptest.Object{"oldPass": phone[len(phone)-6:], "newPass": "Quiet-Harbor-7", "confirmPass": "Quiet-Harbor-7"}).OK()
	in = testkit.Data[session.Session](b.Server.Anonymous().Post("/oauth/login",
		apptest.Object{"username": phone, "password": "Quiet-Harbor-7"}))
	for range 2 {
		b.Kit.Clock.Add(time.Minute)
		b.Tick()
	}
	name := c.Agent.User.Name
	if got := told(c.Customer.Client); len(got) != 2 || !strings.HasPrefix(got[0], name+" has created an app key") ||
		!strings.HasPrefix(got[1], name+" has revoked the app key") {
		t.Errorf("%q", got)
	}
	if got := told(b.Server.As("secondary", in.Token)); len(got) != 1 || !strings.HasPrefix(got[0], name+" has reset your password") {
		t.Errorf("%q", got)
	}
}

// A customer that asked for verification gets one notice when staff verify its account.
func TestCustomersGetNoticeOfVerification(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users
	c.Customer.Post("/pi/personal/info/verification", nil).OK()
	for range 2 {
		c.Admin.Put("/aty/customerinfo/activation/"+c.Customer.User.ID, nil).OK()
		b.RunJobs()
	}
	told := 0
	for _, m := range testkit.Data[notice.Unread](c.Customer.In("en_US").Get("/im/notice/no/read")).Records {
		if m.Contents.Title == "Your account is verified" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}
