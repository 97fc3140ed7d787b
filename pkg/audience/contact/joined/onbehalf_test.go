package joined_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/web"
)

// Staff and agents make a list for a customer in their scope. It belongs to that customer, who uses it like any
// other. No other user makes lists for others, and a customer out of scope gives 404.
func TestACollectionForACustomer(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	const path = "/aty/contactsgroup"
	of := func(who, customer *sessiontest.Actor) apptest.Object {
		return apptest.Object{"name": "for " + who.Name[:min(len(who.Name), 10)], "countryCode": "BR", "customerId": customer.User.ID}
	}
	for _, f := range []struct{ by, customer *sessiontest.Actor }{
		{c.Admin, c.Customer}, {c.Agent, c.Customer}, {c.Admin, c.Direct}, {c.Agent, c.Secondary}, {c.Admin, c.Agent}, {c.Customer, c.Customer},
		{c.Secondary, c.Secondary},
	} {
		id := testkit.Data[web.Created](f.by.Post(path, of(f.by, f.customer))).ID
		got := testkit.Data[contact.Detail](f.customer.Get(path + "/" + id))
		if got.CustomerID != f.customer.User.ID || got.CustomerName != f.customer.User.Name {
			t.Errorf("%s for %s: %+v", f.by.Name, f.customer.Name, got.Collection)
		}
		f.customer.Put(path, apptest.Object{"id": id, "name": "renamed"}).OK()
		c.OtherCustomer.Get(path+"/"+id).Want(http.StatusNotFound, 0)
	}
	for _, f := range []struct{ by, customer *sessiontest.Actor }{
		{c.Agent, c.Direct}, {c.Agent, c.OtherCustomer}, {c.Agent, c.Admin}, {c.Customer, c.OtherCustomer}, {c.Customer, c.Secondary},
		{c.Secondary, c.Customer}, {c.Direct, c.Admin},
	} {
		f.by.Post(path, of(f.by, f.customer)).Want(http.StatusNotFound, 0)
	}
	c.Admin.Post(path, apptest.Object{"name": "own", "countryCode": "BR"}).Bad("customerId")
	c.Admin.Post(path, of(c.Admin, c.Admin)).Want(http.StatusNotFound, 0)
	for _, by := range []*sessiontest.Actor{c.Agent, c.Direct} { // none is named: it is the caller's
		id := testkit.Data[web.Created](by.Post(path, apptest.Object{"name": "own", "countryCode": "BR"})).ID
		if got := testkit.Data[contact.Detail](by.Get(path + "/" + id)); got.CustomerID != by.User.ID {
			t.Errorf("%s: %+v", by.Name, got.Collection)
		}
		by.Post(path, apptest.Object{"name": "x", "countryCode": "BR", "customerId": apptest.MissingID}).Want(http.StatusNotFound, 0)
	}
}
