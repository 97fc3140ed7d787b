package app

import (
	"net/http"
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// A customer with an open payment cannot be deleted, since a payment that arrived later could not be credited.
func TestACustomerThatIsPayingIsNotDeleted(t *testing.T) {
	b := mustCoins(t)
	admin := b.c.Admin
	gone := func(who *sessiontest.Actor) *testkit.Answer {
		return admin.In("en_US").Delete("/aty/customerinfo/"+who.User.ID, nil)
	}
	coins := b.ordered(b.c.Customer, 5)
	b.order(b.c.Direct, 1, 300)
	for _, who := range []*sessiontest.Actor{b.c.Customer, b.c.Direct} {
		if who == b.c.Customer {
			admin.Delete("/aty/customerinfo/"+b.c.Secondary.User.ID, nil).OK()
		}
		if a := gone(who).Want(http.StatusConflict, 409); a.Message != "The customer has an open top-up. Wait until it’s paid or has expired" {
			t.Errorf("%s", a.Message)
		}
	}
	b.giveUp(b.c.Customer, coins.ID)
	gone(b.c.Customer).OK()
	b.k.Clock.Add(3 * time.Hour)
	b.tick()
	b.tick()
	b.signIn(admin)
	gone(b.c.Direct).OK()
}
