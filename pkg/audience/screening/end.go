package screening

import (
	"context"
	"strconv"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/audience/contact"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// finish settles what was found out and ends the run, in one transaction. Whoever told nothing is not paid.
func (r *Room) finish(ctx context.Context, w *Run) error {
	n := w.Valid
	switch {
	case w.Answered == 0 && !w.Stop && w.Asked > 0:
		w.Status = Failed
	case w.Stop:
		w.Status = Stopped
	default:
		w.Status = Completed
	}
	if w.Answered > 0 {
		n = max(n, w.Minimum)
	}
	charge := w.Price * money.Amount(n)
	if charge > w.Reserved { // nobody pays more than was reserved
		r.Log(map[string]any{"alarm": "charge above the reservation", "screening": w.ID, "charge": charge.String(), "reserved": w.Reserved.String()})
		charge = w.Reserved
	}
	_, _, err := r.Contacts.Recount(ctx, w.Collection)
	if err != nil {
		return err
	}
	if w.Given, err = r.given(ctx, w, charge); err != nil {
		return err
	}
	now := r.Now()
	w.Ended, w.Charged = &now, charge
	told := w.told()
	with := append([]store.Op{w.put()}, contact.Standing(w.Owner, w.Collection, w.ID, w.stands(w.Had))...)
	with = append(with, looks(nil).Drop(w.Created.Add(tickAfter), w.ID, ""), notice.Owe(now, told), contact.Happened(w.Collection, w.ID, w.event(now)))
	_, err = r.Ledger.Settle(ctx, w.ref(), charge, ledger.Agency{Agent: w.Payer.Agent, Amount: max(0, w.Price-w.Agent) * money.Amount(n), Discount: w.Given}, with...)
	if store.ConditionFailed(err) != nil {
		return nil // another one ended it, or somebody stopped it: the next message tells
	}
	if err == nil && r.Notices != nil {
		if err := r.Notices.TellOwed(ctx, told); err != nil { // the tick does it
			r.Log(map[string]any{"warning": "screening: tell: " + err.Error(), "id": w.ID})
		}
	}
	return err
}

// given is what a brand customer is given back of a charge (decisions §4), as orders do it.
func (r *Room) given(ctx context.Context, w *Run, charge money.Amount) (money.Amount, error) {
	terms, _, err := customer.TermsOf(ctx, r.DB, w.Payer.Tenant)
	return charge * money.Amount(terms.Discount) / 100, err
}

// event is the line of the collection's history.
func (w *Run) event(now time.Time) contact.Event {
	what := contact.WasScreened
	if w.Kind == active {
		what = contact.WasActive
	}
	return contact.Event{Time: now, What: what, Operator: w.By, Looked: w.Looked, Valid: w.Valid}
}

// told is the notice of what a screening came to.
func (w *Run) told() notice.Personal {
	return notice.Personal{UserID: w.Payer.User, Key: "screening." + w.ID, Title: "screening.tell.title." + w.Status, Body: "screening.tell." + w.Status, Link: "/send/contact?id=" + w.Collection,
		Args: map[string]string{"name": w.Name, "looked": strconv.Itoa(w.Looked), "valid": strconv.Itoa(w.Valid), "cost": (w.Charged - w.Given).String()}}
}
