package streak_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/account/streak"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
)

// An agent grants its customer the right to pay in USDT. A transfer of almost nothing makes no day count and unlocks nothing that the
// platform pays for. A payment makes days count. They earn at most a tenth of the payment, until staff activate the account.
func TestAStreakEarnsAPartOfWhatWasPaid(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c, agent, admin := b.Users.Customer, b.Users.Agent, b.Users.Admin
	agent.Put("/aty/customerinfo", apptest.Object{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
	b.PayUSDT(c, 400_000) // 280 credits
	if s := testkit.Data[streak.Streak](c.Put(apptest.StreakPath, nil)); s.Active || s.Days != 0 {
		t.Errorf("%+v", s)
	}
	if m, err := b.Env.Ledger().MoneyOf(t.Context(), c.User.ID); err != nil || m.Bought != 280*money.Credit || !m.PaidAt.IsZero() {
		t.Errorf("%+v %v", m, err)
	}
	b.PayUSDT(c, 10_000_000) // 7,000 credits
	if s := b.EarnStreak(c); !s.Active || s.Days != 7 || s.Given != 700*money.Credit || s.Reward != 28*money.Credit {
		t.Errorf("the first week: %+v", s)
	}
	if s := b.EarnStreak(c); s.Days != 14 || s.Given != 728*money.Credit || s.Reward != 0 {
		t.Errorf("the second week: %+v", s)
	}
	b.SignIn(admin)
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 1}).OK()
	if s := b.EarnStreak(c); s.Given != 1428*money.Credit || s.Reward != 700*money.Credit {
		t.Errorf("after a recharge by staff: %+v", s)
	}
	if r, err := b.Env.Ledger().Reconcile(t.Context()); err != nil || r.Found > 0 || r.Platform[ledger.Gifts] != -1428*money.Credit {
		t.Errorf("%+v %v", r, err)
	}
}
