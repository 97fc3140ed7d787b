package paymentledger

import (
	"net/http"
	"time"

	"herald/localstack/simulators/sim"
)

// Controls are the calls of the control surface by which a test or a developer plays payer and provider:
//
//	GET  orders                                                   every order with its refunds
//	POST scan    {number}                                         a payer opens the code
//	POST pay     {number,fen,late,currency,merchant,notify,delayMs}
//	POST notify  {number,refund,notify,delayMs}                   a callback once more
//	POST expire  {number}                                         the provider closes an unpaid order
//	POST refunds {running}                                        refunds run until they are settled
//	POST settle  {number,refund,state,notify}                     and this settles one: done, closed, stuck
func (b *Ledger) Controls(more map[string]sim.Control) map[string]sim.Control {
	all := map[string]sim.Control{
		"GET orders":   func(*http.Request) (any, error) { return map[string]any{"orders": shown(b.Orders())}, nil },
		"POST scan":    b.controlScan,
		"POST pay":     controlled(func(p Payment) error { return b.Pay(p) }),
		"POST notify":  controlled(func(n notice) error { return b.Tell(n.Number, n.Refund, n.Notify, n.DelayMs) }),
		"POST expire":  controlled(func(n notice) error { return b.Close(n.Number) }),
		"POST refunds": controlled(b.controlRefunds),
		"POST settle": controlled(func(n notice) error {
			if err := b.Settle(n.Number, n.Refund, n.State); err != nil {
				return err
			}
			return b.Tell(n.Number, n.Refund, n.Notify, n.DelayMs)
		}),
	}
	for name, c := range more {
		all[name] = c
	}
	return all
}

type notice struct {
	Number  string `json:"number"`
	Refund  string `json:"refund"`
	State   string `json:"state"`
	Notify  How    `json:"notify"`
	DelayMs int    `json:"delayMs"`
}

// controlled reads the body of a control.
func controlled[T any](do func(T) error) sim.Control {
	return func(r *http.Request) (any, error) {
		var in T
		if err := sim.Read(r, &in); err != nil {
			return nil, err
		}
		return nil, do(in)
	}
}

func (b *Ledger) controlScan(r *http.Request) (any, error) {
	return controlled(func(n notice) error { return b.Scan(n.Number) })(r)
}

func (b *Ledger) controlRefunds(in struct {
	Running bool `json:"running"`
}) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Running = in.Running
	return nil
}

// Scan records that a payer opened the code.
func (b *Ledger) Scan(number string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.orders[number]
	if o == nil {
		return ErrUnknown
	}
	if o.State == Open {
		o.State = Scanned
	}
	return nil
}

// row is an order as the control surface shows it.
type row struct {
	Number  string    `json:"number"`
	ID      string    `json:"id"`
	Subject string    `json:"subject"`
	Fen     int64     `json:"fen"`
	Paid    int64     `json:"paid"`
	State   State     `json:"state"`
	Made    time.Time `json:"made"`
	Refunds []*Refund `json:"refunds"`
}

func shown(orders []Order) []row {
	out := []row{}
	for _, o := range orders {
		out = append(out, row{o.Number, o.ID, o.Subject, o.Fen, o.Paid, o.State, o.Made, o.Refunds})
	}
	return out
}
