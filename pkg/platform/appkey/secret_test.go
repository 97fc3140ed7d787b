package appkey_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/store"
	"herald/pkg/platform/appkey"
)

// remembered returns the row of an Idempotency-Key as text.
func remembered(t *testing.T, w *world, user, call, key string) string {
	t.Helper()
	sum := sha256.Sum256([]byte(call + "\n" + key))
	row, ok, err := store.Load[map[string]any](context.Background(), w.Fixture.Env.DB,
		store.Key{Table: "platform", PK: "IDEM#" + user + "#" + hex.EncodeToString(sum[:16]), SK: "IDEM"}, true)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	text := fmt.Sprint(row)
	if b, ok := row["a"].([]byte); ok {
		text += string(b)
	}
	return text
}

// A secret that is shown once is stored nowhere in plain text, and not shown to a repetition (C15).
func TestASecretIsNotRemembered(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	gen := "/aty/customerinfo/gen/appkey/security/" + id
	agent := w.Agent.With("Idempotency-Key", "k1")
	f := testkit.Data[appkey.NewKey](agent.Put(gen, nil))
	if text := remembered(t, w, w.Agent.User.ID, "PUT /api"+gen, "k1"); strings.Contains(text, f.AppSecret) {
		t.Errorf("the secret lies in the clear: %s", text)
	}
	if a := agent.Put(gen, nil).Want(409, 40903); strings.Contains(string(a.Raw), f.AppSecret) {
		t.Errorf("the secret is shown again: %s", a.Raw)
	}
	// The repetition has changed nothing.
	if s := testkit.Data[appkey.State](w.Customer.Get("/pi/personal/info/security")); s.AppKey != f.AppKey {
		t.Errorf("%+v, want %s", s, f.AppKey)
	}
	own := w.Customer.With("Idempotency-Key", "k2")
	again := testkit.Data[appkey.RefreshResponse](own.Put("/pi/personal/info/refresh/security", nil))
	if text := remembered(t, w, id, "PUT /api/pi/personal/info/refresh/security", "k2"); strings.Contains(text, again.Security) {
		t.Errorf("the secret lies in the clear: %s", text)
	}
	// A refusal is remembered as it was.
	refused := w.Direct.With("Idempotency-Key", "k3")
	first := refused.Put("/pi/personal/info/refresh/security", nil).Want(409, 0)
	if second := refused.Put("/pi/personal/info/refresh/security", nil).Want(409, 0); second.Message != first.Message {
		t.Errorf("%s, then %s", first.Raw, second.Raw)
	}
}

// before runs a function right before the first write of a user's key.
type before struct {
	store.DB
	do func()
}

func (b *before) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if do := b.do; do != nil && op.Key.SK == "KEY" {
		b.do = nil
		do()
	}
	return b.DB.Write(ctx, op)
}

// A withdrawal is not undone by a concurrent refresh (S7).
func TestAWithdrawalStandsBesideARefresh(t *testing.T) {
	w := start(t)
	id := w.Customer.User.ID
	w.Agent.Put("/aty/customerinfo/gen/appkey/security/"+id, nil).OK()
	w.room.DB = &before{DB: w.room.DB, do: func() { w.Agent.Put("/aty/customerinfo/cancel/appkey/security/"+id, nil).OK() }}
	w.Customer.Put("/pi/personal/info/refresh/security", nil).Want(409, 0)
	if s := testkit.Data[appkey.State](w.Customer.Get("/pi/personal/info/security")); s.Status != "withdrawn" {
		t.Errorf("%+v", s)
	}
}
