package app

import (
	"net/http"
	"testing"
	"time"
)

// A member of staff tests charged engines so many times a day; engines that cost nothing are not bounded, and the next day begins anew.
func TestEngineTestsOfADay(t *testing.T) {
	p := mustHouse(t)
	admin := p.c.Admin
	charged, free := p.engine(obj{"charged": true}), p.engine(obj{"name": "Free", "charged": false})
	admin.Put("/lop/system/config/engine.test.daily", obj{"value": 2}).OK()
	p.k.Clock.Add(2 * time.Second)
	test := func(id string) int { return admin.Post("/call/engine/"+id+"/test", obj{}).Status }
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusConflict} {
		if got := test(charged.ID); got != want {
			t.Errorf("test %d is answered %d", i+1, got)
		}
	}
	admin.In("en_US").Post("/call/engine/"+charged.ID+"/test", obj{}).Want(http.StatusConflict, 409)
	if got := test(free.ID); got != http.StatusOK {
		t.Errorf("a free engine is answered %d", got)
	}
	p.k.Clock.Add(24 * time.Hour)
	p.signIn(admin)
	if got := test(charged.ID); got != http.StatusOK {
		t.Errorf("the next day is answered %d", got)
	}
}
