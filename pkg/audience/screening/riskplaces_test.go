package screening_test

import (
	"fmt"
	"testing"
	"time"

	"herald/pkg/audience/screening"
	"herald/pkg/kit/money"
)

// A place never holds more numbers than the partner takes in one batch, however regular the numbers of a collection are.
func TestARiskListOfRegularNumbersIsScreened(t *testing.T) {
	for _, apart := range []int{2, 10, 16, 1000} {
		t.Run(fmt.Sprint(apart), func(t *testing.T) {
			inScenario(t, 0, func(w *fixture) {
				id := w.riskList(0)
				for from := 0; from < 2400; from += 100 {
					var some []string
					for i := range 100 {
						some = append(some, fmt.Sprint(5511900000000+(from+i)*apart))
					}
					call[any](w, 200, "POST", risks+"/"+id+"/member", map[string]any{"phoneNumbers": some})
				}
				call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
				if c := w.screened(id); c.State != screening.Completed || c.Done != 2400 {
					t.Errorf("%s, %d of %d members were looked at", c.State, c.Done, c.All)
				}
			})
		})
	}
}

// A run screens the members that its cost was reserved for. A number that is added while it runs waits for the next run.
func TestMembersAddedDuringARunAreNotScreened(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(100)
		call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
		time.Sleep(time.Second)
		for from := 100; from < 2100; from += 100 {
			call[any](w, 200, "POST", risks+"/"+id+"/member", map[string]any{"phoneNumbers": numbers(from, 100)})
		}
		c := w.screened(id)
		if c.State != screening.Completed || c.Done != 100 || c.All != 100 || c.WACount != 80 || c.MemberCount != 2100 {
			t.Errorf("%s, %d of %d members were looked at, %d are on WhatsApp, %d members", c.State, c.Done, c.All, c.WACount, c.MemberCount)
		}
		if left := w.left(); left != credit-100*money.Credit {
			t.Errorf("left %s", left)
		}
	})
}
