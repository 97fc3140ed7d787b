package notice_test

import (
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// Notices about the same subject within a day are one with a count. Marking the group marks all of them.
func TestNoticesAreGrouped(t *testing.T) {
	w := start(t)
	tell := func(key, title, link string) {
		t.Helper()
		n := notice.Personal{UserID: w.Customer.User.ID, Key: key, Title: title, Body: "order.tell.paused", Link: link}
		if err := w.book.Notify(ctx, n); err != nil {
			t.Fatal(err)
		}
		w.Env().Clock.Add(time.Minute)
	}
	tell("a", "order.tell.pausedTitle", "/send/order?id=1")
	tell("b", "order.tell.pausedTitle", "/send/order?id=2")
	tell("c", "order.tell.stoppedTitle", "/send/order?id=1")
	tell("d", "ledger.tell.takenTitle", "")
	tell("e", "ledger.tell.receivedTitle", "")
	unread := func(query string) notice.Unread {
		t.Helper()
		return testkit.Data[notice.Unread](w.Customer.Get("/im/notice/no/read" + query))
	}
	if got := unread(""); got.Total != 5 {
		t.Errorf("%d single notices", got.Total)
	}
	got := unread("?grouped=true")
	if got.Total != 4 || got.Records[2].Count != 2 || got.Records[2].Topic != notice.TopicOrder || got.Records[3].Count != 0 {
		t.Errorf("%+v", got)
	}
	tell("f", "order.tell.pausedTitle", "/send/order?id=1") // after the list was shown
	w.Customer.Put("/im/notice/read?grouped=true&id="+got.Records[2].ID, nil).OK()
	if got := unread(""); got.Total != 4 {
		t.Errorf("%+v after a group of two was read", got)
	}
	page := testkit.Data[web.Page[notice.Message]](w.Customer.Get("/im/notice/messages?isReading=2"))
	if page.Total != 2 {
		t.Errorf("%+v", page)
	}
}

// A muted topic is neither pushed nor counted, and stays in the list. Credit and security cannot be muted.
func TestTopicsAreMuted(t *testing.T) {
	w := start(t)
	w.Customer.Put("/im/notice/topics", object{"muted": []string{"money"}}).Bad("muted")
	w.Customer.Put("/im/notice/topics", object{"muted": []string{"order", "file"}}).OK()
	for _, s := range testkit.Data[[]notice.TopicState](w.Customer.Get("/im/notice/topics")) {
		if s.Muted != (s.Topic == notice.TopicOrder || s.Topic == notice.TopicFile) || s.Required != (s.Topic == notice.TopicMoney || s.Topic == notice.TopicSecurity) {
			t.Errorf("%+v", s)
		}
	}
	w.connect(t, w.Customer, "en_US")
	for key, title := range map[string]string{"a": "order.tell.pausedTitle", "b": "ledger.tell.takenTitle"} {
		if err := w.book.Notify(ctx, notice.Personal{UserID: w.Customer.User.ID, Key: key, Title: title, Body: title}); err != nil {
			t.Fatal(err)
		}
	}
	if got := testkit.Data[notice.Unread](w.Customer.Get("/im/notice/no/read")); got.Total != 1 || got.Records[0].Topic != notice.TopicMoney {
		t.Errorf("%+v", got)
	}
	if got := testkit.Data[web.Page[notice.Message]](w.Customer.Get("/im/notice/messages")); got.Total != 2 {
		t.Errorf("%+v", got)
	}
	if got := w.Env().Pushed.Take(); len(got) != 1 {
		t.Errorf("%d pushes", len(got))
	}
	if got := testkit.Data[[]notice.TopicState](w.Agent.Get("/im/notice/topics")); got[2].Muted {
		t.Error("another user's topics")
	}
}

// What an order charged or gave back is about money, so it cannot be muted with the orders.
func TestTopicsOfNotices(t *testing.T) {
	w := start(t)
	for title, want := range map[string]notice.Topic{
		"order.tell.pausedTitle": notice.TopicOrder, "order.tell.settledTitle": notice.TopicMoney, "edm.tell.pausedTitle": notice.TopicOrder,
		"order.tell.refundedTitle": notice.TopicMoney, "topup.tell.paidTitle": notice.TopicMoney, "user.tell.lockedTitle": notice.TopicSecurity,
	} {
		if err := w.book.Notify(ctx, notice.Personal{UserID: w.Customer.User.ID, Key: title, Title: title, Body: title}); err != nil {
			t.Fatal(err)
		}
		got := testkit.Data[notice.Unread](w.Customer.Get("/im/notice/no/read")).Records[0]
		if got.Topic != want {
			t.Errorf("%s is about %s, want %s", title, got.Topic, want)
		}
		w.Env().Clock.Add(time.Minute)
	}
}
