package ledger

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
)

// Agency is who else a settlement pays: the agent the difference between its customer's price and its own, and a brand customer its
// discount (decisions §4, §14).
type Agency struct {
	Agent    string
	Amount   money.Amount // margin of the agent
	Discount money.Amount // of the customer that ordered, given back by the platform
}

// Share divides a charge of an owner. margin is its agent's part, never more than the charge; percent is the brand
// discount on the rest, which is the platform's share. An owner without an agent, and an agent that orders for
// itself, have no margin.
func Share(owner auth.Owner, charge, margin money.Amount, percent int) Agency {
	a := Agency{Agent: owner.Agent}
	if owner.Agent != "" && owner.Agent != owner.User {
		a.Amount = min(max(0, margin), charge)
	}
	a.Discount = (charge - a.Amount) * money.Amount(percent) / 100
	return a
}

// check refuses a settlement in which the platform pays out more than it takes.
func (a Agency) check(ref string, charge money.Amount) error {
	if a.Amount < 0 || a.Discount < 0 || charge-a.Amount-a.Discount < 0 {
		return fmt.Errorf("ledger: settlement %s: charge %s is less than margin %s and discount %s", ref, charge, a.Amount, a.Discount)
	}
	return nil
}

// Movements of orders, by the prefix of their ids.
const (
	settlement = "settle:" // behind it the reservation
	repayment  = "refund:" // behind it the operation
)

// RefundID is the id of the movement that gives back a part of a settled order.
func RefundID(operation string) string { return repayment + operation }

// overpaid adds the orders of an account for which the platform paid out more than it took: each settlement by itself, and all
// settlements and refunds of an order together.
func (r *Report) overpaid(id string, entries []Entry) {
	taken := map[string]money.Amount{}
	for _, e := range entries {
		settles := strings.HasPrefix(e.Movement, settlement)
		if e.Nth > 0 || e.Ref == "" || e.payer() != id || !settles && !strings.HasPrefix(e.Movement, repayment) {
			continue
		}
		took := e.took()
		if taken[orderOf(e.Ref)] += took; settles && took < 0 {
			r.differ("%s: the platform paid out %s more than it took in movement %s", id, -took, e.Movement)
		}
	}
	for _, ref := range slices.Sorted(maps.Keys(taken)) {
		if took := taken[ref]; took < 0 {
			r.differ("%s: the platform paid out %s more than it took for order %s", id, -took, ref)
		}
	}
}

// payer is the account whose change comes first in an entry's movement.
func (e Entry) payer() string {
	for _, l := range e.Legs {
		if !strings.HasPrefix(l.Account, "platform:") {
			account, _, _ := strings.Cut(l.Account, ":")
			return account
		}
	}
	return ""
}

// took is what an entry's movement left the platform of an order.
func (e Entry) took() (sum money.Amount) {
	for _, l := range e.Legs {
		if strings.HasPrefix(l.Account, Revenue) || l.Account == Rebates || l.Account == Discounts {
			sum += l.Amount
		}
	}
	return sum
}

// orderOf is the order of a reference: without its generation.
func orderOf(ref string) string {
	at := strings.LastIndexByte(ref, '.')
	if at < 0 {
		return ref
	}
	if gen, err := strconv.Atoi(ref[at+1:]); err != nil || strconv.Itoa(gen) != ref[at+1:] {
		return ref
	}
	return ref[:at]
}
