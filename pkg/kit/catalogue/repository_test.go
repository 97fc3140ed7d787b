package catalogue_test

import (
	"context"
	"net/http"
	"regexp"
	"testing"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

type card struct {
	ID string `dynamodbav:"id"`
	N  int    `dynamodbav:"n"`
	Op string `dynamodbav:"i,omitempty"`
	On bool   `dynamodbav:"on,omitempty"`
	catalogue.Revision
}

var all = store.List[card]{Table: "campaign", Entity: "card",
	Columns: []store.Column[card]{{Name: "createTime", Sort: true, Get: func(c *card) any { return c.ID }}}}

func caller(user string) context.Context {
	return auth.Into(context.Background(), &auth.Principal{UserID: user, Tenant: user, Type: auth.First})
}

// missing tells whether an error is the 404 fault.
func missing(err error) bool {
	f := fault.As(err)
	return f != nil && f.Kind == http.StatusNotFound
}

// kept returns both ways to store cards of a user, each in tables of its own.
func kept() map[string]catalogue.Repository[card] {
	word := regexp.MustCompile(`^[a-z]+$`)
	return map[string]catalogue.Repository[card]{
		"listed": catalogue.Listed[card]{DB: store.NewMemory(nil),
			List: all, Scopes: func(*card) []string { return []string{"all", string(auth.UserScope("u"))} }},
		"named": catalogue.Named[card]{DB: store.NewMemory(nil), Op: func(c *card) string { return c.Op },
			Key: func(id string) (store.Key, bool) {
				return store.Key{Table: "campaign", PK: "CARD", SK: id}, word.MatchString(id)
			},
			Exists: func(c *card) error { return fault.State("stock.exists", "country", c.ID) }},
	}
}

// A created entity can be found, changed and deleted; an unknown one is the 404 fault in all three.
func TestWhatIsKept(t *testing.T) {
	ctx := caller("u")
	for name, k := range kept() {
		if _, err := k.Find(ctx, "a"); !missing(err) {
			t.Errorf("%s: nothing is found: %v", name, err)
		}
		if err := k.Set(ctx, "a", card{ID: "a"}); !missing(err) {
			t.Errorf("%s: nothing is changed: %v", name, err)
		}
		if err := k.Drop(ctx, "a", card{ID: "a"}); !missing(err) {
			t.Errorf("%s: nothing is dropped: %v", name, err)
		}
		if got, err := k.Add(ctx, "a", card{ID: "a", N: 1, Op: "op"}); err != nil || got.N != 1 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if err := k.Set(ctx, "a", card{ID: "a", N: 2, Op: "op"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// A repeated creation gives what stands now.
		if got, err := k.Add(ctx, "a", card{ID: "a", N: 1, Op: "op"}); err != nil || got.N != 2 {
			t.Errorf("%s: a repetition gives %+v, %v", name, got, err)
		}
		if got, err := k.Find(ctx, "a"); err != nil || got.N != 2 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if err := k.Drop(ctx, "a", card{ID: "a"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := k.Drop(ctx, "a", card{ID: "a"}); !missing(err) {
			t.Errorf("%s: dropped twice: %v", name, err)
		}
	}
}

// Another request for a taken name is refused, and an invalid id is no entity.
func TestATakenName(t *testing.T) {
	k := kept()["named"]
	for i, op := range []string{"first", "second", ""} {
		_, err := k.Add(caller("u"), "a", card{ID: "a", N: i, Op: op})
		if f := fault.As(err); (err == nil) != (i == 0) || err != nil && (f == nil || f.Kind != fault.Conflict) {
			t.Errorf("%q: %v", op, err)
		}
	}
	if _, err := k.Find(caller("u"), "A#1"); !missing(err) {
		t.Errorf("no id: %v", err)
	}
}

// Entities are listed only in the scopes that see them, and counted once however often they are created.
func TestOnlyItsScopesSeeAnEntity(t *testing.T) {
	db := store.NewMemory(nil)
	k := catalogue.Listed[card]{DB: db, List: all, Scopes: func(*card) []string { return []string{string(auth.UserScope("u"))} }}
	for range 3 {
		if _, err := k.Add(caller("u"), "a", card{ID: "a"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.Find(caller("other"), "a"); !missing(err) {
		t.Errorf("a stranger: %v", err)
	}
	number := func() int {
		_, total, err := all.Page(context.Background(), db, string(auth.UserScope("u")), store.ListQuery{Current: 1, Size: 10})
		if err != nil {
			t.Fatal(err)
		}
		return total.N
	}
	if n := number(); n != 1 {
		t.Errorf("%d are counted", n)
	}
	if err := k.Drop(caller("u"), "a", card{}); err != nil {
		t.Fatal(err)
	}
	if n := number(); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// A change beside another one takes back nothing of it, and a row that was deleted meanwhile is missing.
func TestChangesBesideEachOther(t *testing.T) {
	ctx := caller("u")
	for name, k := range kept() {
		if _, err := k.Add(ctx, "a", card{ID: "a", N: 1, On: true}); err != nil {
			t.Fatal(err)
		}
		for n := 2; n < 4; n++ {
			meanwhile := true
			got, err := catalogue.Change(ctx, k, "a", func(c *card) error {
				if meanwhile {
					meanwhile = false
					if _, err := catalogue.Change(ctx, k, "a", func(c *card) error { c.On = !c.On; return nil }); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				c.N = n
				return nil
			})
			if now, _ := k.Find(ctx, "a"); err != nil || got.N != n || now.N != n || now.On != (n == 3) {
				t.Errorf("%s: %+v, %+v, %v", name, got, now, err)
			}
		}
		_, err := catalogue.Change(ctx, k, "a", func(c *card) error { return k.Drop(ctx, "a", *c) })
		if !missing(err) {
			t.Errorf("%s: a deleted one: %v", name, err)
		}
	}
}
