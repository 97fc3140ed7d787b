package joined_test

import (
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
)

// A customer gets one notice of each order that its agent or staff place in its name, and the notice opens the order.
// Its own orders give no notice.
func TestACustomerGetsNoticeOfOrdersInItsName(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, id := b.Users, b.Users.Customer.User.ID
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3}).OK()
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 500}).OK()
	want := []string{}
	for _, who := range []*sessiontest.Actor{c.Agent, c.Admin, c.Customer} {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		body := apptest.Object{"name": "Sale", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
			"message": apptest.Object{"type": "text", "text": "hi"}}
		if who != c.Customer {
			body["userId"] = id
		}
		var made struct{ ID string }
		for range 2 { // its answer was lost
			made = testkit.Data[struct{ ID string }](who.With("Idempotency-Key", "k"+who.Name).Do("POST", "/gc/groupsendorder", body))
		}
		if who != c.Customer {
			want = append(want, who.User.Name+" placed the order “Sale” in your name. It reserves 3.00 of your credits. → /send/order?id="+made.ID)
		}
	}
	slices.Sort(want)
	if got := b.Notices(c.Customer, "in your name"); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// A customer gets a notice of credit that its agent or staff take or move away, by any route, and none of its own
// movements.
func TestACustomerGetsNoticeOfCreditTaken(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, id := b.Users, b.Users.Customer.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 100}).OK()
	c.Agent.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 1}).OK()
	c.Agent.Put("/proxy/withdrawal", apptest.Object{"userId": id, "amount": 2}).OK()
	c.Agent.Post("/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": id, "toUserId": c.Agent.User.ID, "amount": 3}).OK()
	got := b.Notices(c.Customer, "withdrew") // the notice popover shows the five newest
	c.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 4}).OK()
	c.Admin.Put("/aty/customerinfo/"+id+"/-5", nil).OK()
	line := testkit.Data[struct{ SerialNumber string }](c.Admin.Post("/aty/accountstatement",
		apptest.Object{"userId": id, "businessType": "gift", "amount": 6}))
	c.Admin.Delete("/aty/accountstatement/"+line.SerialNumber, nil).OK()
	c.Customer.Post("/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": id, "toUserId": c.Secondary.User.ID, "amount": 7}).OK()
	got = append(got, b.Notices(c.Customer, "withdrew")...)
	slices.Sort(got)
	got = slices.Compact(got)
	agent, admin := c.Agent.User.Name, c.Admin.User.Name
	for n, by := range []string{agent, agent, agent, admin, admin, admin} {
		words := by + " withdrew " + string(rune('1'+n)) + ".00 credits from your account"
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, words) }) {
			t.Errorf("%q is not told: %q", words, got)
		}
	}
	if len(got) != 6 {
		t.Errorf("%q", got)
	}
}
