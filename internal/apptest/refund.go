package apptest

import (
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// Bought is an order that was paid and credited.
func (b *PaymentFixture) Bought(who *sessiontest.Actor, payType, amount int, book *paymentledger.Ledger) topup.CreateResponse {
	b.Helper()
	o := b.Order(who, payType, amount)
	if err := book.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
		b.Fatal(err)
	}
	b.Tick()
	if s := b.Status(who, o.ID); s != 2 {
		b.Fatalf("status %d after it was paid", s)
	}
	return o
}

func (b *PaymentFixture) Refunds(id string) []topup.RefundRow {
	b.Helper()
	return testkit.Data[[]topup.RefundRow](b.Users.Admin.Get("/aty/recharge/" + id + "/refunds"))
}

func (b *PaymentFixture) BooksBalance() {
	b.Helper()
	if r, err := b.Env.Ledger().Reconcile(b.Context()); err != nil || r.Found != 0 {
		b.Errorf("the books: %v %v", r, err)
	}
}
