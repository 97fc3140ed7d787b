// Package paymentledger is the order book that the simulated payment providers share. It has orders that are opened,
// paid, closed and refunded, the controls and pages that play the payer, and callbacks with all their faults. A
// simulator gives it its provider's form and signatures.
package paymentledger

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Beijing is the zone in which the providers write times.
var Beijing = time.FixedZone("", 8*60*60)

// State of an order.
type State string

const (
	Open    State = "open"
	Scanned State = "scanned"
	Paid    State = "paid"
	Closed  State = "closed"
)

// How a callback goes out.
type How string

const (
	Sent   How = ""       // once
	Lost   How = "lost"   // never
	Twice  How = "twice"  // and once more
	Forged How = "forged" // signed with another key
	Probe  How = "probe"  // with a signature that is wrong on purpose, as WeChat Pay does it
	Stale  How = "stale"  // signed ten minutes ago
)

// Order is an order to be paid.
type Order struct {
	Number, ID, Subject  string
	NotifyURL, ReturnURL string
	Fen, Paid            int64 // asked for; paid, which a control may make different
	State                State
	Made, Expires        time.Time
	PaidAt, ClosedAt     time.Time
	Payer                string
	Currency, Merchant   string // other than usual; empty otherwise
	Unit                 string // currency that it is asked for in; empty: the usual one
	Print                string // of everything the order was made with: the same number with another print is refused
	Refunds              []*Refund
}

// Refund of an order; its state is "running", "done", "closed" or "stuck".
type Refund struct {
	Number  string    `json:"number"`
	ID      string    `json:"id"`
	Purpose string    `json:"purpose"`
	Fen     int64     `json:"fen"`
	State   string    `json:"state"`
	At      time.Time `json:"at"`
}

// Refunded is what went back or is on its way.
func (o *Order) Refunded() (sum int64) {
	for _, r := range o.Refunds {
		if r.State != "closed" {
			sum += r.Fen
		}
	}
	return sum
}

// Refund finds a refund by its number; nil for none.
func (o *Order) Refund(number string) *Refund {
	for _, r := range o.Refunds {
		if r.Number == number {
			return r
		}
	}
	return nil
}

// Refusals of the book.
var (
	ErrUnknown = errors.New("there is no such order")
	ErrPaid    = errors.New("the order is paid")
	ErrClosed  = errors.New("the order is closed")
	ErrUsed    = errors.New("the number belongs to another order")
	ErrAmount  = errors.New("the amount is more than is left")
	ErrUnpaid  = errors.New("the order is not paid")
)

// Ledger is the orders of one merchant. It is safe for concurrent use.
type Ledger struct {
	// Notice is the body of the callback about an order, or about a refund of it.
	Notice func(o Order, r *Refund, how How) []byte
	// Running keeps refunds running until a control settles them.
	Running bool

	body *sim.Sim

	mu     sync.Mutex
	orders map[string]*Order
	list   []*Order
}

// New makes an empty book; Attach it before it is used.
func New(notice func(o Order, r *Refund, how How) []byte) *Ledger {
	return &Ledger{Notice: notice, orders: map[string]*Order{}}
}

// Attach gives it the body that it sends by.
func (b *Ledger) Attach(s *sim.Sim) { b.body = s }

// Clear forgets everything; it is the body's OnReset.
func (b *Ledger) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.orders, b.list, b.Running = map[string]*Order{}, nil, false
}

// Make opens an order, or gives the same one again; a number with another print is ErrUsed.
func (b *Ledger) Make(o Order) (Order, error) {
	id := strconv.FormatUint(b.body.Next(), 10)
	b.mu.Lock()
	defer b.mu.Unlock()
	if old := b.orders[o.Number]; old != nil {
		b.expire(old)
		switch {
		case old.State == Paid:
			return *old, ErrPaid
		case old.State == Closed:
			return *old, ErrClosed
		case old.Print != o.Print:
			return *old, ErrUsed
		}
		return *old, nil
	}
	o.State, o.Made, o.ID = Open, b.body.Now(), "4200"+id
	b.orders[o.Number] = &o
	b.list = append(b.list, &o)
	return o, nil
}

// expire closes an order whose time is over. The lock is held.
func (b *Ledger) expire(o *Order) {
	if (o.State == Open || o.State == Scanned) && !o.Expires.IsZero() && b.body.Now().After(o.Expires) {
		o.State, o.ClosedAt = Closed, o.Expires
	}
}

// Find gives an order as it is now.
func (b *Ledger) Find(number string) (Order, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.orders[number]
	if o == nil {
		return Order{}, ErrUnknown
	}
	b.expire(o)
	return copied(o), nil
}

func copied(o *Order) Order {
	out := *o
	out.Refunds = nil
	for _, r := range o.Refunds {
		one := *r
		out.Refunds = append(out.Refunds, &one)
	}
	return out
}

// Orders lists all orders, the newest last.
func (b *Ledger) Orders() []Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := []Order{}
	for _, o := range b.list {
		b.expire(o)
		out = append(out, copied(o))
	}
	return out
}

// Close makes an order unpayable.
func (b *Ledger) Close(number string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.orders[number]
	switch {
	case o == nil:
		return ErrUnknown
	case o.State == Paid:
		return ErrPaid
	case o.State == Closed:
		return ErrClosed
	}
	o.State, o.ClosedAt = Closed, b.body.Now()
	return nil
}

// Refunding gives money back; the same number again gives the same refund.
func (b *Ledger) Refunding(number string, r Refund) (Order, Refund, error) {
	id := strconv.FormatUint(b.body.Next(), 10)
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.orders[number]
	if o == nil {
		return Order{}, Refund{}, ErrUnknown
	}
	if old := o.Refund(r.Number); old != nil {
		if old.Fen != r.Fen {
			return *o, *old, ErrUsed
		}
		return copied(o), *old, nil
	}
	switch {
	case o.State != Paid:
		return *o, Refund{}, ErrUnpaid
	case r.Fen < 1 || r.Fen > o.Paid-o.Refunded():
		return *o, Refund{}, ErrAmount
	}
	r.ID, r.At, r.State = "5030"+id, b.body.Now(), "done"
	if b.Running {
		r.State = "running"
	}
	o.Refunds = append(o.Refunds, &r)
	return copied(o), r, nil
}
