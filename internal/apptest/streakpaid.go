package apptest

import (
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/account/streak"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// Pays has a customer pay so much USDT, a million parts each.
func (b *PaymentFixture) Pays(who *sessiontest.Actor, micro int64) {
	b.Helper()
	o := testkit.Data[topup.CreateResponse](who.Post("/pay/order", Object{"amount": 300, "payType": 5, "rechargeType": 1}))
	SubmitHash(who, o.ID, b.Send(chainsim.TRON, o.Address, micro)).OK()
	b.Mine(chainsim.TRON, 30)
	b.Later()
}

// StreakOf counts today and the six days after it, and gives the streak at its end.
func (b *PaymentFixture) StreakOf(who *sessiontest.Actor) (s streak.Streak) {
	b.Helper()
	for range 7 {
		b.SignIn(who)
		s = testkit.Data[streak.Streak](who.Put(StreakPath, nil))
		b.Kit.Clock.Add(24 * time.Hour)
	}
	return s
}
