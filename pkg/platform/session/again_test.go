package session_test

import (
	"context"
	"testing"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/platform/user"
)

// again repeats a write whose answer it loses, as the SDK does.
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

// A refresh whose write was repeated is no theft (C19).
func TestARefreshThatIsRepeatedBelowKeepsTheSession(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	db := &again{DB: h.Env.DB}
	h.Session.DB = db
	s := h.Serve(t, nil, nil)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	first := testkit.Data[session.Session](login(s.Nobody(), me.User.Login, sessiontest.Password))
	db.lose = func(op store.Op) bool { return op.Set["h"] != nil }
	fresh := testkit.Data[session.Session](s.Nobody().Post("/oauth/refresh", object{"refresh_token": first.RefreshToken}))
	s.As("me", fresh.Token).Get("/oauth/getUser").OK()
	// What counts an attempt counts it once, and a ticket is used up by its own write.
	db.lose = func(op store.Op) bool { return op.Add["n"] == 1 || op.Verb == store.Put }
	for range 4 {
		login(s.Nobody(), me.User.Login, "wrong").Want(401, 0)
	}
	login(s.Nobody(), me.User.Login, sessiontest.Password).OK()
}
