package apptest

import (
	"fmt"
	"sync"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
)

// PaidOrder makes an order that was paid and credited.
func (b *PaymentFixture) PaidOrder(who *sessiontest.Actor, payType, amount int, book *paymentledger.Ledger) topup.CreateResponse {
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

// Refunds lists the refunds of an order.
func (b *PaymentFixture) Refunds(id string) []topup.RefundRow {
	b.Helper()
	return testkit.Data[[]topup.RefundRow](b.Users.Admin.Get("/aty/recharge/" + id + "/refunds"))
}

// CheckLedger fails the test when the ledger does not balance.
func (b *PaymentFixture) CheckLedger() {
	b.Helper()
	if r, err := b.Env.Ledger().Reconcile(b.Context()); err != nil || r.Found != 0 {
		b.Errorf("the books: %v %v", r, err)
	}
}

// Alarms collects the alarms that top-ups log, by refund.
func (b *PaymentFixture) Alarms() func(refund string) []string {
	var mu sync.Mutex
	var all []map[string]any
	b.Env.TopUps().Log = func(line map[string]any) {
		if line["alarm"] != nil {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, line)
		}
	}
	return func(refund string) (out []string) {
		mu.Lock()
		defer mu.Unlock()
		for _, l := range all {
			if l["refund"] == refund || l["detail"] == refund {
				out = append(out, fmt.Sprint(l["alarm"]))
			}
		}
		return out
	}
}

// PassTime moves the clock, runs the ticks and signs the users in again.
func (b *PaymentFixture) PassTime(d time.Duration) {
	b.Helper()
	b.Kit.Clock.Add(d)
	b.Tick()
	b.SignIn(b.Users.Admin)
	b.SignIn(b.Users.Customer)
}

// PayShort pays less than an order asks for, repeats the notification, and returns the order.
func (b *PaymentFixture) PayShort(who *sessiontest.Actor, book *paymentledger.Ledger, id string, fen int64) topup.FinishResponse {
	b.Helper()
	if err := book.Pay(paymentledger.Payment{Number: id, Fen: fen, Notify: paymentledger.Twice}); err != nil {
		b.Fatal(err)
	}
	b.WaitUntil("the credit", func() bool { return b.Status(who, id) == 3 })
	for range 3 {
		b.Tick()
		b.Kit.Clock.Add(20 * time.Minute)
	}
	if err := book.Tell(id, "", paymentledger.Sent, 0); err != nil {
		b.Fatal(err)
	}
	return testkit.Data[topup.FinishResponse](who.In("en_US").Get("/aty/recharge/pay/finish/" + id))
}

// StatementLines lists the statement of a user.
func (b *PaymentFixture) StatementLines(who *sessiontest.Actor) []ledger.Line {
	b.Helper()
	return testkit.Data[web.Page[ledger.Line]](who.Get("/pi/personal/info/statement/page")).Records
}
