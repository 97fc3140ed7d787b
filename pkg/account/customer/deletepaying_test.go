package customer_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
)

// A customer with an open payment cannot be deleted, since a payment that arrived later could not be credited.
func TestACustomerThatIsPayingIsNotDeleted(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	admin := b.Users.Admin
	gone := func(who *sessiontest.Actor) *testkit.Answer {
		return admin.In("en_US").Delete("/aty/customerinfo/"+who.User.ID, nil)
	}
	coins := b.NewUSDTOrder(b.Users.Customer, 5)
	b.Order(b.Users.Direct, 1, 300)
	for _, who := range []*sessiontest.Actor{b.Users.Customer, b.Users.Direct} {
		if who == b.Users.Customer {
			admin.Delete("/aty/customerinfo/"+b.Users.Secondary.User.ID, nil).OK()
		}
		if a := gone(who).Want(http.StatusConflict, 409); a.Message != "The customer has an open top-up. Wait until it's paid or has expired." {
			t.Errorf("%s", a.Message)
		}
	}
	b.CancelUSDTOrder(b.Users.Customer, coins.ID)
	gone(b.Users.Customer).OK()
	b.Kit.Clock.Add(3 * time.Hour)
	b.Tick()
	b.Tick()
	b.SignIn(admin)
	gone(b.Users.Direct).OK()
}
