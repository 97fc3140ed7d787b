package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

var ctx = context.Background()

const caller = "01JD0000000000000000CA11ER"

// seen is a call as its handler sees it.
type seen struct {
	Address string `json:"address"`
	Lang    string `json:"lang"`
	ID      string `json:"id"`
	Times   int    `json:"times"`
}

// serve returns a server in memory with one changing and one reading route.
func serve(t *testing.T) *testkit.Server { return serveOn(t, store.NewMemory(nil)) }

func serveOn(t *testing.T, db store.DB) *testkit.Server {
	e := &testkit.Env{DB: db, Clock: &testkit.Time{}, Address: "203.0.113.9"}
	e.Now = e.Clock.Now
	e.IDs, e.Audit = id.New(e.Now), auditlog.Log{DB: e.DB}
	times := 0
	type in struct {
		ID string `query:"id"`
	}
	handle := func(ctx context.Context, in *in) (seen, error) {
		times++
		auditlog.Note(ctx, caller, nil, nil)
		return seen{web.Address(ctx), string(web.LangOf(ctx)), in.ID, times}, nil
	}
	return testkit.Serve(t, e, testkit.Parts{
		Authenticate: func(context.Context, string) (*auth.Principal, error) {
			return &auth.Principal{UserID: caller, Tenant: caller, Type: auth.First}, nil
		},
		Routes: func(a *web.API) {
			web.Handle(a, web.Route{Method: "PUT", Path: "/x/change", Perm: web.SignedIn, Summary: "changes"}, handle)
			web.Handle(a, web.Route{Method: "POST", Path: "/x/ask", Perm: web.SignedIn, Asks: true, Summary: "asks"}, handle)
		},
	})
}

// An Idempotency-Key identifies a request including its query (C24).
func TestAKeyStandsForItsQueryToo(t *testing.T) {
	c := serve(t).As("me", "t").With("Idempotency-Key", "k")
	first := testkit.Data[seen](c.Put("/x/change?id=A", nil))
	if again := testkit.Data[seen](c.Put("/x/change?id=A", nil)); again != first {
		t.Errorf("%+v, then %+v", first, again)
	}
	c.Put("/x/change?id=B", nil).Want(409, 40901)
}

// unsure is a database that hides the outcome of the next writes of claims, carried out or not.
type unsure struct {
	store.DB
	next []bool // carried out
}

func (u *unsure) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if len(u.next) == 0 || !strings.HasPrefix(op.Key.PK, "IDEM#") {
		return u.DB.Write(ctx, op)
	}
	carries := u.next[0]
	u.next = u.next[1:]
	if carries {
		if _, err := u.DB.Write(ctx, op); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: cut", store.ErrUnclear)
}

// A claim of a key whose response was lost is recognised as the caller's own, and not as a call in flight. That holds within the call and
// for a repetition.
func TestAClaimOfUnknownOutcomeIsOurOwn(t *testing.T) {
	for _, next := range [][]bool{{true}, {false}, {false, true}, {false, false}} {
		c := serveOn(t, &unsure{DB: store.NewMemory(nil), next: next}).As("me", "t").With("Idempotency-Key", "k")
		first := testkit.Data[seen](c.Put("/x/change", nil))
		if again := testkit.Data[seen](c.Put("/x/change", nil)); again != first || first.Times != 1 {
			t.Errorf("%v: %+v, then %+v", next, first, again)
		}
	}
}

// A read-only call leaves no line in the audit log and no idempotency record.
func TestACallThatAsksLeavesNothing(t *testing.T) {
	s := serve(t)
	c := s.As("me", "t").With("Idempotency-Key", "k")
	first, second := testkit.Data[seen](c.Post("/x/ask", nil)), testkit.Data[seen](c.Post("/x/ask", nil))
	if first.Times == second.Times {
		t.Error("the second call was answered from memory")
	}
	lines := func() int {
		rows, err := store.Collect(store.Rows(ctx, s.Env.DB, store.Query{Table: "audit", PK: auditlog.ObjectKey(caller, "").PK}))
		if err != nil {
			t.Fatal(err)
		}
		return len(rows)
	}
	if n := lines(); n != 0 {
		t.Errorf("%d lines of calls that ask", n)
	}
	c.Put("/x/change", nil).OK()
	if n := lines(); n != 1 {
		t.Errorf("%d lines of a change", n)
	}
}

// The gateway's adapter joins repeated headers: the preferred language counts, not the first, and a forged client address is ignored.
func TestHeadersThatAreLists(t *testing.T) {
	s := serve(t)
	for _, header := range [][]string{{"en;q=0.4,pt-BR;q=0.9"}, {"en;q=0.4", "pt-BR;q=0.9"}, {"fr", "de, pt;q=0.1"}} {
		c := s.As("me", "t")
		c.Header = http.Header{"Accept-Language": header, "X-Forwarded-For": {"198.51.100.7", "203.0.113.9"}}
		got := testkit.Data[seen](c.Post("/x/ask", nil))
		if got.Lang != string(i18n.PtBR) || got.Address != "203.0.113.9" {
			t.Errorf("%v: %+v", header, got)
		}
	}
	c := s.As("me", "t").In("zh_TW").With("Accept-Language", "pt-BR")
	if got := testkit.Data[seen](c.Post("/x/ask", nil)); got.Lang != "zh_TW" {
		t.Errorf("%+v", got)
	}
}

// An input accepts the codes of a dictionary, in the query and in the body; modules declare them.
func TestCodesOfADictionary(t *testing.T) {
	type code struct {
		Service string `json:"service" enum:"@service"`
	}
	s := serve(t)
	web.Handle(s.API, web.Route{Method: "POST", Path: "/x/code", Perm: web.SignedIn, Asks: true, Summary: "takes a code"},
		func(_ context.Context, in *struct {
			Query string `query:"service" enum:"@service,"`
			Body  code
		}) (code, error) {
			return in.Body, nil
		})
	c := s.As("me", "t")
	services := s.Codes["service"]
	if len(services) < 2 {
		t.Fatalf("services %q", services)
	}
	for _, service := range services {
		c.Post("/x/code?service="+service, code{service}).OK()
	}
	c.Post("/x/code?service=", code{services[0]}).OK()
	c.Post("/x/code?service=@service", code{services[0]}).Bad("service")
	c.Post("/x/code", code{"bulk.pigeon"}).Bad("service")
}
