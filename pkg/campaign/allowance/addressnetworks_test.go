package allowance_test

import (
	"fmt"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
)

// The limit of an address counts IPv6 by /64, for passwords and registrations.
func TestTheBoundOfAnAddressCountsNetworks(t *testing.T) {
	for name, c := range map[string]struct {
		address     func(i int) string
		tries, most int
	}{
		"an address":  {func(int) string { return "203.0.113.9" }, 55, 50},
		"a /64":       {func(i int) string { return fmt.Sprintf("2001:db8:1:1::%x", i+1) }, 55, 50},
		"several /64": {func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) }, 55, 55},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := apptest.Serve(t, testkit.Memory(t))
			judged, made := 0, 0
			for i := range c.tries {
				from := s.Anonymous().With("X-Forwarded-For", c.address(i))
				if from.Post("/oauth/login", apptest.Object{"username": fmt.Sprintf("139%08d", i), "password": "x"}).Status == 401 {
					judged++
				}
				if from.Post("/oauth/register", apptest.Object{"username": fmt.Sprintf("138%08d", i), "password": "Tidal-Fern-92",
					"confirmPass": "Tidal-Fern-92",
					"name":        "x", "email": "a@b.co", "countryCode": "BR"}).Status == 200 {
					made++
				}
			}
			if judged != c.most || made != c.most {
				t.Errorf("%d passwords judged and %d accounts made of %d, want %d", judged, made, c.tries, c.most)
			}
		})
	}
}
