package usdt

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// remembered bounds how many further transfers an order names; their credit is counted all the same.
const remembered = 100

// further credits a transfer to the address of an order that was credited already, once it has enough confirmations.
// The rate is the lower of the order's and the current one. It is a movement of its own. The order is looked at again
// soon: for the confirmations, or for the next transfer, as one look credits one.
func (r *Service) further(ctx context.Context, o *Order, hash string) error {
	chain, err := r.reader(o.Chain)
	if err != nil {
		return err
	}
	t, err := r.transaction(ctx, chain, hash)
	if provider.CauseOf(err) == provider.NotThere {
		return r.forget(ctx, o)
	}
	if err != nil {
		return err
	}
	need, err := r.Need(ctx)
	moves := t.To(o.Address)
	if err != nil {
		return err
	}
	if t.Confirmations < int64(need) || !t.Final {
		return r.lookAgain(ctx, o.ID)
	}
	if !t.Success || len(moves) == 0 || !o.window().Holds(t.At) {
		return r.forget(ctx, o)
	}
	rate, err := r.lower(ctx, o.Rate)
	if err != nil {
		return err
	}
	a, err := arrived(rate, moves)
	if err != nil || a.credit <= 0 {
		return errors.Join(err, r.forget(ctx, o))
	}
	more := *o
	more.Found = ""
	more.Micro, more.Credit, more.More = o.Micro+a.micro, o.Credit+a.credit, slices.Clone(o.More)
	if len(more.More) < remembered {
		more.More = append(more.More, AdditionalTransfer{hash, a.micro, a.credit, r.Now()})
	}
	failed, err := r.post(ctx, &more, a, "usdt:"+o.ID+":"+hash, []store.Op{r.again(o.ID)})
	if failed != nil { // it was credited meanwhile, and stays so
		return r.forget(ctx, o)
	}
	if fault.Is(err, "web.notFound") {
		r.Log(map[string]any{"alarm": "USDT for an account that is closed", "order": o.ID, "hash": hash})
		return nil
	}
	return err
}

// forget drops what a search had found, so that the next look, soon, searches again.
func (r *Service) forget(ctx context.Context, was *Order) error {
	if was.Found == "" {
		return nil
	}
	_, _, err := r.change(ctx, was.ID, func(o *Order) ([]store.Op, bool, error) {
		same := o.Found == was.Found
		o.Found = ""
		return []store.Op{r.again(o.ID)}, same, nil
	})
	return err
}
