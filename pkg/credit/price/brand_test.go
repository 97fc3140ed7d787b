package price_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// A brand customer's discount over HTTP: staff set the percent, the customer orders, and one of five messages is refused. The statement
// shows the reservation, its refund, and the discount of the charge, rounded down to a hundredth of a credit. Other customers pay the full
// price, and the ledger balances.
func TestTheStoryOfABrandDiscount(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin := p.Users.Admin
	if err := p.Sim.SetScript([]sim.Rule{{Suffix: "50003", Outcome: "not_whatsapp"}}); err != nil {
		t.Fatal(err)
	}
	brand, plain := p.Users.Direct, p.Users.Customer
	agree := func(more apptest.Object) *testkit.Answer {
		body := apptest.Object{"userId": brand.User.ID, "countryCode": "BR", "customerType": "person", "email": "b@herald.test"}
		for k, v := range more {
			body[k] = v
		}
		return admin.Put("/aty/customerinfo", body)
	}
	agree(apptest.Object{"brandCustomer": true, "brandDiscount": 101}).Bad("brandDiscount")
	agree(apptest.Object{"brandCustomer": true, "brandDiscount": 7}).OK()
	orders := map[*sessiontest.Actor]string{}
	for _, who := range []*sessiontest.Actor{brand, plain} {
		admin.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": who.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 3.33}).OK()
		admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 100}).OK()
		orders[who] = p.SubmitBulk(who, "sale", 5, nil)
	}
	p.RunQueues()
	p.Kit.Clock.Add(25 * time.Hour)
	for range 2 { // a settled order is not settled again
		p.Tick()
		p.RunQueues()
	}
	for who, want := range map[*sessiontest.Actor][]ledger.Line{
		brand: {{BusinessType: ledger.Discount, Amount: 93, Balance: 100_00 - 13_32 + 93},
			{BusinessType: ledger.Refund, Amount: 3_33, Balance: 100_00 - 13_32},
			{BusinessType: ledger.Pay, Amount: -16_65, Balance: 83_35}, {BusinessType: ledger.PlatformRecharge, Amount: 100_00, Balance: 100_00}},
		plain: {{BusinessType: ledger.Refund, Amount: 3_33, Balance: 100_00 - 13_32}, {BusinessType: ledger.Pay, Amount: -16_65, Balance: 83_35},
			{BusinessType: ledger.PlatformRecharge, Amount: 100_00, Balance: 100_00}},
	} {
		p.SignIn(who)
		o := testkit.Data[struct {
			Status order.Status `json:"status"`
			Actual money.Amount `json:"actualCost"`
		}](who.Get("/gc/groupsendorder/" + orders[who]))
		if o.Status != order.Completed || o.Actual != 13_32 {
			t.Errorf("%s: %+v", who.Name, o)
		}
		got := testkit.Data[web.Page[ledger.Line]](who.Get("/pi/personal/info/statement/page")).Records
		if len(got) != len(want) {
			t.Fatalf("%s: %+v", who.Name, got)
		}
		for i, w := range want {
			if g := got[i]; g.BusinessType != w.BusinessType || g.Amount != w.Amount || g.Balance != w.Balance || i < len(want)-1 && g.Remark == "" {
				t.Errorf("%s, line %d: %+v, want %+v", who.Name, i, g, w)
			}
		}
	}
	report, err := p.Env.Ledger().Reconcile(t.Context())
	if err != nil || report.Found > 0 || report.Platform[ledger.Discounts] != -93 {
		t.Errorf("%+v %v", report, err)
	}
}
