package apptest

import (
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// Short pays an order with less than it asks for, repeats the notification, and gives the order.
func (b *PaymentFixture) Short(who *sessiontest.Actor, book *paymentledger.Ledger, id string, fen int64) topup.FinishResponse {
	b.Helper()
	if err := book.Pay(paymentledger.Payment{Number: id, Fen: fen, Notify: paymentledger.Twice}); err != nil {
		b.Fatal(err)
	}
	b.Until("the credit", func() bool { return b.Status(who, id) == 3 })
	for range 3 {
		b.Tick()
		b.Kit.Clock.Add(20 * time.Minute)
	}
	if err := book.Tell(id, "", paymentledger.Sent, 0); err != nil {
		b.Fatal(err)
	}
	return testkit.Data[topup.FinishResponse](who.In("en_US").Get("/aty/recharge/pay/finish/" + id))
}

// LinesOf are the lines of a user's statement about an order.
func (b *PaymentFixture) LinesOf(who *sessiontest.Actor) []ledger.Line {
	b.Helper()
	return testkit.Data[web.Page[ledger.Line]](who.Get("/pi/personal/info/statement/page")).Records
}
