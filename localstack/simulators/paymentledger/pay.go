package paymentledger

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Payment is what POST /_sim/pay does.
type Payment struct {
	Number   string `json:"number"`
	Fen      int64  `json:"fen"`      // another amount than the order's
	Late     bool   `json:"late"`     // although it is closed or expired
	Currency string `json:"currency"` // the provider names another one
	Merchant string `json:"merchant"` // and another merchant
	Notify   How    `json:"notify"`
	DelayMs  int    `json:"delayMs"` // of the callback
}

// Pay plays the payer.
func (b *Ledger) Pay(p Payment) error {
	b.mu.Lock()
	o := b.orders[p.Number]
	err := b.payable(o, p)
	if err == nil {
		o.State, o.PaidAt, o.Paid, o.Payer = Paid, b.body.Now(), o.Fen, "payer-"+p.Number
		o.Currency, o.Merchant = p.Currency, p.Merchant
		if p.Fen != 0 {
			o.Paid = p.Fen
		}
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	return b.Tell(p.Number, "", p.Notify, p.DelayMs)
}

func (b *Ledger) payable(o *Order, p Payment) error {
	switch {
	case o == nil:
		return ErrUnknown
	case p.Fen < 0 || p.DelayMs < 0:
		return fmt.Errorf("fen %d and delayMs %d must not be negative", p.Fen, p.DelayMs)
	case o.State == Paid:
		return ErrPaid
	case !p.Late && (o.State == Closed || !o.Expires.IsZero() && b.body.Now().After(o.Expires)):
		return ErrClosed
	case !slices.Contains([]How{Sent, Lost, Twice, Forged, Probe, Stale}, p.Notify):
		return fmt.Errorf("notify %q is unknown", p.Notify)
	}
	return nil
}

// Tell sends the callback about an order, or about one of its refunds, as it is when it goes out.
func (b *Ledger) Tell(number, refund string, how How, delayMs int) error {
	o, err := b.Find(number)
	if err != nil {
		return err
	}
	if refund != "" && o.Refund(refund) == nil {
		return errors.New("there is no such refund")
	}
	send := func() {
		now, err := b.Find(number)
		if err != nil || now.NotifyURL == "" {
			return
		}
		body := b.Notice(now, now.Refund(refund), how)
		b.body.Send(now.NotifyURL, body)
		if how == Twice {
			b.body.Send(now.NotifyURL, body)
		}
	}
	switch {
	case how == Lost:
	case delayMs > 0:
		b.body.After(time.Duration(delayMs)*time.Millisecond, send)
	default:
		send()
	}
	return nil
}

// Settle ends a refund that runs.
func (b *Ledger) Settle(number, refund, state string) error {
	if !slices.Contains([]string{"running", "done", "closed", "stuck"}, state) {
		return fmt.Errorf("state %q is unknown", state)
	}
	b.mu.Lock()
	o := b.orders[number]
	var r *Refund
	if o != nil {
		r = o.Refund(refund)
	}
	if r != nil {
		r.State, r.At = state, b.body.Now()
	}
	b.mu.Unlock()
	if r == nil {
		return ErrUnknown
	}
	return nil
}
