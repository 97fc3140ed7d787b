package joined_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/chunkrow"
)

// When a request dies at any call, nothing of it goes on and nothing waits for ever. The sign-in once waited for the
// answer of a call that had died, and a seed of the simulation then had no end.
func TestADeathAtAnyCallEndsTheRequest(t *testing.T) {
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	town := ordertest.SharedScenario(t)
	group := town.Groups[town.Ana][0]
	for name, ask := range map[string]struct {
		who *ordertest.Actor
		r   ordertest.Request
	}{
		"sign-in": {nil, ordertest.NewRequest("POST", "/oauth/login",
			map[string]any{"username": town.Ana.Login, "password": ordertest.Password})},
		"order": {town.Ana, ordertest.NewKeyedRequest("POST", "/gc/groupsendorder", ordertest.NamedOrderBody("x", group, ""), "a key")},
		"credit": {town.Agent, ordertest.NewKeyedRequest("PUT", "/aty/customerinfo/recharge", map[string]any{"userId": town.Ana.ID, "amount": 1},
			"a key")},
		"lock": {town.Admin, ordertest.NewRequest("PUT", "/blacklistuserinfo/lockOrUnlock",
			map[string]any{"userId": town.Ana.ID, "lock": true})},
	} {
		t.Run(name, func(t *testing.T) {
			for at, passed := int64(1), int64(0); passed < 3; at++ { // three times in a row it ended before it could die
				clocktest.Bubble(t, func(t *testing.T) {
					s := town.Open(uint64(at))
					defer s.Close()
					i := s.Build(ordertest.GatewayFunction)
					i.Run = &ordertest.Invocation{KillAt: at}
					ended := make(chan struct{})
					go func() {
						defer close(ended)
						if err := s.Serve(s.Context, i, httptest.NewRecorder(), ask.who, ask.r); err != nil {
							t.Error(err)
						}
					}()
					select {
					case <-ended:
					case <-time.After(time.Hour):
						t.Errorf("killed at its %d. passage it does not end", at)
					}
					if !i.Run.Dead.Load() {
						passed++
					} else {
						passed = 0
					}
				})
			}
		})
	}
}
