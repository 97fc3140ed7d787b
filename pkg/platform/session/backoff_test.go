package session_test

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

func TestUnknownNameAnswersAsWrongPassword(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "known")
	for i := range 6 {
		a, b := login(s.Anonymous(), u.Login, "nonsense"), login(s.Anonymous(), "unknown", "nonsense")
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
		login(s.Anonymous(), "slow", "wrong").Want(401, 0)
	}
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900} {
		// The right password is refused as well, and a refused attempt is not counted.
		for _, password := range []string{sessiontest.Password, "wrong", sessiontest.Password} {
			a := login(s.Anonymous(), "slow", password).Want(429, 42901)
			if after, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || after < 1 || after > seconds {
				t.Fatalf("Retry-After %q, want at most %d", a.Header.Get("Retry-After"), seconds)
			}
		}
		login(s.Anonymous(), other.Login, sessiontest.Password).OK()
		h.Env.Clock.Add(time.Duration(seconds) * time.Second)
		login(s.Anonymous(), "slow", "wrong").Want(401, 0)
	}
	h.Env.Clock.Add(900 * time.Second)
	login(s.Anonymous(), u.Login, sessiontest.Password).OK()
	for range 4 {
		login(s.Anonymous(), "slow", "wrong").Want(401, 0) // success has set it back
	}
	login(s.Anonymous(), "slow", sessiontest.Password).OK()
}

func TestBackOffOfAnAddress(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "bystander")
	here, there := s.Anonymous(), s.Anonymous().With("X-Forwarded-For", h.Env.Address+"9")
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

// together makes concurrent calls and counts the responses by their code.
func together(calls ...func() *testkit.Answer) map[int]int {
	var wg, gate sync.WaitGroup
	var mu sync.Mutex
	got := map[int]int{}
	gate.Add(1)
	for _, call := range calls {
		wg.Go(func() {
			gate.Wait()
			a := call()
			mu.Lock()
			defer mu.Unlock()
			got[a.Code]++
		})
	}
	gate.Done()
	wg.Wait()
	return got
}

// Concurrent guesses gain nothing (C8): only as many are checked as in sequence. The others get the same response, even with the right
// password.
func TestParallelGuesses(t *testing.T) {
	h, s := start(t)
	const guesses = 24
	for _, path := range []string{"/oauth/login", "/oauth/subUser"} {
		u := h.Actor(t, s, "target", user.New{User: user.User{Type: auth.First}}).User
		guess := func(password string) func() *testkit.Answer {
			c := s.Anonymous().With("X-Forwarded-For", h.Env.IDs.Next()) // of as many addresses as there are guesses
			return func() *testkit.Answer {
				return c.Post(path, object{"username": u.Login, "password": password})
			}
		}
		var wrong []func() *testkit.Answer
		for i := range guesses {
			wrong = append(wrong, guess(fmt.Sprint("wrong", i)))
		}
		if got := together(wrong...); got[401] != 5 || got[42901] != guesses-5 {
			t.Errorf("%s: %v, five may be judged", path, got)
		}
		h.Env.Clock.Add(time.Minute)
		// One guess may be checked now, and the right one is among them: the answers to the others depend on nothing
		// else.
		got := together(append(wrong[1:], guess(sessiontest.Password))...)
		if got[200] == 0 && (got[401] != 1 || got[42901] != guesses-1) || got[200]+got[401]+got[42901] != guesses {
			t.Errorf("%s: %v, one may be judged", path, got)
		}
	}
}

// Concurrent guesses of the old password, which a password change requires, are limited the same way.
func TestParallelGuessesOfTheOldPassword(t *testing.T) {
	h, s := start(t)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	var calls []func() *testkit.Answer
	for i := range 16 {
		calls = append(calls, func() *testkit.Answer {
			return me.Put("/pi/personal/info/pass", object{"oldPass": fmt.Sprint("wrong", i), "newPass": "Quiet-Harbor-7",
				"confirmPass": "Quiet-Harbor-7"})
		})
	}
	if got := together(calls...); got[400] != 5 || got[42901] != 11 {
		t.Errorf("%v, five may be judged", got)
	}
}

// Guesses at many accounts at once are limited by the client's address.
func TestParallelGuessesOfAnAddress(t *testing.T) {
	_, s := start(t)
	var calls []func() *testkit.Answer
	for i := range 60 {
		calls = append(calls, func() *testkit.Answer { return login(s.Anonymous(), fmt.Sprint("nobody", i), "wrong") })
	}
	if got := together(calls...); got[401] != 50 || got[42901] != 10 {
		t.Errorf("%v, fifty may be judged", got)
	}
}

// Successful sign-ins do not count as failures: after many of them neither the account nor the address of an office is refused.
func TestSignInsAreNoFailures(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "busy")
	for range 30 {
		login(s.Anonymous(), u.Login, sessiontest.Password).OK()
		s.Anonymous().Post("/oauth/subUser", object{"username": u.Login, "password": sessiontest.Password}).OK()
	}
	one := func() *testkit.Answer { return login(s.Anonymous(), u.Login, sessiontest.Password) }
	if got := together(one, one, one, one); got[200] != 4 {
		t.Errorf("four at once: %v", got)
	}
}

// A /48 of IPv6 has ten times the limit of an address, and a refused attempt counts nowhere.
func TestBackOffOfASite(t *testing.T) {
	h, _ := start(t)
	allowed := 0
	knock := func(address string) bool { return h.Session.CheckRateLimit(t.Context(), "test", address) == nil }
	for i := range 520 {
		if knock(fmt.Sprintf("2001:db8:1:%x::1", i%100)) {
			allowed++
		}
	}
	if allowed != 500 {
		t.Errorf("%d attempts of one /48", allowed)
	}
	if !knock("2001:db8:2::1") || knock("2001:db8:1:ffff::1") {
		t.Error("another /48 is refused, or this one is not")
	}
	h.Env.Clock.Add(20 * time.Minute)
	for i := range 55 {
		if got := knock(fmt.Sprintf("[2001:db8:1:1::%x]:443", i+1)); got != (i < 50) {
			t.Fatalf("attempt %d of one /64: %v", i, got)
		}
	}
	if !knock("2001:db8:1:2::1") {
		t.Error("a neighbour in the same /48 is refused")
	}
}
