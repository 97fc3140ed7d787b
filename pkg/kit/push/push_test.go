package push

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/store"
)

// posted records the posted messages; connections in closed are gone, and those in broken fail.
type posted struct {
	mu             sync.Mutex
	got            map[string][]string
	closed, broken map[string]bool
	ended          []string // by the server
}

func (p *posted) Post(_ context.Context, connection string, data []byte) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken[connection] {
		return false, errors.New("gateway: 500")
	}
	if p.closed[connection] {
		return true, nil
	}
	p.got[connection] = append(p.got[connection], string(data))
	return false, nil
}

func (p *posted) Close(_ context.Context, connection string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, connection)
	return nil
}

type fixture struct {
	*Hub
	posted *posted
	at     time.Time
}

func newFixture() *fixture {
	h := &fixture{posted: &posted{got: map[string][]string{}, closed: map[string]bool{}, broken: map[string]bool{}},
		at: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	h.Hub = &Hub{DB: store.NewMemory(nil), Poster: h.posted, Now: func() time.Time { return h.at }}
	return h
}

func (h *fixture) connect(t *testing.T, sockets ...Socket) {
	t.Helper()
	for _, s := range sockets {
		if err := h.Connect(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBroadcastReachesEachConnectionOnce(t *testing.T) {
	h, ctx := newFixture(), context.Background()
	const users = 300
	for i := range users {
		h.connect(t, Socket{User: fmt.Sprint("u", i), Connection: fmt.Sprint("a", i)},
			Socket{User: fmt.Sprint("u", i), Connection: fmt.Sprint("b", i)})
	}
	if err := h.Disconnect(ctx, "a7"); err != nil {
		t.Fatal(err)
	}
	if err := h.Broadcast(ctx, Message{Type: "menu"}); err != nil {
		t.Fatal(err)
	}
	if len(h.posted.got) != 2*users-1 || h.posted.got["a7"] != nil {
		t.Fatalf("%d connections got it", len(h.posted.got))
	}
	for c, got := range h.posted.got {
		if !slices.Equal(got, []string{`{"type":"menu"}`}) {
			t.Fatalf("%s got %v", c, got)
		}
	}
}

func TestBroadcastReadsAFixedNumberOfPartitions(t *testing.T) {
	h, meter := newFixture(), &store.Meter{}
	h.DB = store.NewMemory(meter)
	for i := range 200 {
		h.connect(t, Socket{User: fmt.Sprint("u", i), Connection: fmt.Sprint("c", i)})
	}
	meter.Take()
	if err := h.Broadcast(context.Background(), Message{Type: "menu"}); err != nil {
		t.Fatal(err)
	}
	if use := meter.Take(); use.Calls != shards {
		t.Errorf("%d calls", use.Calls)
	}
}

func TestClosedConnectionsAreForgottenAndOthersStillGetTheMessage(t *testing.T) {
	h, ctx := newFixture(), context.Background()
	h.connect(t, Socket{User: "u1", Connection: "closed"}, Socket{User: "u1", Connection: "open"}, Socket{User: "u2", Connection: "broken"},
		Socket{User: "u3", Connection: "other"})
	h.posted.closed["closed"], h.posted.broken["broken"] = true, true
	if err := h.Broadcast(ctx, Message{Type: "menu"}); err == nil {
		t.Error("the failure is not told")
	}
	if len(h.posted.got["open"]) != 1 || len(h.posted.got["other"]) != 1 {
		t.Errorf("got %v", h.posted.got)
	}
	delete(h.posted.closed, "closed") // if it were still known, it would now get the message
	if err := h.Send(ctx, []string{"u1"}, Message{Type: "order"}); err != nil {
		t.Fatal(err)
	}
	if h.posted.got["closed"] != nil || len(h.posted.got["open"]) != 2 {
		t.Errorf("got %v", h.posted.got)
	}
}

func TestWhatAConnectionGetsDependsOnIt(t *testing.T) {
	h, ctx := newFixture(), context.Background()
	h.connect(t, Socket{User: "u1", Type: 2, Lang: "zh_CN", Connection: "c1"}, Socket{User: "u2", Type: 2, Lang: "pt_BR", Connection: "c2"},
		Socket{User: "u3", Type: 11, Connection: "c3"})
	zh, pt := &Message{Type: "1", Data: "你好"}, &Message{Type: "1", Data: "olá"}
	choose := func(s Socket) *Message {
		switch {
		case s.Type != 2:
			return nil
		case s.Lang == "zh_CN":
			return zh
		}
		return pt
	}
	if err := h.BroadcastEach(ctx, choose); err != nil {
		t.Fatal(err)
	}
	if err := h.SendEach(ctx, []string{"u1", "u3", "nobody"}, choose); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"c1": {`{"type":"1","data":"你好"}`, `{"type":"1","data":"你好"}`}, "c2": {`{"type":"1","data":"olá"}`}}
	if fmt.Sprint(h.posted.got) != fmt.Sprint(want) {
		t.Errorf("got %v", h.posted.got)
	}
}

func TestAStaleConnectionIsLeftOutAfterItsLife(t *testing.T) {
	h := newFixture()
	h.connect(t, Socket{User: "u1", Connection: "c1"})
	h.at = h.at.Add(connectionLife + time.Second)
	if err := h.Broadcast(context.Background(), Message{Type: "menu"}); err != nil {
		t.Fatal(err)
	}
	if err := h.Send(context.Background(), []string{"u1"}, Message{Type: "menu"}); err != nil {
		t.Fatal(err)
	}
	if len(h.posted.got) != 0 {
		t.Errorf("got %v", h.posted.got)
	}
}

// A prepared message reaches the connections of its users once, forgets closed connections, and is not posted when its caller returns nil.
func TestPrepare(t *testing.T) {
	h, ctx := newFixture(), context.Background()
	h.connect(t, Socket{User: "ana", Connection: "a1"}, Socket{User: "ana", Connection: "a2"}, Socket{User: "bob", Connection: "b1"},
		Socket{User: "eve", Connection: "e1"})
	h.posted.closed["a2"] = true
	if err := h.Prepare(ctx, []string{"ana", "bob"})(ctx, nil); err != nil || len(h.posted.got) != 0 {
		t.Fatalf("%v %v", err, h.posted.got)
	}
	if err := h.Prepare(ctx, []string{"ana", "bob"})(ctx, &Message{Type: "credit"}); err != nil {
		t.Fatal(err)
	}
	for connection, want := range map[string]int{"a1": 1, "a2": 0, "b1": 1, "e1": 0} {
		if got := h.posted.got[connection]; len(got) != want {
			t.Errorf("%s: %v", connection, got)
		}
	}
	if open, err := h.sockets(ctx, userKey("ana", "").PK); err != nil || len(open) != 1 {
		t.Errorf("%v %v", open, err)
	}
	h.posted.broken["b1"] = true
	if err := h.Prepare(ctx, []string{"bob"})(ctx, &Message{Type: "credit"}); err == nil {
		t.Error("a failed post is not reported")
	}
}
