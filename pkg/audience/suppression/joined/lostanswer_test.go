package joined_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
)

// A repeated creation of an entry that was lifted meanwhile returns the first result, and suppresses no number again.
func TestAnEntryIsMadeOnceThoughItWasLifted(t *testing.T) {
	w := apptest.NewLossScenario(t, 0, apptest.AnswerLost)
	direct := w.Users.Direct.With("Idempotency-Key", "one")
	add := func() *testkit.Answer {
		return direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "r"})
	}
	w.Transport.Arm(2, apptest.ProcessKilled)
	if a := add(); a.Status < 500 {
		t.Fatalf("the function was to die: %d %s", a.Status, a.Raw)
	}
	w.Transport.Arm(0, apptest.AnswerLost)
	list := func() []web.Created {
		return testkit.Data[web.Page[web.Created]](w.Users.Direct.Get("/aty/suppression/page")).Records
	}
	made := list()
	if len(made) != 1 {
		t.Fatalf("%v, want one entry", made)
	}
	w.Users.Direct.Delete("/aty/suppression/"+made[0].ID, nil).OK()
	w.Kit.Clock.Add(61 * time.Second)
	if a := add().Want(http.StatusOK, 0); testkit.Data[web.Created](a).ID != made[0].ID {
		t.Errorf("%s, want %s", a.Raw, made[0].ID)
	}
	if again := list(); len(again) != 0 {
		t.Errorf("%v is suppressed again", again)
	}
}
