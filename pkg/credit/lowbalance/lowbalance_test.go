package lowbalance_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/credit/lowbalance"
)

const path = "/aty/customerinfo/balance/alert"

// A customer is notified once for each time that its credit falls below its threshold. Credit that rises arms the alert again.
func TestAnAlertForEachCrossing(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, c := p.Users.Admin, p.Users.Direct
	move := func(what string, amount any) {
		t.Helper()
		admin.Put("/aty/customerinfo/"+what, apptest.Object{"userId": c.User.ID, "amount": amount, "remark": "x"}).OK()
	}
	alerts := func() int {
		t.Helper()
		p.Tick()
		p.RunQueues()
		return strings.Count(string(c.In("en_US").Get("/im/notice/messages?messageType=2&size=100").Raw), "balance is low")
	}
	alert := func() lowbalance.Alert { return testkit.Data[lowbalance.Alert](c.Get(path)) }
	if alert() != (lowbalance.Alert{}) {
		t.Errorf("%+v", alert())
	}
	move("recharge", 500)
	c.Put(path, apptest.Object{"threshold": -1}).Bad("threshold")
	c.Put(path, apptest.Object{"threshold": 100}).OK()
	admin.Put(path, apptest.Object{"threshold": 100}).Want(http.StatusNotFound, 404)
	if n := alerts(); n != 0 || alert().IsLow {
		t.Errorf("%d alerts before a movement", n)
	}
	move("withdrawal", 401)
	if n := alerts(); n != 1 || !alert().IsLow {
		t.Errorf("%d alerts below the threshold", n)
	}
	move("withdrawal", 1)
	if n := alerts(); n != 1 {
		t.Errorf("%d alerts for staying below", n)
	}
	move("recharge", 50)
	p.Kit.Clock.Add(time.Minute)
	move("withdrawal", 60)
	if n := alerts(); n != 2 {
		t.Errorf("%d alerts for the second crossing", n)
	}
	c.Put(path, apptest.Object{"threshold": 0}).OK()
	move("recharge", 500)
	move("withdrawal", 550)
	if n := alerts(); n != 2 {
		t.Errorf("%d alerts after it was turned off", n)
	}
	report, err := p.Env.Ledger().Reconcile(t.Context())
	if err != nil || report.Found > 0 {
		t.Errorf("%+v %v", report, err)
	}
}

// The email is in the language of its user, and names balance and threshold.
func TestTheEmail(t *testing.T) {
	m := lowbalance.Mail{Link: "https://console.example/welcome", Args: map[string]string{"balance": "12.5", "threshold": "100"}}
	for lang, want := range map[string]string{"zh_CN": "余额不足提醒", "en_US": "Your balance is low", "pt_BR": "Seu saldo está baixo",
		"zh_TW": "餘額不足提醒"} {
		m.Lang = lang
		subject, text, page := m.Text(testkit.Texts())
		if subject != want {
			t.Errorf("%s: %s", lang, subject)
		}
		for _, part := range []string{"12.5", "100", m.Link} {
			if !strings.Contains(text, part) || !strings.Contains(page, part) {
				t.Errorf("%s lacks %q: %s %s", lang, part, text, page)
			}
		}
	}
}
