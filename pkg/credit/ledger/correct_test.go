package ledger_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
)

// desk is the ledger's routes with the users of a test.
type desk struct {
	*sessiontest.SeededUsers
	t    *testing.T
	book *ledger.Ledger
	h    *sessiontest.Fixture
	s    *testkit.Server
}

// later advances the clock and signs an actor in again.
func (d *desk) later(by time.Duration, who *sessiontest.Actor) {
	d.t.Helper()
	d.h.Env.Clock.Add(by)
	who.Client = d.s.As(who.Name, d.h.SignIn(d.t, d.s, who.User.Login))
}

func open(t *testing.T) *desk {
	h := sessiontest.New(testkit.Memory(t))
	settings := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	d := &desk{t: t, h: h, book: &ledger.Ledger{DB: h.Env.DB, Now: h.Env.Now, Holder: h.Users.Holder}}
	room := &ledger.Service{Ledger: d.book, Users: h.Users, Max: settings.Number("recharge.max"),
		Notices: &notice.Store{Queues: h.Env.Queues, Log: func(line map[string]any) { t.Error(line) }}}
	s := h.Serve(t, func(a *web.API) {
		room.NewID = a.NewID
		room.Routes(a)
	})
	d.SeededUsers, d.s = h.SeedUsers(t, s), s
	return d
}

const statement = "/aty/accountstatement"

func (d *desk) recharge(by *sessiontest.Actor, user string, amount int) string {
	d.t.Helper()
	return testkit.Data[ledger.CreditChange](by.Put("/aty/customerinfo/recharge",
		object{"userId": user, "amount": amount, "remark": "r"})).SerialNumber
}

func (d *desk) balance(user string) money.Amount {
	d.t.Helper()
	a, _, err := d.book.Balance(d.t.Context(), user)
	if err != nil {
		d.t.Fatal(err)
	}
	return a
}

func (d *desk) lines(user string) (told string) {
	d.t.Helper()
	for _, l := range testkit.Data[ledger.StatementPage](d.Admin.Get(statement + "/page?size=100&userId=" + user)).Records {
		mark := ""
		if l.Reverses != "" {
			mark = " back"
		}
		if l.Replaces != "" {
			mark = " instead"
		}
		told += fmt.Sprintf("%s %s%s → %s; ", l.BusinessType, l.Amount, mark, l.Balance)
	}
	return told
}

// books checks that the ledger adds up.
func (d *desk) books() {
	d.t.Helper()
	report, err := d.book.Reconcile(d.t.Context())
	if err != nil || report.Found != 0 {
		d.t.Errorf("%+v (%v)", report, err)
	}
}

// A line is never changed: one line reverses it and another replaces it, and the account never falls below zero in between.
func TestLinesAreCorrectedByPairs(t *testing.T) {
	d := open(t)
	id := d.Direct.User.ID
	serial := d.recharge(d.Admin, id, 100)
	d.Admin.Put("/aty/customerinfo/withdrawal", object{"userId": id, "amount": 90}).OK()
	put := func(serial string, more object) *testkit.Answer {
		more["serialNumber"] = serial
		return d.Admin.Put(statement, more)
	}
	fixed := testkit.Data[ledger.CorrectionResponse](put(serial, object{"amount": 120, "remark": "it was 120"}))
	if d.balance(id) != 3000 || fixed.Balance != 3000 || fixed.Reversal == "" || fixed.Replacement == "" ||
		fixed.Reversal == fixed.Replacement {
		t.Errorf("%+v", fixed)
	}
	put(serial, object{"amount": 130}).Want(http.StatusConflict, 0)
	put(fixed.Reversal, object{"amount": 130}).Want(http.StatusConflict, 0)
	put(fixed.Replacement, object{"amount": 80}).Want(http.StatusPaymentRequired, 40203) // 90 of it are gone
	// another remark: the old one is kept when none is given
	put(fixed.Replacement, object{"amount": 120}).OK()
	if want := "platformRecharge -120 back → 30; platformRecharge 120 instead → 150; platformRecharge -100 back → 30; platformRecharge 120 " +
		"instead → 130; withdrawal -90 → 10; platformRecharge 100 → 100; "; d.lines(id) != want {
		t.Errorf("%s", d.lines(id))
	}
	d.books()
}

// A corrected business type is also a pair of lines, and the platform's accounts follow.
func TestTypeOfALine(t *testing.T) {
	d := open(t)
	id := d.Direct.User.ID
	serial := d.recharge(d.Admin, id, 100)
	retyped := testkit.Data[ledger.CorrectionResponse](d.Admin.Put(statement+"/account/type/update",
		object{"serialNumber": serial, "businessType": "gift"}))
	if d.balance(id) != 10000 || retyped.Replacement == "" {
		t.Errorf("%+v", retyped)
	}
	d.Admin.Put(statement+"/account/type/update", object{"serialNumber": retyped.Replacement, "businessType": "withdrawal"}).Bad("amount")
	d.Admin.Put(statement+"/account/type/update", object{"serialNumber": retyped.Replacement, "businessType": "pay"}).Bad("businessType")
	report, err := d.book.Reconcile(t.Context())
	if err != nil || report.Platform[ledger.CashIn+"platform"] != 0 || report.Platform[ledger.Gifts] != -10000 {
		t.Errorf("%+v (%v)", report, err)
	}
	d.books()
}

// A manual line must fit its type, a deletion reverses a line, and a refused line can be approved once.
func TestWrittenTakenBackAndApproved(t *testing.T) {
	d := open(t)
	id := d.Direct.User.ID
	write := func(kind string, amount any) *testkit.Answer {
		return d.Admin.Post(statement, object{"userId": id, "businessType": kind, "amount": amount, "remark": "by hand"})
	}
	write("gift", -5).Bad("amount")
	write("withdrawal", 5).Bad("amount")
	write("compensate", 0).Bad("amount")
	write("pay", 5).Bad("businessType")
	write("gift", 1.001).Bad("amount")
	write("withdrawal", -5).Want(http.StatusPaymentRequired, 40203)
	serial := testkit.Data[ledger.CreditChange](write("recharge", 50.5)).SerialNumber
	gone := testkit.Data[ledger.CorrectionResponse](d.Admin.Delete(statement+"/"+serial, nil))
	if d.balance(id) != 0 || gone.Replacement != "" {
		t.Errorf("%+v", gone)
	}
	d.Admin.Delete(statement+"/"+serial, nil).Want(http.StatusNotFound, 0)
	approve := func(serial string, approved bool) *testkit.Answer {
		return d.Admin.Put(statement+"/approved", object{"serialNumber": serial, "approved": approved, "remark": "looked at"})
	}
	back := testkit.Data[ledger.CorrectionResponse](approve(serial, true))
	if d.balance(id) != 5050 {
		t.Errorf("%+v", back)
	}
	approve(serial, true).Want(http.StatusConflict, 0)
	approve(back.Replacement, true).Want(http.StatusConflict, 0)
	approve(back.Replacement, false).OK()
	d.Admin.Delete(statement+"/AF20260101000000abcdef", nil).Want(http.StatusNotFound, 0)
	d.Admin.Delete(statement+"/nothing", nil).Want(http.StatusNotFound, 0)
	d.Direct.Delete(statement+"/"+serial, nil).Want(http.StatusForbidden, 0)
	d.books()
}

// A corrected gift of an agent returns to the agent; a line between users keeps its type.
func TestCorrectionOfWhatAnAgentGave(t *testing.T) {
	d := open(t)
	agent, id := d.Agent.User.ID, d.Customer.User.ID
	d.recharge(d.Admin, agent, 500)
	serial := d.recharge(d.Agent, id, 200)
	testkit.Data[ledger.CorrectionResponse](d.Admin.Put(statement, object{"serialNumber": serial, "amount": 150}))
	if d.balance(agent) != 35000 || d.balance(id) != 15000 {
		t.Errorf("%s and %s", d.balance(agent), d.balance(id))
	}
	moved := testkit.Data[ledger.CreditChange](d.Agent.Post("/aty/customerinfo/amounts/move",
		object{"fromUserId": agent, "toUserId": id, "amount": 10})).SerialNumber
	d.Admin.Put(statement+"/account/type/update", object{"serialNumber": moved, "businessType": "compensate"}).Want(http.StatusConflict, 0)
	d.Admin.Delete(statement+"/"+moved, nil).OK()
	if d.balance(agent) != 35000 || d.balance(id) != 15000 {
		t.Errorf("%s and %s", d.balance(agent), d.balance(id))
	}
	d.books()
}

// Of ten concurrent corrections of the same line one succeeds.
func TestOneCorrectionOfALine(t *testing.T) {
	d := open(t)
	id := d.Direct.User.ID
	serial := d.recharge(d.Admin, id, 100)
	var wg sync.WaitGroup
	var made atomic.Int64
	for i := range 10 {
		wg.Go(func() {
			if d.Admin.Put(statement, object{"serialNumber": serial, "amount": 200 + i}).Status == http.StatusOK {
				made.Add(1)
			}
		})
	}
	wg.Wait()
	if b := d.balance(id); made.Load() != 1 || b < 20000 || b > 20900 {
		t.Errorf("%d corrections, %s", made.Load(), b)
	}
	d.books()
}

// Every refusal of a correction has a message in four languages.
func TestRefusedCorrectionsInFourLanguages(t *testing.T) {
	d := open(t)
	id := d.Direct.User.ID
	serial := d.recharge(d.Admin, id, 100)
	d.Admin.Delete(statement+"/"+serial, nil).OK()
	var told string
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		c := d.Admin.In(lang)
		for _, a := range []*testkit.Answer{
			c.Put(statement, object{"serialNumber": serial, "amount": 7}),
			c.Post(statement, object{"userId": id, "businessType": "gift", "amount": -1}),
			c.Post(statement, object{"userId": id, "businessType": "gift", "amount": 10_000_000_001}),
			c.Put("/aty/customerinfo/withdrawal", object{"userId": id, "amount": 5}),
			c.Put("/aty/customerinfo/recharge", object{"userId": id, "amount": 5.5}),
			c.Get(statement + "/statistics?from=2026-02-30"),
		} {
			told += lang + ": " + a.Message + "\n"
		}
	}
	testkit.Golden(t, "RefusedCorrections", told)
}
