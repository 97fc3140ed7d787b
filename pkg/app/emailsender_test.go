package app_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
)

// A campaign comes from an enabled sender of its customer, and from no other one.
func TestACampaignNamesASender(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	users := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	sender := apptest.SeedTenant(t, e, users).EmailSender
	order := func(who *sessiontest.Actor) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "e.txt", "text/plain", []byte("email\nana@example.com\n"))).ID
		return who.Post(apptest.EmailOrder+"/estimate", apptest.EmailBody(apptest.Object{"fileId": file, "senderId": sender}))
	}
	order(users.OtherCustomer).Want(404, 0)
	users.Customer.Put("/edm/sender/status", apptest.Object{"id": sender, "enabled": false}).OK()
	order(users.Customer).Bad("senderId")
}
