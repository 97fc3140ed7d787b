package export_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/export"
	"herald/pkg/platform/role"
)

// A worker that dies is replaced by another one, which creates the file again.
func TestDeadWorker(t *testing.T) {
	w := start(t)
	id, m := w.begin(t, w.Customer, "4000")
	w.die = func(n int) error {
		if n == 3000 {
			return errors.New("the power went")
		}
		return nil
	}
	if err := w.desk.Run(ctx, m); err == nil {
		t.Fatal("no error, so the message would not come again")
	}
	w.die = nil
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(w.Customer.Client, id); s.Status != "done" || s.Done != 4000 {
		t.Errorf("%+v", s)
	}
	// A killed worker reports nothing and keeps its lease: no other works meanwhile, then the janitor sends the
	// message again.
	id, m = w.begin(t, w.Customer, "4000")
	w.die = func(n int) error {
		if n == 3000 {
			panic("killed")
		}
		return nil
	}
	func() {
		defer func() { _ = recover() }()
		_ = w.desk.Run(ctx, m)
	}()
	w.die = nil
	read := w.read
	if err := w.desk.Run(ctx, m); err != nil || w.read != read {
		t.Errorf("two workers at a time: %v", err)
	}
	w.house.Env.Clock.Add(2 * time.Minute)
	w.house.Env.Sent.Take()
	if err := w.desk.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if sent := w.house.Env.Sent.Take(); !slices.ContainsFunc(sent, func(s testkit.Task) bool { return strings.Contains(string(s.Body), id) }) {
		t.Fatalf("the janitor rang %v", sent)
	}
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(w.Customer.Client, id); s.Status != "done" {
		t.Errorf("%+v", s)
	}
}

// unclear is a database that hides the outcome of a claim, carried out or not.
type unclear struct{ store.DB }

func (u unclear) Write(ctx context.Context, op store.Op) (store.Item, error) {
	it, err := u.DB.Write(ctx, op)
	if op.Set["ow"] != nil {
		return nil, errors.Join(store.ErrUnclear, err)
	}
	return it, err
}

// A worker whose claim was not answered reads the task: with the lease it continues, without it another worker keeps the task.
func TestClaimOfUnknownOutcome(t *testing.T) {
	w := start(t)
	sound := w.desk.DB
	id, m := w.begin(t, w.Customer, "11")
	w.die = func(int) error { panic("killed") }
	func() {
		defer func() { _ = recover() }()
		_ = w.desk.Run(ctx, m)
	}()
	w.die, w.desk.DB = nil, unclear{sound}
	read := w.read
	if err := w.desk.Run(ctx, m); err != nil || w.read != read {
		t.Errorf("somebody else has the task: %v, %d rows", err, w.read-read)
	}
	w.house.Env.Clock.Add(2 * time.Minute)
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	w.desk.DB = sound
	if s := w.status(w.Customer.Client, id); s.Status != "done" || s.Done != 11 {
		t.Errorf("%+v", s)
	}
}

func TestFailures(t *testing.T) {
	w := start(t)
	text := ""
	fails := func(title string, want string) {
		t.Helper()
		id, m := w.begin(t, w.Customer, "11")
		for range 7 {
			if err := w.desk.Run(ctx, m); err != nil && want != "export.broken" {
				t.Fatal(err)
			}
		}
		w.die = nil
		text += title + "\n"
		for _, lang := range i18n.Langs {
			s := w.status(w.Customer.In(string(lang)), id)
			if s.Status != "failed" || s.URL != "" {
				t.Errorf("%s: %+v", title, s)
			}
			text += "  " + s.Message + "\n"
		}
		if n := w.told[len(w.told)-1]; n.Title != "export.notice.failed" || n.Args["reason"] != want {
			t.Errorf("%s: %+v", title, n)
		}
	}
	w.die = func(int) error { return fault.New(fault.Invalid, 40061, "export.tooMany", "max", 7) }
	fails("a refusal of the list", "export.tooMany")
	w.die = func(int) error { return errors.New("the power went") }
	fails("a list that kills its worker", "export.broken")
	testkit.Golden(t, t.Name(), text)
	_, m := w.begin(t, w.Secondary, "11")
	if err := w.house.Users.Delete(ctx, w.Secondary.User); err != nil {
		t.Fatal(err)
	}
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	if n := w.told[len(w.told)-1]; n.UserID != w.Secondary.User.ID || n.Title != "export.notice.failed" || n.Args["reason"] != "web.notFound" {
		t.Errorf("a user who is gone: %+v", n)
	}
	for range 5 {
		w.begin(t, w.Direct, "11")
	}
	a := w.Direct.Get("/gc/groupsendorder/export?rows=11").Want(429, 42911)
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// A permission that was revoked while the export waited is respected (S8), and the push contains no link (C10).
func TestAnExportNeedsItsRightWhenItRuns(t *testing.T) {
	w := start(t)
	live := func(m queue.Message) string {
		t.Helper()
		if err := w.house.Env.Hub.Connect(ctx, push.Socket{User: w.Customer.User.ID, Connection: "c"}); err != nil {
			t.Fatal(err)
		}
		w.house.Env.Pushed.Take()
		if err := w.desk.Run(ctx, m); err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, p := range w.house.Env.Pushed.Take() {
			text += string(p.Data)
		}
		return text
	}
	id, m := w.begin(t, w.Customer, "11")
	if text := live(m); !strings.Contains(text, id) || strings.Contains(text, "http") || !strings.Contains(text, `"done"`) {
		t.Errorf("pushed %s", text)
	}
	id, m = w.begin(t, w.Customer, "11")
	if err := w.house.Users.SetRoles(ctx, w.Customer.User, []string{role.Promoter}); err != nil { // without permission to see orders
		t.Fatal(err)
	}
	live(m)
	if s := w.status(w.server.As("customer", w.house.SignIn(t, w.server, w.Customer.User.Login)), id); s.Status != "failed" || s.URL != "" ||
		s.Message == "" {
		t.Errorf("%+v", s)
	}
	if n := w.told[len(w.told)-1]; n.Args["reason"] != "web.forbidden" {
		t.Errorf("%+v", n)
	}
}

// The memory of an export does not grow with its size: a hundred thousand rows are written as they arrive.
func TestLargeExport(t *testing.T) {
	w := start(t)
	id, m := w.begin(t, w.Customer, "120000")
	if err := w.desk.Run(ctx, m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(w.Customer.Client, id); s.Status != "done" || s.Done != 120_000 {
		t.Errorf("%+v", s)
	}
}

// The end of an export of any duration is pushed once, with any number of messages and ticks. When the worker that created the file crashed
// before the push, the tick pushes it.
func TestTheEndOfALongExportIsPushedOnce(t *testing.T) {
	w := start(t)
	who := w.Customer.User.ID
	ends := func() (n int) {
		for _, p := range w.house.Env.Pushed.Take() {
			if strings.Contains(string(p.Data), `"status":"done"`) && strings.Contains(string(p.Data), `"export"`) {
				n++
			}
		}
		return n
	}
	if err := w.desk.Hub.Connect(ctx, push.Socket{User: who, Connection: "c"}); err != nil {
		t.Fatal(err)
	}
	_, m := w.begin(t, w.Customer, "4000")
	w.die = func(n int) error { // the tick looks while it is made, and asks for its next look
		if n == 3000 {
			w.house.Env.Clock.Add(61 * time.Second)
			return w.desk.Tick(ctx)
		}
		return nil
	}
	ends()
	run := func() {
		t.Helper()
		if err := w.desk.Run(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	run()
	w.die = nil
	run()
	w.house.Env.Clock.Add(2 * time.Minute)
	if err := w.desk.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if n := ends(); n != 1 {
		t.Errorf("its end was pushed %d times", n)
	}
	id, m2 := w.begin(t, w.Customer, "11")
	tell := w.desk.Tell
	w.desk.Tell = func(context.Context, export.Ready) error { return errors.New("the power went") }
	if err := w.desk.Run(ctx, m2); err == nil {
		t.Fatal("no error")
	}
	w.desk.Tell = tell
	ends()
	w.house.Env.Clock.Add(2 * time.Minute)
	if err := w.desk.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if n := ends(); n != 1 || w.status(w.Customer.Client, id).Status != "done" {
		t.Errorf("told by the tick %d times", n)
	}
}
