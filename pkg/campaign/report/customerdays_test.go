package report_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/report"
	"herald/pkg/kit/money"
)

// The days of a customer have its messages and cost. Only who sees the customer sees them.
func TestDaysOfACustomer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	p.Kit.Clock.Add(time.Minute)
	id := p.SubmitBulk(p.Users.Direct, "x", 5, nil)
	p.RunQueues()
	if err := p.Env.Report().Count(p.Context(), id); err != nil {
		t.Fatal(err)
	}
	path := "/dmp/sending/customer/" + p.Users.Direct.User.ID
	for query, n := range map[string]int{"": 30, "?days=90": 90} {
		d := testkit.Data[report.CustomerDays](p.Users.Admin.Get(path + query))
		if len(d.Days) != n || d.Days[n-1].Sent != 5 || d.Total.Sent != 5 || d.Total.Cost != 5*money.Credit || d.Days[n-2].Sent != 0 {
			t.Errorf("%s: %d days, %+v", query, len(d.Days), d.Total)
		}
	}
	p.Users.Direct.Get(path).OK()
	for _, other := range []*sessiontest.Actor{p.Users.Agent, p.Users.Customer, p.Users.Secondary} {
		other.Get(path).Want(http.StatusNotFound, 404)
	}
	if d := testkit.Data[report.CustomerDays](p.Users.Agent.Get("/dmp/sending/customer/" + p.Users.Customer.User.ID)); d.Total.Orders != 0 {
		t.Errorf("a customer without orders: %+v", d.Total)
	}
	p.Users.Admin.Get("/dmp/sending/customer/nonsense").Want(http.StatusNotFound, 404)
	p.Users.Admin.Get(path+"?days=7").Want(http.StatusBadRequest, 0)
}
