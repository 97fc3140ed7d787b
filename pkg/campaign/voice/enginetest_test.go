package voice_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
)

// Tests of charged engines have a daily limit for each member of staff; free engines have none, and the count restarts the next day.
func TestEngineTestsOfADay(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin := p.Users.Admin
	charged, free := p.NewEngine(apptest.Object{"charged": true}), p.NewEngine(apptest.Object{"name": "Free", "charged": false})
	admin.Put("/lop/system/config/engine.test.daily", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	test := func(id string) int { return admin.Post("/call/engine/"+id+"/test", apptest.Object{}).Status }
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusConflict} {
		if got := test(charged.ID); got != want {
			t.Errorf("test %d is answered %d", i+1, got)
		}
	}
	admin.In("en_US").Post("/call/engine/"+charged.ID+"/test", apptest.Object{}).Want(http.StatusConflict, 409)
	if got := test(free.ID); got != http.StatusOK {
		t.Errorf("a free engine is answered %d", got)
	}
	p.Kit.Clock.Add(24 * time.Hour)
	p.SignIn(admin)
	if got := test(charged.ID); got != http.StatusOK {
		t.Errorf("the next day is answered %d", got)
	}
}
