package wechatpay_test

import (
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/pkg/provider"
)

func (w *world) refund(r provider.RefundOrder) provider.Refund {
	w.Helper()
	out, err := w.pay.Refund(ctx, r)
	if err != nil {
		w.Fatal(err)
	}
	return out
}

// settled is a paid order whose callback was taken.
func (w *world) settled(number string) {
	w.Helper()
	w.open(order(number))
	w.paid(paymentledger.Payment{Number: number})
	if _, err := w.hear(); err != nil {
		w.Fatal(err)
	}
}

func TestARefundIsMadeReportedAndFound(t *testing.T) {
	w := mustWorld(t)
	w.settled("TU0101")
	r := provider.RefundOrder{Number: "TU0101", Refund: "RF1", Amount: 10000, Total: 30000, Purpose: "paid twice"}
	made := w.refund(r)
	if made.State != provider.RefundDone || made.Amount != 10000 || made.ProviderID == "" {
		t.Errorf("%+v", made)
	}
	if again := w.refund(r); again != made {
		t.Errorf("again %+v", again)
	}
	n, err := w.hear()
	if err != nil || n.Refund == nil || n.Refund.State != provider.RefundDone || n.Refund.Refund != "RF1" || n.Payment != nil {
		t.Errorf("%+v %v", n, err)
	}
	found, err := w.pay.QueryRefund(ctx, "TU0101", "RF1")
	if err != nil || found != made {
		t.Errorf("%+v %v", found, err)
	}
	if p := w.query("TU0101"); p.State != provider.PaymentRefunded || p.Amount != 30000 {
		t.Errorf("%+v", p)
	}
}

func TestARefundRunsUntilItIsSettled(t *testing.T) {
	w := mustWorld(t)
	w.settled("TU0102")
	w.sim.Ledger.Running = true
	for number, state := range map[string]provider.RefundState{"done": provider.RefundDone, "closed": provider.RefundClosed,
		"stuck": provider.RefundStuck} {
		r := w.refund(provider.RefundOrder{Number: "TU0102", Refund: number, Amount: 1, Total: 30000})
		if r.State != provider.RefundRunning {
			t.Errorf("%+v", r)
		}
		if err := w.sim.Ledger.Settle("TU0102", number, number); err != nil {
			t.Fatal(err)
		}
		if err := w.sim.Ledger.Tell("TU0102", number, paymentledger.Sent, 0); err != nil {
			t.Fatal(err)
		}
		n, err := w.hear()
		if err != nil || n.Refund.State != state {
			t.Errorf("%s: %+v %v", number, n, err)
		}
	}
}

func TestRefusedRefunds(t *testing.T) {
	w := mustWorld(t)
	w.settled("TU0103")
	_, err := w.pay.Refund(ctx, provider.RefundOrder{Number: "TU0103", Refund: "A", Amount: 30001, Total: 30000})
	want(t, err, provider.Rejected, provider.TooLarge)
	_, err = w.pay.Refund(ctx, provider.RefundOrder{Number: "TU0103", Refund: "A", Total: 30000})
	want(t, err, provider.Rejected, provider.TooSmall)
	w.refund(provider.RefundOrder{Number: "TU0103", Refund: "B", Amount: 20000, Total: 30000})
	_, err = w.pay.Refund(ctx, provider.RefundOrder{Number: "TU0103", Refund: "C", Amount: 20000, Total: 30000})
	want(t, err, provider.Rejected, provider.BadInput) // more than is left
	_, err = w.pay.Refund(ctx, provider.RefundOrder{Number: "TU0103", Refund: "B", Amount: 1, Total: 30000})
	want(t, err, provider.Rejected, provider.NumberUsed)
	_, err = w.pay.Refund(ctx, provider.RefundOrder{Number: "TU9999", Refund: "D", Amount: 1, Total: 1})
	want(t, err, provider.Retry, provider.NotThere)
	_, err = w.pay.QueryRefund(ctx, "TU0103", "E")
	want(t, err, provider.Retry, provider.NotThere)
}

func TestTheBillOfADay(t *testing.T) {
	w := mustWorld(t)
	if lines, err := w.pay.Bill(ctx, running()); err != nil || len(lines) != 0 {
		t.Errorf("%v %v", lines, err)
	}
	o := order("TU0104")
	o.Subject = `credits, "many"` // text that would break a CSV file
	w.open(order("TU0105"))
	w.open(o)
	w.paid(paymentledger.Payment{Number: "TU0104"})
	w.refund(provider.RefundOrder{Number: "TU0104", Refund: "RF2", Amount: 5, Total: 30000})
	lines, err := w.pay.Bill(ctx, running())
	if err != nil || len(lines) != 2 {
		t.Fatalf("%+v %v", lines, err)
	}
	if l := lines[0]; l.Number != "TU0104" || l.Amount != 30000 || l.Refund != "" || l.ProviderID == "" || running().Sub(l.At) > time.Minute {
		t.Errorf("%+v", l)
	}
	if l := lines[1]; l.Refund != "RF2" || l.Amount != 5 {
		t.Errorf("%+v", l)
	}
}
