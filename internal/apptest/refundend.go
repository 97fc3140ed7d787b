package apptest

import (
	"fmt"
	"sync"
	"time"
)

// Alarms collects what the modules log as an alarm, by the refund that it is about.
func (b *PaymentFixture) Alarms() func(refund string) []string {
	var mu sync.Mutex
	var all []map[string]any
	b.Env.TopUps().Log = func(line map[string]any) {
		if line["alarm"] != nil {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, line)
		}
	}
	return func(refund string) (out []string) {
		mu.Lock()
		defer mu.Unlock()
		for _, l := range all {
			if l["refund"] == refund || l["detail"] == refund {
				out = append(out, fmt.Sprint(l["alarm"]))
			}
		}
		return out
	}
}

// DaysPass looks at everything after a while, with a user who is signed in anew.
func (b *PaymentFixture) DaysPass(d time.Duration) {
	b.Helper()
	b.Kit.Clock.Add(d)
	b.Tick()
	b.SignIn(b.Users.Admin)
	b.SignIn(b.Users.Customer)
}
