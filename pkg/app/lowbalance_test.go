package app_test

import (
	"context"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/pkg/app"
	"herald/pkg/credit/lowbalance"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/user"
)

// A balance that fell below its threshold is told by one email, also when the task of it comes twice.
func TestALowBalanceIsToldByOneEmail(t *testing.T) {
	e, s, h, sim := mailApp(t)
	admin := h.Actor(t, s, "admin", user.New{User: user.User{Type: auth.Admin}})
	ana := h.Actor(t, s, "ana", user.New{User: user.User{Type: auth.First, Email: "ana@lima.example", Language: "pt_BR"}})
	admin.Put("/lop/system/config/session.mail.from", apptest.Object{"value": "login@herald.example"}).OK()
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": ana.User.ID, "amount": 500}).OK()
	ana.Put("/aty/customerinfo/balance/alert", apptest.Object{"threshold": 100}).OK()
	admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": ana.User.ID, "amount": 450}).OK()
	for range 2 {
		if err := app.Ticks(e)["lowbalance"](t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	tasks := app.SendTasks(e)
	h.Env.Work(t, lowbalance.Queue, func(ctx context.Context, m queue.Message) error {
		if err := tasks[m.Kind](ctx, m); err != nil {
			return err
		}
		return tasks[m.Kind](ctx, m)
	})
	found, n := sim.Inbox().Search("ana@lima.example", 10)
	if n != 1 {
		t.Fatalf("%d emails", n)
	}
	m, _ := sim.Inbox().Find(found[0].ID)
	if m.Subject != "Seu saldo está baixo" || !strings.Contains(m.Text, "50") || !strings.Contains(m.Text, "/welcome") {
		t.Errorf("%+v", m)
	}
}
