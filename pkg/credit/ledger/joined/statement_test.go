package joined_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
)

// The statement of all users contains the lines of the caller's scope, newest first, read only from the journal of the scope.
func TestStatementOfAScope(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	began := k.Now().Add(-time.Second)
	for _, a := range []*sessiontest.Actor{c.Agent, c.Customer, c.Secondary, c.OtherCustomer, c.Direct} {
		c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": a.User.ID, "amount": 100, "remark": "to " + a.Name}).OK()
	}
	c.Agent.Put("/aty/customerinfo/give", apptest.Object{"userId": c.Customer.User.ID, "amount": 5, "remark": "from agent"}).OK()
	c.Customer.Post("/aty/customerinfo/amounts/move",
		apptest.Object{"fromUserId": c.Customer.User.ID, "toUserId": c.Secondary.User.ID, "amount": 3, "remark": "moved"}).OK()
	read := func(who *sessiontest.Actor, query string) ledger.StatementPage {
		t.Helper()
		return testkit.Data[ledger.StatementPage](who.Get("/aty/accountstatement/page?size=50&" + query))
	}
	told := func(p ledger.StatementPage) (text string) {
		for _, l := range p.Records {
			text += l.UserName + " " + l.BusinessType + " " + l.Amount.String() + " " + l.Remark + "; "
		}
		return text
	}
	customers := "secondary recharge 3 moved; customer withdrawal -3 moved; customer gift 5 from agent; secondary platformRecharge 100 to " +
		"secondary; customer platformRecharge 100 to customer; "
	if got := told(read(c.Customer, "")); got != customers {
		t.Errorf("the customer reads %s", got)
	}
	if got := told(read(c.Secondary, "")); got != "secondary recharge 3 moved; secondary platformRecharge 100 to secondary; " {
		t.Errorf("the secondary reads %s", got)
	}
	agent := read(c.Agent, "")
	if got := told(agent); !strings.Contains(got, "agent withdrawal -5 from agent") || strings.Contains(got, "to other customer") ||
		agent.Total != 7 {
		t.Errorf("the agent reads %s", got)
	}
	since := "createTimeStart=" + url.QueryEscape(began.UTC().Format(time.RFC3339))
	if got := read(c.Admin, since+"&remark=to%20"); got.Total != 5 || got.More {
		t.Errorf("staff read %d lines since (%v): %s", got.Total, got.More, told(got))
	}
	if got := read(c.Agent, since+"&businessType=gift,withdrawal&size=1").Sums; got == nil || got.In.String() != "5" || got.Out.String() != "-8" {
		t.Errorf("sums of what matches: %+v", got)
	}
	if got := read(c.Agent, "").Sums; got != nil {
		t.Errorf("sums without a filter: %+v", got)
	}
	if got := told(read(c.Agent, since+
		"&businessType=gift,withdrawal&sortFields=amount&sortOrders=ascend")); got != "agent withdrawal -5 from agent; customer withdrawal -3 "+
		"moved; customer gift 5 from agent; " {
		t.Errorf("filtered and sorted: %s", got)
	}
	if got := read(c.Admin, "createTimeStart="+url.QueryEscape(began.AddDate(1, 0, 0).UTC().Format(time.RFC3339))); got.Total != 0 {
		t.Errorf("in the future: %s", told(got))
	}
	if got := testkit.Data[ledger.StatementPage](c.Agent.Get("/aty/accountstatement/page?size=2&current=2")); len(got.Records) != 2 ||
		got.Records[0].SerialNumber != agent.Records[2].SerialNumber {
		t.Errorf("the second page: %s", told(got))
	}
	for _, q := range []string{"businessType=nonsense", "operatorType=emperor", "createTimeEnd=soon"} {
		field, _, _ := strings.Cut(q, "=")
		c.Admin.Get("/aty/accountstatement/page?" + q).Bad(field)
	}
	c.Agent.Get("/aty/accountstatement/page?userId="+c.OtherCustomer.User.ID).Want(404, 0)

	// The file of recharges has the recharges of customers, not movements between users.
	for query, want := range map[string]int{"": 4, "?businessType=recharge,platformRecharge": 4, "?userId=" + c.Secondary.User.ID: 2, "?businessType=recharge": 1, "?sortFields=amount": 4} {
		if got := rows(t, c.Agent.Get("/aty/accountstatement/recharge/allrecord/export"+query).Raw); got != want { // with the header
			t.Errorf("%s: %d rows, want %d", query, got, want)
		}
	}
	c.Agent.Get("/aty/accountstatement/recharge/allrecord/export?businessType=recharge,gift").Bad("businessType")
}

// rows counts the rows of the first sheet of an xlsx file.
func rows(t *testing.T, file []byte) int {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v: %.200s", err, file)
	}
	f, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "<row")
}
