package app

import (
	"slices"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
)

// questions are when an order is asked about, by the messages that were sent since the last look, from now on.
func (b *bank) questions() (after []time.Duration) {
	for _, sent := range b.k.Sent.Take() {
		if sent.Kind == topup.TaskPoll {
			after = append(after, sent.Delay)
		}
	}
	slices.Sort(after)
	return after
}

// Whatever becomes of the callback, an order that somebody may just pay is asked about every twenty seconds, from its making on: long
// before the minute in which its credit is promised.
func TestAPaymentThatNobodyTellsOfIsFoundWithinTheMinute(t *testing.T) {
	b := mustBank(t)
	c := b.c.Customer
	for payType, book := range map[int]*paymentledger.Ledger{1: b.wechat.Ledger, 2: b.alipay.Ledger} {
		b.k.Sent.Take()
		o := b.order(c, payType, 300)
		if got, want := b.questions(), []time.Duration{20 * time.Second, 40 * time.Second}; !slices.Equal(got, want) {
			t.Errorf("asked after %v, not %v", got, want)
		}
		if err := book.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
		b.k.Clock.Add(21 * time.Second)
		b.work() // no tick has come by
		if s := b.status(c, o.ID); s != 2 {
			t.Errorf("payType %d: status %d", payType, s)
		}
	}
	b.k.Sent.Take()
	b.order(c, 7, 300)
	if got := b.questions(); len(got) != 2 { // its payer's browser makes it at the provider
		t.Errorf("asked after %v", got)
	}
	for name, tick := range Ticks(b.e) {
		if err := tick(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if got, want := b.questions(), []time.Duration{0, 20 * time.Second, 40 * time.Second}; !slices.Equal(got, want) {
		t.Errorf("the minute asks after %v, not %v", got, want)
	}
}

// Who sits before an order and looks has it asked about at once, whichever of the routes is looked at by, and however many look the
// provider is not asked more often than every eight seconds.
func TestWhoLooksHasThePaymentAskedAbout(t *testing.T) {
	b := mustBank(t)
	c := b.c.Customer
	for _, look := range []func(id string){
		func(id string) { b.status(c, id) },
		func(id string) { c.Get("/aty/recharge/pay/finish/" + id).OK() },
	} {
		o := b.order(c, 1, 300)
		b.k.Sent.Take()
		look(o.ID)
		if got := b.questions(); len(got) != 0 {
			t.Errorf("asked after %v about an order that was just made", got)
		}
		if err := b.wechat.Ledger.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
		b.k.Clock.Add(6 * time.Second)
		for range 20 {
			look(o.ID)
		}
		if got := b.questions(); !slices.Equal(got, []time.Duration{0}) {
			t.Errorf("asked after %v", got)
		}
		b.work()
		if s := b.status(c, o.ID); s != 2 {
			t.Errorf("status %d", s)
		}
		b.k.Clock.Add(time.Minute)
		look(o.ID)
		if got := b.questions(); len(got) != 0 {
			t.Errorf("asked after %v about an order that is paid", got)
		}
	}
	o := b.order(c, 1, 300)
	b.k.Sent.Take()
	asked := 0
	for range 10 { // as the console polls
		b.k.Clock.Add(6 * time.Second)
		testkit.Data[int](c.Get("/pay/order/" + o.ID + "/status"))
		asked += len(b.questions())
	}
	if asked < 4 || asked > 6 {
		t.Errorf("asked %d times in a minute", asked)
	}
}
