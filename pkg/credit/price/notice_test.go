package price_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
)

// An agent raises a price by its list, by a customer's own price or by removing one. Each affected customer gets one notice for each
// change. A cost that was shown before the change does not pay the new price.
func TestCustomersGetNoticeOfARaisedPrice(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3}).OK()
	list := func(amount float64) price.Row {
		return testkit.Data[price.Row](c.Agent.Post("/proxy/service/price",
			apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": amount}))
	}
	own := func(amount float64) price.Row {
		return testkit.Data[price.Row](c.Agent.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": c.Customer.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": amount}))
	}
	const first = "WhatsApp bulk send (BR) now costs 6.00 credits instead of 3.00. Orders you have already placed keep their price."
	list(6)
	if got := b.PriceNotices(c.Customer); !slices.Equal(got, []string{first}) {
		t.Errorf("%q", got)
	}
	list(6)
	list(5)
	if got := b.PriceNotices(c.Customer); len(got) != 1 {
		t.Errorf("a price that stays or falls is told: %q", got)
	}
	own(4) // less than the list
	list(7)
	if got := b.PriceNotices(c.Customer); len(got) != 1 {
		t.Errorf("the list is told to a customer that has a price of its own: %q", got)
	}
	line := own(4.5)
	c.Agent.Delete("/aty/customerinfo/price/charge/del/"+line.ID, nil).OK() // it pays the list's 7 again
	got := b.PriceNotices(c.Customer)
	if len(got) != 3 || !strings.Contains(strings.Join(got, "\n"), "now costs 7.00 credits instead of 4.50") {
		t.Errorf("%q", got)
	}
	for _, who := range []*sessiontest.Actor{c.OtherCustomer, c.Direct, c.Agent} {
		if got := b.PriceNotices(who); len(got) != 0 {
			t.Errorf("%s is told %q", who.User.Name, got)
		}
	}
	// Staff raise what the agent pays: its customers below that pay more too.
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": c.Agent.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 9}).OK()
	if got := b.PriceNotices(c.Agent); len(got) != 1 || !strings.Contains(got[0], "9.00 credits instead of 3.00") {
		t.Errorf("the agent: %q", got)
	}
	if got := b.PriceNotices(c.Customer); len(got) != 4 {
		t.Errorf("%q", got)
	}
}

// An order after a price raise is refused with the new cost, and nothing is reserved.
func TestAnOrderAfterAnAgentsRaise(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 1000}).OK()
	c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 1000}).OK()
	file := testkit.Data[struct{ ID string }](c.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	wish := apptest.Object{"name": "May", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "Olá!"}}
	told := testkit.Data[order.Estimate](c.Customer.Post("/gc/groupsendorder/estimate", wish))
	before := p.Balance(c.Customer)
	c.Agent.Post("/proxy/service/price", apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": 200}).OK()
	p.Kit.Clock.Add(2e9)
	a := c.Customer.Post("/gc/groupsendorder", apptest.Merge(wish, apptest.Object{"expectedCost": told.Cost})).Want(http.StatusConflict, 40922)
	if got := p.Balance(c.Customer); got != before || !strings.Contains(string(a.Data), `"cost":200`) {
		t.Errorf("%s after %s: %s", got, before, a.Raw)
	}
	c.Customer.Post("/gc/groupsendorder", apptest.Merge(wish, apptest.Object{"expectedCost": 200})).OK()
}
