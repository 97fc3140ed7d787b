package app

import (
	"testing"
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/account/streak"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/money"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// pays has a customer pay so much USDT, a million parts each.
func (b *bank) pays(who *sessiontest.Actor, micro int64) {
	b.Helper()
	o := testkit.Data[topup.CreateResponse](who.Post("/pay/order", obj{"amount": 300, "payType": 5, "rechargeType": 1}))
	tell(who, o.ID, b.send(chainsim.TRON, o.Address, micro)).OK()
	b.mine(chainsim.TRON, 30)
	b.later()
}

// streakOf counts today and the six days after it, and gives the streak at its end.
func (b *bank) streakOf(who *sessiontest.Actor) (s streak.Streak) {
	b.Helper()
	for range 7 {
		b.signIn(who)
		s = testkit.Data[streak.Streak](who.Put(streakPath, nil))
		b.k.Clock.Add(24 * time.Hour)
	}
	return s
}

// An agent grants its customer the right to pay in USDT. A transfer of next to nothing makes no day count and opens nothing that the
// platform pays for. A payment makes days count, and they earn a tenth of what was paid at most, until staff know the account.
func TestAStreakEarnsAPartOfWhatWasPaid(t *testing.T) {
	b := mustCoins(t)
	c, agent, admin := b.c.Customer, b.c.Agent, b.c.Admin
	agent.Put("/aty/customerinfo", obj{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
	b.pays(c, 400_000) // 280 credits
	if s := testkit.Data[streak.Streak](c.Put(streakPath, nil)); s.Active || s.Days != 0 {
		t.Errorf("%+v", s)
	}
	if m, err := b.e.Ledger().MoneyOf(t.Context(), c.User.ID); err != nil || m.Bought != 280*money.Credit || !m.PaidAt.IsZero() {
		t.Errorf("%+v %v", m, err)
	}
	b.pays(c, 10_000_000) // 7,000 credits
	if s := b.streakOf(c); !s.Active || s.Days != 7 || s.Given != 700*money.Credit || s.Reward != 28*money.Credit {
		t.Errorf("the first week: %+v", s)
	}
	if s := b.streakOf(c); s.Days != 14 || s.Given != 728*money.Credit || s.Reward != 0 {
		t.Errorf("the second week: %+v", s)
	}
	b.signIn(admin)
	admin.Put("/aty/customerinfo/recharge", obj{"userId": c.User.ID, "amount": 1}).OK()
	if s := b.streakOf(c); s.Given != 1428*money.Credit || s.Reward != 700*money.Credit {
		t.Errorf("after a recharge by staff: %+v", s)
	}
	if r, err := b.e.Ledger().Reconcile(t.Context()); err != nil || r.Found > 0 || r.Platform[ledger.Gifts] != -1428*money.Credit {
		t.Errorf("%+v %v", r, err)
	}
}
