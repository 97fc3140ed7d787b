package topup_test

import (
	"slices"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/app"
)

// With or without a callback, an order with a likely payment is queried every twenty seconds from its creation. That is well within the
// minute in which its credit is promised.
func TestAPaymentWithoutCallbackIsFoundWithinTheMinute(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	for payType, book := range map[int]*paymentledger.Ledger{1: b.WeChatPay.Ledger, 2: b.Alipay.Ledger} {
		b.Kit.Sent.Take()
		o := b.Order(c, payType, 300)
		if got, want := b.PollDelays(), []time.Duration{20 * time.Second, 40 * time.Second}; !slices.Equal(got, want) {
			t.Errorf("asked after %v, not %v", got, want)
		}
		if err := book.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
		b.Kit.Clock.Add(21 * time.Second)
		b.RunJobs() // no tick has come by
		if s := b.Status(c, o.ID); s != 2 {
			t.Errorf("payType %d: status %d", payType, s)
		}
	}
	b.Kit.Sent.Take()
	b.Order(c, 7, 300)
	if got := b.PollDelays(); len(got) != 2 { // its payer's browser makes it at the provider
		t.Errorf("asked after %v", got)
	}
	for name, tick := range app.Ticks(b.Env) {
		if err := tick(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if got, want := b.PollDelays(), []time.Duration{0, 20 * time.Second, 40 * time.Second}; !slices.Equal(got, want) {
		t.Errorf("the minute asks after %v, not %v", got, want)
	}
}

// Reading an order by any route causes a query at once. With any number of readers the provider is not queried more often than every eight
// seconds.
func TestWhoLooksHasThePaymentAskedAbout(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	for _, look := range []func(id string){
		func(id string) { b.Status(c, id) },
		func(id string) { c.Get("/aty/recharge/pay/finish/" + id).OK() },
	} {
		o := b.Order(c, 1, 300)
		b.Kit.Sent.Take()
		look(o.ID)
		if got := b.PollDelays(); len(got) != 0 {
			t.Errorf("asked after %v about an order that was just made", got)
		}
		if err := b.WeChatPay.Ledger.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
		b.Kit.Clock.Add(6 * time.Second)
		for range 20 {
			look(o.ID)
		}
		if got := b.PollDelays(); !slices.Equal(got, []time.Duration{0}) {
			t.Errorf("asked after %v", got)
		}
		b.RunJobs()
		if s := b.Status(c, o.ID); s != 2 {
			t.Errorf("status %d", s)
		}
		b.Kit.Clock.Add(time.Minute)
		look(o.ID)
		if got := b.PollDelays(); len(got) != 0 {
			t.Errorf("asked after %v about an order that is paid", got)
		}
	}
	o := b.Order(c, 1, 300)
	b.Kit.Sent.Take()
	asked := 0
	for range 10 { // as the console polls
		b.Kit.Clock.Add(6 * time.Second)
		testkit.Data[int](c.Get("/pay/order/" + o.ID + "/status"))
		asked += len(b.PollDelays())
	}
	if asked < 4 || asked > 6 {
		t.Errorf("asked %d times in a minute", asked)
	}
}
