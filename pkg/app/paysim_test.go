package app

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/till"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

var payments = flag.Int("payments", 40, "orders of the simulation of payments")

// Whatever becomes of the callbacks (before the answer, twice, never, forged, late), whenever somebody pays, however many ask at one
// moment and whoever of them dies: what was paid is credited once, and nothing else is.
func TestPaymentsAreCreditedOnce(t *testing.T) {
	b := mustBank(t)
	c, dice := b.c.Customer, rand.New(rand.NewPCG(1, 2))
	books := map[int]*till.Book{1: b.wechat.Book, 7: b.gate.Book}
	hows := []till.How{till.Sent, till.Lost, till.Twice, till.Forged}
	var want int64
	for i := range *payments {
		payType := []int{1, 7}[dice.IntN(2)]
		amount := 300 + dice.IntN(1000)
		o := b.order(c, payType, amount)
		if payType == 7 {
			b.submit(testkit.Data[string](c.Get("/pay/order/" + o.ID + "/page")))
		}
		p := till.Payment{Number: o.ID, Notify: hows[dice.IntN(len(hows))]}
		switch dice.IntN(4) {
		case 0: // nobody pays
			continue
		case 1: // when it was given up
			b.asked(o.ID, 1)
			if err := books[payType].Close(o.ID); err != nil {
				t.Fatal(err)
			}
			p.Late = true
		}
		b.asked(o.ID, dice.IntN(3))
		if err := books[payType].Pay(p); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		want += int64(amount)
		b.asked(o.ID, dice.IntN(5))
	}
	b.tick()
	b.k.Clock.Add(40 * time.Minute)
	b.tick()
	b.k.Clock.Add(time.Hour)
	b.signIn(c)
	b.tick()
	b.tick()
	var got int64
	list := testkit.Data[web.Page[topup.Recharge]](c.Get("/aty/recharge/page?status=2&size=100"))
	for _, r := range list.Records {
		got += int64(r.CreditAmount) / 100
	}
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page"))
	if available, _, err := b.e.ledger().Balance(t.Context(), c.User.ID); err != nil || int64(available) != want*100 || got != want || lines.Total != list.Total {
		t.Errorf("%d credits were paid, the orders say %d, the account %s (%v), in %d lines of %d orders", want, got, available, err, lines.Total, list.Total)
	}
}

// asked lets several ask about an order at one moment, the last of whom dies while he does.
func (b *bank) asked(id string, many int) {
	b.Helper()
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			ctx, die := context.WithCancel(b.Context())
			defer die()
			if i == many-1 {
				time.AfterFunc(time.Duration(i)*time.Millisecond, die)
			}
			_ = b.e.topup().Ask(ctx, id) // who died, or met another, is followed by the tick
		})
	}
	all.Wait()
}
