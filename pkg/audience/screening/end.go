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

// finish settles the results and ends the run, in one transaction. A partner that returned nothing is not paid.
func (r *Service) finish(ctx context.Context, w *Run) error {
	switch {
	case w.Answered == 0 && !w.Stop && w.Asked > 0:
		w.Status = Failed
	case w.Stop:
		w.Status = Stopped
	default:
		w.Status = Completed
	}
	n, charge, cut := w.due()
	if cut {
		r.Log(map[string]any{"alarm": "charge above the reservation", "screening": w.ID, "valid": w.Valid, "reserved": w.Reserved.String()})
	}
	k, err := r.kindOf(w.Mark)
	if err != nil {
		return err
	}
	if err = k.recount(ctx, w.Collection); err != nil {
		return err
	}
	agency, err := r.agency(ctx, w, charge, n)
	if err != nil {
		return err
	}
	now := r.Now()
	w.Ended, w.Charged, w.Given = &now, charge, agency.Discount
	told := w.noticeOf(k.link)
	with := append([]store.Op{w.put()}, k.standing(w, w.ID, w.transition(w.Had))...)
	with = append(with, looks(nil).Drop(w.Created.Add(tickAfter), w.ID, ""), notice.OutboxOp(now, told))
	with = append(with, k.happened(w, w.event(now))...)
	_, err = r.Ledger.Settle(ctx, w.ref(), charge, agency, with...)
	if store.ConditionFailed(err) != nil {
		return nil // it ended, or a user stopped it: the next message shows it
	}
	if err == nil && r.Notices != nil {
		if err := r.Notices.DeliverOutbox(ctx, told); err != nil { // the tick does it
			r.Log(map[string]any{"warning": "screening: tell: " + err.Error(), "id": w.ID})
		}
	}
	return err
}

// due is how many valid numbers are charged, and the charge. The charge never exceeds the reservation: cut tells that there were more.
func (w *Run) due() (n int, charge money.Amount, cut bool) {
	n = w.Valid
	if w.Answered > 0 {
		n = max(n, w.Minimum)
	}
	if charge = w.Price * money.Amount(n); charge > w.Reserved {
		n, cut = int(w.Reserved/w.Price), true
	}
	return n, w.Price * money.Amount(n), cut
}

// agency divides the charge of n valid numbers as orders do (decisions §4, §14).
func (r *Service) agency(ctx context.Context, w *Run, charge money.Amount, n int) (ledger.Agency, error) {
	terms, _, err := customer.TermsOf(ctx, r.DB, w.Payer.Tenant)
	return ledger.Share(w.Payer, charge, max(0, w.Price-w.Agent)*money.Amount(n), terms.Discount), err
}

// event is the line of the collection's history.
func (w *Run) event(now time.Time) contact.Event {
	what := contact.WasScreened
	if w.Kind == active {
		what = contact.WasActive
	}
	return contact.Event{Time: now, What: what, Operator: w.By, Looked: w.Looked, Valid: w.Valid}
}

// noticeOf returns the notice of a screening's result.
func (w *Run) noticeOf(link string) notice.Personal {
	return notice.Personal{UserID: w.Payer.User, Key: "screening." + w.ID, Title: "screening.tell.title." + w.Status,
		Body: "screening.tell." + w.Status, Link: link + w.Collection,
		Args: map[string]string{"name": w.Name, "looked": strconv.Itoa(w.Looked), "valid": strconv.Itoa(w.Valid),
			"cost": (w.Charged - w.Given).String()}}
}
