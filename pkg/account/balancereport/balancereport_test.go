package balancereport_test

import (
	"bytes"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/account/balancereport"
	"herald/pkg/kit/web"
)

// The report shows the account totals of each customer to all users who see the customer.
func TestStatisticsOfCustomers(t *testing.T) {
	_, _, c := apptest.SeededAgents(t)
	id := c.Customer.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 100}).OK()
	c.Admin.Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 7}).OK()
	c.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 20}).OK()
	c.Admin.Put("/aty/customerinfo/"+id+"/-0.50", nil).OK()
	const path = "/dmp/lopmartechuserstatistics/page"
	rows := testkit.Data[web.Page[balancereport.Row]](c.Agent.Get(path + "?type=2"))
	if rows.Total != 1 {
		t.Fatalf("%+v", rows)
	}
	r := rows.Records[0]
	if r.UserID != id || r.Balance != 8650 || r.Recharged != 10000 || r.Given != 700 || r.Withdrawn != 2000 || r.Adjusted != -50 ||
		r.Consumed != 0 || r.LastMoveTime == nil {
		t.Errorf("%+v", r)
	}
	if all := testkit.Data[web.Page[balancereport.Row]](c.Admin.Get(path)); all.Total != 5 {
		t.Errorf("%d", all.Total)
	}
	c.Customer.Get(path).Want(http.StatusForbidden, 0)
	const file = "/dmp/lopmartechuserstatistics/export"
	if a := c.Agent.Get(file + "?type=2"); a.Status != http.StatusOK || !bytes.HasPrefix(a.Raw, []byte("PK")) {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	c.Customer.Get(file).Want(http.StatusForbidden, 0)
}
