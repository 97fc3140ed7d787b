package suppression

import (
	"context"
	"testing"
	"time"

	"herald/pkg/kit/auth"
)

// As many old entries as Record lifts in one transaction fit into it, in the lists of an agent and staff too.
func TestManyOldEntriesAreLiftedAtOnce(t *testing.T) {
	b := book(t)
	owner := auth.Owner{User: tenant.User, Tenant: tenant.Tenant, Agent: "01JD000000000000000AGENT00"}
	var on, off []Change
	for i := range 30 {
		c := Change{Owner: owner, Number: 5511987650000 + uint64(i), Source: Stop, At: time.Unix(1, 0)}
		on = append(on, c)
		c.Off, c.At = true, time.Unix(2, 0)
		off = append(off, c)
	}
	for _, words := range [][]Change{on, off} {
		if _, err := b.Record(context.Background(), words); err != nil {
			t.Fatal(err)
		}
	}
	if b.holds(t, on[0].Number) {
		t.Error("it is held back still")
	}
}
