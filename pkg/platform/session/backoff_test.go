package session_test

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

func TestUnknownNameAnswersAsWrongPassword(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "known")
	for i := range 6 {
		a, b := login(s.Nobody(), u.Login, "nonsense"), login(s.Nobody(), "unknown", "nonsense")
		if a.Status != b.Status || a.Code != b.Code || a.Message != b.Message || a.Header.Get("Retry-After") != b.Header.Get("Retry-After") {
			t.Errorf("attempt %d: %s and %s", i+1, a.Raw, b.Raw)
		}
	}
}

func TestBackOffOfAnAccount(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "slow")
	other := admin(t, h, "other")
	for range 5 {
		login(s.Nobody(), "slow", "wrong").Want(401, 0)
	}
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900} {
		// The right password is refused as well, and a refused attempt is not counted.
		for _, password := range []string{sessiontest.Password, "wrong", sessiontest.Password} {
			a := login(s.Nobody(), "slow", password).Want(429, 42901)
			if after, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || after < 1 || after > seconds {
				t.Fatalf("Retry-After %q, want at most %d", a.Header.Get("Retry-After"), seconds)
			}
		}
		login(s.Nobody(), other.Login, sessiontest.Password).OK()
		h.Env.Clock.Add(time.Duration(seconds) * time.Second)
		login(s.Nobody(), "slow", "wrong").Want(401, 0)
	}
	h.Env.Clock.Add(900 * time.Second)
	login(s.Nobody(), u.Login, sessiontest.Password).OK()
	for range 4 {
		login(s.Nobody(), "slow", "wrong").Want(401, 0) // success has set it back
	}
	login(s.Nobody(), "slow", sessiontest.Password).OK()
}

func TestBackOffOfAnAddress(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "bystander")
	here, there := s.Nobody(), s.Nobody().With("X-Forwarded-For", h.Env.Address+"9")
	for i := range 50 {
		login(here, fmt.Sprintf("guess%d", i), "wrong").Want(401, 0)
		h.Env.Clock.Add(time.Second)
	}
	a := login(here, u.Login, sessiontest.Password).Want(429, 42901)
	login(there, u.Login, sessiontest.Password).OK()
	after, err := strconv.Atoi(a.Header.Get("Retry-After"))
	if err != nil || after > 18*60 || after < 12*60 {
		t.Fatalf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	h.Env.Clock.Add(time.Duration(after) * time.Second)
	login(here, u.Login, sessiontest.Password).OK()
}

// Guesses in parallel win nothing: once five have failed, the right one among them is refused too.
func TestParallelGuesses(t *testing.T) {
	h, s := start(t)
	admin(t, h, "target")
	for range 4 {
		login(s.Nobody(), "target", "wrong").Want(401, 0)
	}
	var wg sync.WaitGroup
	right := make([]*testkit.Answer, 8)
	for i := range right {
		wg.Go(func() {
			right[i] = login(s.Nobody().With("X-Forwarded-For", fmt.Sprint(h.Env.Address, i)), "target", "wrong")
		})
	}
	wg.Wait()
	login(s.Nobody(), "target", sessiontest.Password).Want(429, 42901)
	h.Env.Clock.Add(16 * time.Minute)
	for i := range right {
		wg.Go(func() { right[i] = login(s.Nobody(), "target", sessiontest.Password) })
	}
	wg.Wait()
	for _, a := range right {
		a.OK() // the same user may sign in many times at once
	}
}
