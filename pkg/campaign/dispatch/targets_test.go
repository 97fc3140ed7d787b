package dispatch

import (
	"context"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// A filter of an order's recipients looks at a bounded number of chunks and says when there are more.
func TestAFilterOfRecipientsIsBounded(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	book := &order.Store{DB: db, Now: clocktest.Running()}
	who := auth.Owner{User: "c1", Tenant: "c1"}
	p := &auth.Principal{UserID: "c1", Type: auth.First, Tenant: "c1"}
	r := &Engine{Flow: &order.Flow{DB: db, Orders: book, Now: clocktest.Running()}}
	r.Content = plain{}
	New(r)
	for chunks, more := range map[int]bool{1: false, 2: false, filteredChunks: false, 3 * filteredChunks: true} {
		o := &order.Order{ID: time.Now().Format("150405.000000000"), Kind: "plain", Owner: who, Status: order.Sending, Chunks: chunks,
			Total: chunks * 1000, Gen: 1}
		if err := db.Transact(context.Background(), book.Add(o)); err != nil {
			t.Fatal(err)
		}
		meter.Take()
		page, err := r.Statistics().targetsPage(auth.Into(context.Background(), p),
			&TargetQuery{ID: o.ID, ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}, PhoneNumber: "7"})
		if use := meter.Take(); err != nil || page.More != more || use.Calls > int64(min(chunks, filteredChunks)+2) {
			t.Errorf("%d chunks: more is %v, %d calls (%v)", chunks, page.More, use.Calls, err)
		}
	}
}

// plain is a kind of which only the name matters.
type plain struct{ Content }

func (plain) Spec() order.Spec { return order.Spec{Name: "plain"} }

// A sub-batch that went out in two passes has the time of the second pass. A message of the first pass may have
// arrived before that time; it is not shown as sent after it arrived.
func TestNothingComesBeforeItWasSent(t *testing.T) {
	at := time.Unix(1_800_000_000, 0).UTC()
	type came = map[provider.ReceiptState]time.Time
	s := chunkrow.NewSends(2)
	s.Stamp(0, at)
	for name, c := range map[string]struct {
		came came
		want time.Time
	}{
		"nothing is known": {nil, at},
		"came later":       {came{provider.ReceiptArrived: at.Add(time.Second)}, at},
		"came earlier": {came{provider.ReceiptArrived: at.Add(-6 * time.Second), provider.ReceiptRead: at.Add(time.Minute)},
			at.Add(-6 * time.Second)},
		"was read, no more":  {came{provider.ReceiptRead: at.Add(-5 * time.Second)}, at.Add(-5 * time.Second)},
		"an answer tells no": {came{chunkrow.Answered: at.Add(-time.Hour)}, at},
	} {
		if got := s.SentBy(1, c.came); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A file of the recipients of emails says when each loaded and clicked first, and why an email came back. It has no columns that stay
// empty.
func TestAFileOfEmailRecipients(t *testing.T) {
	at := func(minute int) *time.Time {
		moment := time.Unix(1_800_000_000, 0).Add(time.Duration(minute) * time.Minute)
		return &moment
	}
	one := Target{Email: "ana@example.com", State: chunkrow.StateArrived, SentTime: at(0), ArrivedTime: at(1), LoadedTime: at(2), ClickedTime: at(3),
		UnsubscribedTime: at(4), From: "news@shop.example"}
	back := Target{Email: "bia@example.com", State: chunkrow.StateFailed, Result: "hardBounce", Reason: "x", SentTime: at(0)}
	want := map[string][2]any{"emailAddress": {one.Email, back.Email}, "status": {"arrived", "failed"}, "emailResult": {"", "hardBounce"},
		"reason": {"", "x"}, "sentTime": {at(0), at(0)}, "arrivedTime": {at(1), nil}, "loadedTime": {at(2), nil}, "clickedTime": {at(3), nil},
		"unsubscribedTime": {at(4), nil}, "sentFrom": {"news@shop.example", ""}}
	columns := addressColumns()
	if len(columns) != len(want) {
		t.Errorf("%d columns", len(columns))
	}
	shown := func(v any) any {
		if moment, ok := v.(*time.Time); ok {
			if moment == nil {
				return nil
			}
			return *moment
		}
		return v
	}
	for _, c := range columns {
		for i, target := range []*Target{&one, &back} {
			if got := shown(c.Value(target)); got != shown(want[c.Title][i]) {
				t.Errorf("%s of %s: %v", c.Title, target.Email, got)
			}
		}
	}
}
