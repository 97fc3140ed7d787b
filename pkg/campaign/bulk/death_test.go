package bulk_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/clock/clocktest"
)

// When a request dies at any call, nothing of it goes on and nothing waits for ever. The sign-in once waited for the
// answer of a call that had died, and a seed of the simulation then had no end.
func TestADeathAtAnyCallEndsTheRequest(t *testing.T) {
	dispatch.SetSizes(20, 6)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	town := theTown(t)
	group := town.groups[town.ana][0]
	for name, ask := range map[string]struct {
		who *actor
		r   request
	}{
		"sign-in": {nil, request{"POST", "/oauth/login", map[string]any{"username": town.ana.login, "password": password}, ""}},
		"order":   {town.ana, request{"POST", "/gc/groupsendorder", wishOf("x", group, ""), "a key"}},
		"credit":  {town.agent, request{"PUT", "/aty/customerinfo/recharge", map[string]any{"userId": town.ana.id, "amount": 1}, "a key"}},
		"lock":    {town.admin, request{"PUT", "/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": town.ana.id, "lock": true}, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			for at, passed := int64(1), int64(0); passed < 3; at++ { // three times in a row it ended before it could die
				clocktest.Bubble(t, func(t *testing.T) {
					s := town.open(uint64(at))
					defer s.close()
					i := s.build(gateway)
					i.run = &invocation{killAt: at}
					ended := make(chan struct{})
					go func() {
						defer close(ended)
						if err := s.serve(s.ctx, i, httptest.NewRecorder(), ask.who, ask.r); err != nil {
							t.Error(err)
						}
					}()
					select {
					case <-ended:
					case <-time.After(time.Hour):
						t.Errorf("killed at its %d. passage it does not end", at)
					}
					if !i.run.dead.Load() {
						passed++
					} else {
						passed = 0
					}
				})
			}
		})
	}
}
