package notice_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

func TestTellIsOnceAndInTheReadersLanguage(t *testing.T) {
	w := start(t)
	me := w.OtherCustomer
	w.connect(t, me, "zh_CN")
	w.Env().Pushed.Take()
	n := notice.Personal{UserID: me.User.ID, Key: "order.1.paused", Title: "web.locked", Body: "notice.titleLong",
		Args: map[string]string{"n": "web.notFound"}, Link: "/send/order?id=1"}
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			if err := w.book.Notify(ctx, n); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := w.Env().Pushed.Take(); len(got) != 1 || !strings.Contains(string(got[0].Data), "账号已锁定") || !json.Valid(got[0].Data) {
		t.Errorf("pushed %v", got)
	}
	list := messages(me.In("en_US"), "&messageType=2")
	if len(list) != 1 {
		t.Fatalf("the list is %+v", list)
	}
	m := list[0]
	if m.Contents.Summary != "Use at most Not found characters for the title" || m.Link != n.Link || m.NoticeType != notice.Reminder ||
		m.IsReading != 1 {
		t.Errorf("%+v", m)
	}
	w.Customer.Put("/im/notice/read?id="+m.ID, nil).Want(404, 0)
	me.Put("/im/notice/read?id="+m.ID, nil).OK()
	if u := testkit.Data[notice.Unread](me.Get("/im/notice/no/read")); u.Counts["2"] != 0 {
		t.Errorf("unread %+v", u)
	}
	me.Put("/im/notice/read?deleted=true&id="+m.ID, nil).OK()
	if err := w.book.Notify(ctx, n); err != nil {
		t.Fatal(err)
	}
	if list := messages(me.Client, "&messageType=2"); len(list) != 0 {
		t.Errorf("it came back: %+v", list)
	}
}

func TestMonthsOfTheHistory(t *testing.T) {
	w := start(t)
	id := w.write(t, "notice", nil)
	w.publish(t, "notice", id)
	w.Env().Clock.Add(29 * 24 * time.Hour)
	token := w.SignIn(t, w.Server, w.Customer.User.Login)
	if find(messages(w.As("customer", token), ""), id) == nil {
		t.Error("it is gone after 29 days")
	}
	w.Env().Clock.Add(25 * time.Hour)
	token = w.SignIn(t, w.Server, w.Customer.User.Login)
	if find(messages(w.As("customer", token), ""), id) != nil {
		t.Error("it is there after 30 days")
	}
}

func TestOnlyStaffManage(t *testing.T) {
	w := start(t)
	for _, a := range []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary} {
		for _, kind := range []string{"announcement", "notice"} {
			a.Get("/im/"+kind+"/page").Want(403, 0)
			a.Post("/im/"+kind, wish(nil)).Want(403, 0)
			a.Put("/im/"+kind+"/publish/now?id=x", nil).Want(403, 0)
		}
	}
}

func TestWhatIsRefusedInFourLanguages(t *testing.T) {
	w := start(t)
	day := 24 * time.Hour
	now := w.Env().Now()
	var b strings.Builder
	for _, c := range []struct {
		field string
		more  object
	}{
		{"title", object{"title": " \n "}}, {"title", object{"title": strings.Repeat("长", 101)}},
		{"title", object{"title": object{"fr_FR": "Bonjour"}}},
		{"summary", object{"summary": strings.Repeat("长", 201)}}, {"content", object{"content": strings.Repeat("x", 61<<10)}},
		{"audience.kind", object{"audience": object{"kind": "some"}}},
		{"audience.types", object{"audience": object{"kind": "types", "types": []int{4}}}},
		{"audience.userIds", object{"audience": object{"kind": "users"}}}, {"noticeType", object{"noticeType": 3}},
		{"publishTime", object{"publishTime": now.Add(-time.Minute)}}, {"publishTime", object{"publishTime": now.Add(400 * day)}},
		{"expireTime", object{"expireTime": now.Add(-time.Minute)}},
		{"expireTime", object{"publishTime": now.Add(day), "expireTime": now.Add(40 * day)}},
	} {
		for _, lang := range i18n.Langs {
			a := w.Admin.In(string(lang)).Post("/im/notice", wish(c.more)).Want(400, 0)
			if c.field == "audience.kind" {
				fmt.Fprintf(&b, "%s %s\n", lang, a.Message)
				continue
			}
			a.Bad(c.field)
			fmt.Fprintf(&b, "%s %s: %s\n", lang, c.field, a.Message)
		}
	}
	testkit.Golden(t, "TestWhatIsRefusedInFourLanguages", b.String())
}

// A notice in the outbox is delivered once and pushed at least once, with a crash at any point.
func TestTheOutboxIsDeliveredOnceAfterCrashes(t *testing.T) {
	w := start(t)
	me := w.OtherCustomer
	w.connect(t, me, "en_US")
	due := func(key string) notice.Personal {
		t.Helper()
		n := notice.Personal{UserID: me.User.ID, Key: key, Title: "web.locked", Body: "web.locked"}
		if _, err := w.book.DB.Write(ctx, notice.OutboxOp(w.book.Now(), n)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	pushed := func() int { t.Helper(); return len(w.Env().Pushed.Take()) }
	tick := func() {
		t.Helper()
		w.Env().Clock.Add(time.Minute)
		if err := w.book.Tick(ctx); err != nil {
			t.Fatal(err)
		}
	}
	pushed()
	tell := func(n notice.Personal) {
		t.Helper()
		if err := w.book.DeliverOutbox(ctx, n); err != nil {
			t.Fatal(err)
		}
	}
	tell(due("told")) // no crash
	if n := pushed(); n != 1 {
		t.Errorf("told at once: %d pushes", n)
	}
	due("lost")
	if err := w.book.Tick(ctx); err != nil || pushed() != 0 {
		t.Errorf("a moment after the change the tick leaves it to whoever made it: %v", err)
	}
	tick()
	if n := pushed(); n != 1 {
		t.Errorf("lost before it was told: %d pushes", n)
	}
	halfway := due("halfway")
	if err := w.book.Notify(ctx, halfway); err != nil { // and died
		t.Fatal(err)
	}
	pushed()
	tick()
	if n := pushed(); n != 1 {
		t.Errorf("died behind the notice: %d pushes", n)
	}
	tell(halfway)
	tick()
	if n, list := pushed(), messages(me.Client, "&messageType=2"); n != 0 || len(list) != 3 {
		t.Errorf("in the end: %d pushes, %d notices", n, len(list))
	}
	rows, err := w.book.DB.Query(ctx, store.Query{Table: "platform", PK: "JOB#0", Limit: 10, Consistent: true})
	if err != nil || len(rows) != 0 {
		t.Errorf("the tick still looks at %v, %v", rows, err)
	}
}
