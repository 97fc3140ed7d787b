package joined_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/money"
)

func amountOf(t *testing.T, text string) money.Amount {
	t.Helper()
	a, err := money.Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}
	return a
}

// A month adds up by line and by account: the opening balance and the amounts are the closing balance, and the total is that of the
// accounts.
func TestFinanceOfAMonthAddsUp(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	for range 3 {
		c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 100}).OK()
		c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 70}).OK()
		c.Admin.Put("/aty/customerinfo/"+c.Customer.User.ID+"/-0.25", nil).OK()
		c.Admin.Put("/aty/customerinfo/give", apptest.Object{"userId": c.Direct.User.ID, "amount": 5}).OK()
	}
	const path = "/aty/accountstatement/month/finance/export"
	for _, who := range []struct {
		by       *testkit.Client
		query    string
		lines    int
		accounts int
		closing  money.Amount
	}{
		{c.Admin.Client, "", 15, 3, 30000 - 75 + 1500}, {c.Agent.Client, "", 12, 2, 30000 - 75},
		{c.Admin.Client, "?userId=" + c.Direct.User.ID, 3, 1, 1500}, {c.Customer.Client, "", 6, 1, 21000 - 75},
	} {
		closes, sums, lines := map[string]money.Amount{}, map[string]money.Amount{}, 0
		var accounts, total money.Amount
		users := 0
		for _, row := range apptest.ReadTable(t, who.by.In("en_US").Get(path+who.query).Raw, "Item") {
			opening, amount, closing := amountOf(t, row["Opening (credits)"]), amountOf(t, row["Amount (credits)"]),
				amountOf(t, row["Closing (credits)"])
			if opening+amount != closing {
				t.Errorf("%v does not add up", row)
			}
			switch user := row["User ID"]; row["Item"] {
			case "Line":
				if at, ok := closes[user]; ok && at != opening {
					t.Errorf("%v does not follow %s", row, at)
				}
				closes[user], lines = closing, lines+1
				sums[user] += amount
			case "Account":
				users++
				if closes[user] != closing || sums[user] != amount {
					t.Errorf("%v: lines say %s and %s", row, sums[user], closes[user])
				}
				accounts += closing
			case "Total":
				total = closing
			default:
				t.Errorf("%v", row)
			}
		}
		if lines != who.lines || users != who.accounts || total != accounts || total != who.closing {
			t.Errorf("%s: %d lines of %d accounts, %s in all (%s)", who.query, lines, users, total, accounts)
		}
	}
	for _, month := range []string{"2026-13", "x", "2025-12", "2999-01"} {
		c.Admin.Get(path + "?month=" + month).Bad("month")
	}
	c.OtherAgent.Get(path+"?userId="+c.Customer.User.ID).Want(404, 0)
	if !strings.Contains(string(c.Admin.Get(path + "?month=2026-01").Raw[:2]), "PK") {
		t.Error("an empty month is no file")
	}
}
