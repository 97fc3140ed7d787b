package order

import (
	"context"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
)

// margin is what the order's agent earned of it, over all generations.
func (o *Order) margin() money.Amount {
	if o.Owner.Agent == "" || o.Owner.Agent == o.Owner.User {
		return 0
	}
	sum := max(0, o.Price-o.Agent) * money.Amount(o.Paid)
	for _, g := range o.Past {
		sum += max(0, g.Price-g.Agent) * money.Amount(g.Paid)
	}
	return sum
}

// reclaim decides what a refund takes back of the agent's margin: the margin's part of all refunds, as far as the agent has the credit.
// Fault order.refundAgent when the platform would have to give back more than it took.
func (o *Order) reclaim(amount, holds money.Amount) (money.Amount, error) {
	margin, kept := o.margin(), *o.Actual-o.Given
	takes := money.Part(o.Back+amount, margin, kept) - o.Reclaim
	if takes <= holds {
		return takes, nil
	}
	most := kept - margin + o.Reclaim + holds - o.Back
	if amount > most {
		return 0, fault.State("order.refundAgent", "most", max(0, most).String())
	}
	return holds, nil
}

// repayment is the movement of a refund, with what it takes back of the agent's margin.
func (st Settlement) repayment(ctx context.Context, o *Order, by ledger.Operator, amount money.Amount, operation string) (ledger.Movement,
	error) {
	m := ledger.Movement{ID: ledger.RefundID(operation), Operator: by, Remark: o.No, Ref: o.Ref(),
		Changes: []ledger.Change{{Account: o.Owner.User, Type: ledger.Refund, Available: amount, Forced: true}},
		Contra:  []ledger.Leg{{Account: ledger.Revenue + o.Kind, Amount: -amount}}}
	if o.margin() == 0 {
		return m, nil
	}
	agent := o.Owner.Agent
	seen, err := st.flow.Credit.Ledger.Snapshot(ctx, m.ID, o.Owner.User, agent)
	if err != nil {
		return m, err
	}
	m.Snapshot = seen
	takes, err := o.reclaim(amount, seen.Available(agent))
	if err != nil || takes == 0 {
		return m, err
	}
	o.Reclaim += takes
	m.Changes = append(m.Changes, ledger.Change{Account: agent, Type: ledger.Rebate, Available: -takes, Forced: true})
	m.Contra = append(m.Contra, ledger.Leg{Account: ledger.Rebates, Amount: takes})
	return m, nil
}
