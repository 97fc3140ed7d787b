package deadletter_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/deadletter"
)

type object = map[string]any

const base = "/system/deadletter"

// service is the module on the queues of a test.
func service(e *testkit.Env) *deadletter.Service {
	return &deadletter.Service{DB: e.DB, Queues: e.Queues, Inspector: e.Inspector, Names: []string{"send", "job"},
		Most: func(string) int { return 5 }, Now: e.Now, Log: func(map[string]any) {}}
}

// admin serves the module to a member of staff who may do everything.
func admin(t *testing.T, k *testkit.Env, s *deadletter.Service) (*testkit.Client, *sessiontest.SeededUsers) {
	h := sessiontest.New(k)
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) { s.Routes(a) }))
	return c.Admin.Client, c
}

func chunk(order string) queue.Message {
	return queue.New("bulk.chunk", "acme", object{"o": order, "g": 1})
}

// Dead letters are listed by task and error with the orders that they name. What a consumer noted is shown without ids and numbers, and a
// message without a note has an unknown error.
func TestDeadLettersAreListedByError(t *testing.T) {
	k := testkit.Memory(t)
	s := service(k)
	client, c := admin(t, k, s)
	order := k.IDs.Next()
	var failures []deadletter.Failure
	for i := range 3 {
		id := k.Bury("send", chunk(order))
		failures = append(failures, deadletter.Failure{ID: id, Error: fmt.Errorf("provider: +55 11 98765-432%d of %s: timeout", i, k.IDs.Next())})
	}
	k.Bury("send", chunk(k.IDs.Next()))
	k.Bury("job", queue.New("export", "acme", object{"id": k.IDs.Next()}))
	if err := s.NoteCauses(t.Context(), "send", failures); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a repeated collection changes nothing
		if err := s.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	got := testkit.Data[deadletter.Groups](client.Get(base))
	if got.Total != 5 || len(got.Groups) != 3 || got.More {
		t.Fatalf("%+v", got)
	}
	first := got.Groups[0]
	if first.Queue != "send" || first.Count != 3 || first.Error != "provider: <n> of <id>: timeout" || first.Task != "bulk.chunk" ||
		len(first.Orders) != 1 || first.Orders[0] != order || first.FirstSent == nil {
		t.Errorf("%+v", first)
	}
	page := testkit.Data[deadletter.Items](client.Get(base + "/page?queue=send&group=" + first.Group))
	if len(page.Records) != 3 || page.Next != "" || page.Records[0].OrderID != order || page.Records[0].Deliveries != 5 {
		t.Errorf("%+v", page)
	}
	for _, g := range got.Groups[1:] {
		if g.Error != "" {
			t.Errorf("unknown error: %+v", g)
		}
	}
	client.Get(base+"/page?queue=none&group=1").Want(400, 0)
	c.Agent.Get(base).Want(403, 0)
	c.Customer.Post(base+"/redrive", object{"queue": "send", "group": first.Group}).Want(403, 0)
}

// Staff list dead letters at once, before the next collection.
func TestStaffCollectDeadLetters(t *testing.T) {
	k := testkit.Memory(t)
	client, c := admin(t, k, service(k))
	k.Bury("send", chunk(k.IDs.Next()))
	k.Bury("job", chunk(k.IDs.Next()))
	if r := testkit.Data[deadletter.Result](client.Post(base+"/collect", object{})); r.Count != 2 || !r.More {
		t.Errorf("%+v", r)
	}
	if r := testkit.Data[deadletter.Result](client.Post(base+"/collect", object{})); r.Count != 0 || r.More {
		t.Errorf("%+v", r)
	}
	if got := testkit.Data[deadletter.Groups](client.Get(base)); got.Total != 2 {
		t.Errorf("%+v", got)
	}
	c.Agent.Post(base+"/collect", object{}).Want(403, 0)
}

// Redriving sends a message as it was and takes it off the list; discarding needs a reason.
func TestDeadLettersAreSentAgainOrDiscarded(t *testing.T) {
	k := testkit.Memory(t)
	s := service(k)
	client, _ := admin(t, k, s)
	for range 130 {
		k.Bury("send", chunk(k.IDs.Next()))
	}
	if err := s.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	group := testkit.Data[deadletter.Groups](client.Get(base)).Groups[0]
	if group.Count != 130 {
		t.Fatalf("%+v", group)
	}
	k.Sent.Take()
	choice := object{"queue": "send", "group": group.Group}
	one := testkit.Data[deadletter.Items](client.Get(base + "/page?queue=send&group=" + group.Group)).Records[0]
	if r := testkit.Data[deadletter.Result](client.Post(base+"/redrive", object{"queue": "send", "group": group.Group,
		"ids": []string{one.ID, "gone"}})); r.Count != 1 {
		t.Errorf("%+v", r)
	}
	sent := k.Sent.Take()
	if len(sent) != 1 || sent[0].Queue != "send" || sent[0].Kind != "bulk.chunk" || sent[0].Group != "acme" ||
		!strings.Contains(string(sent[0].Body), one.OrderID) {
		t.Errorf("%+v", sent)
	}
	if r := testkit.Data[deadletter.Result](client.Post(base+"/redrive", choice)); r.Count != 100 || !r.More {
		t.Errorf("%+v", r)
	}
	client.Post(base+"/discard", choice).Want(400, 0)
	client.Post(base+"/discard", object{"queue": "send", "group": group.Group, "reason": " "}).Bad("reason")
	if r := testkit.Data[deadletter.Result](client.Post(base+"/discard", object{"queue": "send", "group": group.Group,
		"reason": "cancelled"})); r.Count != 29 || r.More {
		t.Errorf("%+v", r)
	}
	if got := testkit.Data[deadletter.Groups](client.Get(base)); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	if n := len(k.Sent.Take()); n != 100 {
		t.Errorf("%d messages", n)
	}
}

// stuck gives dead letters whose removal fails.
type stuck struct {
	queue.Inspector
	broken bool
}

func (s *stuck) RemoveDead(ctx context.Context, name string, handles ...string) error {
	if s.broken {
		return errors.New("no answer")
	}
	return s.Inspector.RemoveDead(ctx, name, handles...)
}

// A dead letter that its queue keeps although its row was written is listed once, and no more once it was sent again.
func TestALostRemovalRepeatsNothing(t *testing.T) {
	k := testkit.Memory(t)
	s := service(k)
	client, _ := admin(t, k, s)
	dead := &stuck{k.Inspector, true}
	s.Inspector = dead
	k.Bury("send", chunk(k.IDs.Next()))
	if err := s.Collect(t.Context()); err == nil {
		t.Fatal("the failure is not told")
	}
	k.Clock.Add(time.Minute)
	if err := s.Collect(t.Context()); err == nil {
		t.Fatal("the failure is not told")
	}
	got := testkit.Data[deadletter.Groups](client.Get(base))
	if got.Total != 1 {
		t.Fatalf("%+v", got)
	}
	client.Post(base+"/redrive", object{"queue": "send", "group": got.Groups[0].Group}).OK()
	k.Clock.Add(time.Minute)
	dead.broken = false
	if err := s.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := testkit.Data[deadletter.Groups](client.Get(base)); got.Total != 0 {
		t.Errorf("listed again: %+v", got)
	}
	if d, err := k.Inspector.Depth(t.Context(), "send"); err != nil || d.Dead != 0 || d.Waiting != 1 {
		t.Errorf("%+v %v", d, err)
	}
}

// A redrive whose rows cannot be removed loses no message: it is listed on and may be sent once more.
func TestARedriveThatBreaksLosesNothing(t *testing.T) {
	k := testkit.Memory(t)
	breaks := false
	s := service(k)
	s.DB = &store.Faulty{DB: k.DB, Before: func(call string) error {
		if breaks && call == "writeAll" {
			breaks = false
			return errors.New("no answer")
		}
		return nil
	}, After: func(string) error { return nil }}
	client, _ := admin(t, k, s)
	k.Bury("send", chunk(k.IDs.Next()))
	if err := s.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	choice := object{"queue": "send", "group": testkit.Data[deadletter.Groups](client.Get(base)).Groups[0].Group}
	k.Sent.Take()
	breaks = true
	client.Post(base+"/redrive", choice).Want(500, 0)
	if r := testkit.Data[deadletter.Result](client.Post(base+"/redrive", choice)); r.Count != 1 {
		t.Errorf("%+v", r)
	}
	if r := testkit.Data[deadletter.Result](client.Post(base+"/redrive", choice)); r.Count != 0 {
		t.Errorf("sent without end: %+v", r)
	}
	if n := len(k.Sent.Take()); n != 2 {
		t.Errorf("%d messages", n)
	}
}

// What a request did before it failed is in the audit log, and a discard that stops half-way tells no more than it did.
func TestAPartOfAChangeIsInTheAuditLog(t *testing.T) {
	k := testkit.Memory(t)
	var writes atomic.Int64
	breaks := false
	s := service(k)
	s.DB = &store.Faulty{DB: k.DB, Before: func(call string) error {
		if breaks && call == "writeAll" && writes.Add(1) == 1 {
			return errors.New("no answer")
		}
		return nil
	}, After: func(string) error { return nil }}
	client, _ := admin(t, k, s)
	for range 12 {
		k.Bury("send", chunk(k.IDs.Next()))
	}
	if err := s.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	choice := object{"queue": "send", "group": testkit.Data[deadletter.Groups](client.Get(base)).Groups[0].Group, "reason": "cancelled"}
	breaks = true
	client.Post(base+"/discard", choice).Want(500, 0)
	delete(choice, "reason")
	writes.Store(0)
	client.Post(base+"/redrive", choice).Want(500, 0)
	rows, err := store.Collect(store.Rows(t.Context(), k.DB, store.Query{Table: "audit", PK: auditlog.ObjectKey("deadletter.send", "").PK}))
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d lines in the audit log, want those of both: %v", len(rows), err)
	}
	for i, want := range []string{"discarded", "redriven"} {
		var brief, r auditlog.Record
		if _, err := store.Decode(rows[i], &brief); err != nil {
			t.Fatal(err)
		}
		full, err := k.DB.Get(t.Context(), auditlog.Key(brief.Tenant, brief.At, brief.ID), true)
		if ok, e := store.Decode(full, &r); !ok || e != nil || err != nil {
			t.Fatal(ok, e, err)
		}
		if after, _ := r.After.(map[string]any); fmt.Sprint(after[want]) != "6" || r.Status != 500 {
			t.Errorf("%s: %+v", want, r)
		}
	}
}

// The class of an error names no person, and is one text for one cause.
func TestClassesNameNoPerson(t *testing.T) {
	for text, want := range map[string]string{
		"dynamodb: throttled\nstack":                                                      "dynamodb: throttled",
		"send to +86 138 0013 8000 failed":                                                "send to <n> failed",
		"address jane.doe@example.com refused":                                            "address <email> refused",
		"Get https://x.test/v1/a?key=secret&to=1: 503":                                    "Get https://x.test/v1/a?… 503",
		"190: Malformed access token EAAGm0PX4ZCpsBAKZCq1Xy2abcdEFGHijklmnop_QRSTuv-wxyz": "190: Malformed access token <id>",
		"order 01JABCDEFGHJKMNPQRSTVWXYZ0: chunk 12":                                      "order <id>: chunk <n>",
		"request 1d7b0c0e-8a3a-4b6e-9d0e-0d3c6a1b2c3d: 5 attempts":                        "request <id>: 5 attempts",
	} {
		if got := deadletter.Class(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if n := len(deadletter.Class(strings.Repeat("语言", 100))); n > 200 {
		t.Errorf("%d bytes", n)
	}
}
