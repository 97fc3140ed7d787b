package joined_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
)

// Staff and agents order for a customer in their scope. It pays its own price of its own credit and sees the order,
// which stores who made it. No other user orders for others, and a customer out of scope gives 404.
func TestOrdersOnBehalfOfACustomer(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	for who, credits := range map[string]float64{price.Platform: 5, c.Customer.User.ID: 2} {
		c.Admin.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": who, "service": "bulk.whatsapp", "countryCode": "*", "price": credits}).OK()
	}
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 100}).OK()
	c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 10}).OK()
	const path = "/gc/groupsendorder"
	for _, who := range []*sessiontest.Actor{c.Admin, c.Agent} {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
		body := apptest.Object{"name": "for you", "userId": c.Customer.User.ID, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
			"message": apptest.Object{"type": "text", "text": "hi"}}
		if told := testkit.Data[struct{ Cost, Balance float64 }](who.Post(path+"/estimate", body)); told.Cost != 4 || told.Balance > 10 {
			t.Errorf("%s: %+v", who.Name, told)
		}
		made := testkit.Data[struct{ ID string }](who.With("Idempotency-Key", "k"+who.Name).Do(http.MethodPost, path, body))
		again := testkit.Data[struct{ ID string }](who.With("Idempotency-Key", "k"+who.Name).Do(http.MethodPost, path, body))
		got := testkit.Data[struct{ CustomerID, Operator string }](c.Customer.Get(path + "/" + made.ID))
		if made.ID != again.ID || got.CustomerID != c.Customer.User.ID || got.Operator != who.User.Name {
			t.Errorf("%s: %+v %+v %+v", who.Name, made, again, got)
		}
	}
	available, reserved, err := e.Ledger().Balance(t.Context(), c.Customer.User.ID)
	if err != nil || reserved != 8*money.Credit || available != 2*money.Credit {
		t.Errorf("available %s, reserved %s, %v", available, reserved, err)
	}
	file := testkit.Data[struct{ ID string }](c.Agent.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	body := apptest.Object{"name": "short", "userId": c.Customer.User.ID, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "hi"}}
	draft := draftOf(t, c.Agent.Post(path, body).Want(http.StatusPaymentRequired, 40201))
	c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 10}).OK()
	c.Agent.Post(path+"/draft/commit", apptest.Object{"id": draft}).OK()
	for _, other := range []string{c.OtherCustomer.User.ID, c.Admin.User.ID, apptest.MissingID} {
		body["userId"] = other
		c.Agent.Post(path, body).Want(http.StatusNotFound, 0)
		c.Agent.Post(path+"/estimate", body).Want(http.StatusNotFound, 0)
		c.Customer.Post(path, body).Want(http.StatusNotFound, 0)
	}
	body["userId"] = c.Secondary.User.ID
	c.Customer.Post(path, body).Want(http.StatusNotFound, 0)
}
