package session_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

// again repeats a write whose answer was lost, as the SDK does.
type again struct {
	store.DB
	lose func(op store.Op) bool
}

func (a *again) Write(ctx context.Context, op store.Op) (store.Item, error) {
	it, err := a.DB.Write(ctx, op)
	if err == nil && a.lose != nil && a.lose(op) {
		return a.DB.Write(ctx, op)
	}
	return it, err
}

// A refresh whose write was repeated does not count as token theft (C19).
func TestARefreshThatIsRepeatedBelowKeepsTheSession(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	db := &again{DB: h.Env.DB}
	h.Session.DB = db
	s := h.Serve(t, nil)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	first := testkit.Data[session.Session](login(s.Anonymous(), me.User.Login, sessiontest.Password))
	db.lose = func(op store.Op) bool { return op.Set["refresh"] != nil }
	fresh := testkit.Data[session.Session](s.Anonymous().Post("/oauth/refresh", object{"refresh_token": first.RefreshToken}))
	s.As("me", fresh.Token).Get("/oauth/getUser").OK()
	// An attempt is counted once, and a ticket is used up by its own write.
	db.lose = func(op store.Op) bool { return op.Add["n"] == 1 || op.Verb == store.Put }
	for range 4 {
		login(s.Anonymous(), me.User.Login, "wrong").Want(401, 0)
	}
	login(s.Anonymous(), me.User.Login, sessiontest.Password).OK()
}

// deaf is a database that, while on, hides the outcome of a trade of refresh tokens, carried out or not. While blind, it cannot be read
// either.
type deaf struct {
	store.DB
	on, carries, blind bool
	trades             int
}

var errDeaf = fmt.Errorf("%w: cut", store.ErrUnclear)

func (d *deaf) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if !d.on || op.Set["refresh"] == nil {
		return d.DB.Write(ctx, op)
	}
	if d.trades++; d.trades > 1 && !d.blind {
		return d.DB.Write(ctx, op)
	}
	if d.carries {
		if _, err := d.DB.Write(ctx, op); err != nil {
			return nil, err
		}
	}
	return nil, errDeaf
}

func (d *deaf) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	if d.on && d.blind {
		return nil, errors.New("throttled")
	}
	return d.DB.Get(ctx, key, consistent)
}

// A refresh of unknown outcome is answered by a read. If the read fails too, it can be repeated with the same token, as no client got
// another one. Once a client has the new token, using the old one ends the session as usual.
func TestARefreshOfUnknownOutcomeCanBeRepeated(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	db := &deaf{DB: h.Env.DB}
	h.Session.DB = db
	s := h.Serve(t, nil)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	refresh := func(token string) *testkit.Answer {
		return s.Anonymous().Post("/oauth/refresh", object{"refresh_token": token})
	}
	for _, carries := range []bool{true, false} {
		for _, blind := range []bool{true, false} {
			first := testkit.Data[session.Session](login(s.Anonymous(), me.User.Login, sessiontest.Password))
			db.on, db.carries, db.blind, db.trades = true, carries, blind, 0
			if blind {
				refresh(first.RefreshToken).Want(503, 0)
				refresh(first.RefreshToken).Want(503, 0)
				db.on = false
			}
			second := testkit.Data[session.Session](refresh(first.RefreshToken))
			db.on = false
			s.As("me", second.Token).Get("/oauth/getUser").OK()
			third := testkit.Data[session.Session](refresh(second.RefreshToken))
			s.As("me", third.Token).Get("/oauth/getUser").OK()
			refresh(second.RefreshToken).Want(401, 0)
			s.As("me", third.Token).Get("/oauth/getUser").Want(401, 0)
			refresh(third.RefreshToken).Want(401, 0)
		}
	}
}

// A traded token is not accepted again, not even immediately and with the new one unused; nor is one that is used twice at a time.
func TestATradedTokenIsNeverTakenAgain(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, nil)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	refresh := func(token string) *testkit.Answer {
		return s.Anonymous().Post("/oauth/refresh", object{"refresh_token": token})
	}
	first := testkit.Data[session.Session](login(s.Anonymous(), me.User.Login, sessiontest.Password))
	second := testkit.Data[session.Session](refresh(first.RefreshToken))
	refresh(first.RefreshToken).Want(401, 0)
	refresh(second.RefreshToken).Want(401, 0)

	first = testkit.Data[session.Session](login(s.Anonymous(), me.User.Login, sessiontest.Password))
	db := &between{DB: h.Env.DB}
	h.Session.DB = db
	var other *testkit.Answer
	db.do = func() { other = refresh(first.RefreshToken) } // after the first has written its trade and before it tells it
	refresh(first.RefreshToken).Want(401, 0)
	if other.Status == 200 { // its tokens ended with the session
		refresh(testkit.Data[session.Session](other).RefreshToken).Want(401, 0)
	}
	s.As("me", first.Token).Get("/oauth/getUser").Want(401, 0)
}

// between runs a function once after the write of a trade.
type between struct {
	store.DB
	do func()
}

func (b *between) Write(ctx context.Context, op store.Op) (store.Item, error) {
	it, err := b.DB.Write(ctx, op)
	if do := b.do; do != nil && op.Set["refresh"] != nil {
		b.do = nil
		do()
	}
	return it, err
}

// counting counts reads.
type counting struct {
	store.DB
	reads int
}

func (c *counting) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	c.reads++
	return c.DB.Get(ctx, key, consistent)
}

func (c *counting) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	c.reads++
	return c.DB.GetMany(ctx, keys, consistent)
}

// The sign-in check has already read the user (B16), and the route reuses it.
func TestGetUserReadsTheUserOnce(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	db := &counting{DB: h.Env.DB}
	s := h.Serve(t, nil)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	h.Session.DB, h.Users.DB = db, db
	if _, _, err := h.Users.Edit(ctx, me.User, func(u *user.User) error { u.Nickname = "New"; return nil }); err != nil {
		t.Fatal(err)
	}
	db.reads = 0
	got := testkit.Data[session.Me](me.Get("/oauth/getUser"))
	if db.reads != 1 || got.Nickname != "New" || got.UserName != me.User.Login {
		t.Errorf("%d reads: %+v", db.reads, got)
	}
}
