package numberbatch

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// patience is how long a request may be at the partner.
const patience = 24 * time.Hour

// Tasks are what the module does on queue job.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskPartner: r.Request}
}

// Request is the handler of TaskPartner: it asks how the request of a batch stands, hands it over when the partner does not have it, and
// takes the numbers when they are there. It may be repeated.
func (r *Service) Request(ctx context.Context, m queue.Message) (err error) {
	b, t, err := r.claim(ctx, m)
	if err != nil || t == nil {
		return err
	}
	defer fault.Wrap(&err, "batch %s", b.ID)
	late := r.Now().After(t.Created.Add(patience))
	partner, err := r.Partner()
	if err == nil && partner == nil && late {
		return r.end(ctx, b, t, fault.New(fault.Conflict, 0, "numberbatch.late"))
	}
	if err != nil || partner == nil {
		return err
	}
	got, err := partner.NumbersOf(ctx, b.ID)
	if provider.CauseOf(err) == provider.NotThere {
		err = partner.RequestNumbers(ctx, provider.NumberRequest{Reference: b.ID, Country: b.CountryCode, Type: b.Type, Quality: b.Quality,
			Age: b.Age, Quantity: b.Quantity})
		if refused(err) {
			return r.end(ctx, b, t, fault.New(fault.Conflict, 0, "numberbatch.refused"))
		}
		if err == nil {
			got, err = partner.NumbersOf(ctx, b.ID)
		}
	}
	over := got.State == provider.BatchRefused || got.State == provider.BatchCancelled
	switch {
	case err != nil:
		r.Log(map[string]any{"warning": "numberbatch: " + err.Error(), "id": b.ID})
	case got.State == provider.BatchDone, (over || late) && len(got.Numbers) > 0: // what was handed out so far is there
		return r.take(ctx, b, t, got.Numbers)
	case over:
		return r.end(ctx, b, t, fault.New(fault.Conflict, 0, "numberbatch.refused"))
	}
	if late {
		return r.end(ctx, b, t, fault.New(fault.Conflict, 0, "numberbatch.late"))
	}
	return r.workers().Release(ctx, taskKey(b.ID, t.ID), &t.Task) // the callback or the tick goes on
}

// refusalCode is the partner's code of a refusal; its cause where the partner gave none.
func refusalCode(err error) string {
	f := new(provider.Failure)
	errors.As(err, &f)
	return cmp.Or(f.Code, string(f.Cause), "refused")
}

func refused(err error) bool {
	f := new(provider.Failure)
	return errors.As(err, &f) && f.Verdict == provider.Rejected
}

// surplusCode is the code of a number that was not asked for.
const surplusCode = 400

// take adds the numbers that the partner handed over. Those of another country, and more than were asked for, are bad rows.
func (r *Service) take(ctx context.Context, b *Batch, t *task, all []uint64) error {
	var good []uint64
	seen := map[uint64]bool{}
	bad := func(i int, n uint64, code int, why string) {
		t.Failed++
		t.Errors = append(t.Errors, contact.RowError{Line: i + 1, Number: phone.Format(n), Code: code, Message: why})
	}
	t.Total = len(all)
	for i, n := range all {
		switch {
		case !phone.Valid(n, b.CountryCode):
			bad(i, n, phone.OtherCountry.Code, phone.OtherCountry.Key)
		case seen[phone.Normal(n)]:
			t.Duplicated++
		case len(good) == b.Quantity:
			bad(i, n, surplusCode, "numberbatch.surplus")
		default:
			seen[phone.Normal(n)] = true
			good = append(good, n)
		}
	}
	t.Errors = t.Errors[:min(len(t.Errors), mostErrors)]
	if len(good) == 0 {
		return r.end(ctx, b, t, fault.New(fault.Conflict, 0, "numberbatch.refused"))
	}
	return r.bring(ctx, b, t, good)
}

// CallbackTask is the task of an authentic callback, and its handler wakes the import of the batch.
const CallbackTask = "numberbatch.callback"

// backToPartner is a number that goes back.
type backToPartner struct {
	Batch  string `dynamodbav:"b"`
	Number uint64 `dynamodbav:"n"`
}

// GivesBack gives the operation that has a number of the partner given back to it, in the transaction that takes it from a customer.
func GivesBack(now time.Time, batch string, digits string) []store.Op {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return nil
	}
	return []store.Op{returns(nil).At(now, batch+"."+digits, "", backToPartner{batch, n})}
}

// giveBack gives due numbers back to the partner.
func (r *Service) giveBack(ctx context.Context) error {
	return returns(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		var back backToPartner
		if err := d.Decode(&back); err != nil {
			return time.Time{}, err
		}
		partner, err := r.Partner()
		if err != nil || partner == nil {
			return r.Now().Add(time.Hour), err
		}
		err = partner.ReturnNumber(ctx, back.Batch, back.Number)
		switch {
		case refused(err): // staff decide
			r.Log(map[string]any{"warning": "numberbatch: return: " + err.Error(), "id": back.Batch})
			return time.Time{}, r.Numbers.RefuseReturn(ctx, back.Batch, phone.Format(back.Number), refusalCode(err))
		case err != nil:
			return r.Now().Add(time.Minute), nil // asked again: a return may be repeated
		}
		gone := resource.Disown(&resource.Number{Lot: back.Batch, PhoneNumber: phone.Format(back.Number)})
		if err := r.DB.Transact(ctx, gone); err != nil && store.ConditionFailed(err) == nil {
			return time.Time{}, err
		}
		return time.Time{}, nil
	})
}

// Replacement asks the partner for the number that replaces a broken one of its own. It joins the batch when it is handed out. The same
// question has the same answer. Fault: numberbatch.later (503) while the partner does not answer.
func (r *Service) Replacement(ctx context.Context, lot *resource.Lot, broken string) (*resource.Number, error) {
	n, err := strconv.ParseUint(broken, 10, 64)
	if err != nil {
		return nil, err
	}
	partner, err := r.Partner()
	if err != nil || partner == nil {
		return nil, err
	}
	fresh, err := partner.ReplaceNumber(ctx, lot.ID, n)
	if refused(err) || provider.CauseOf(err) == provider.NotThere {
		return nil, nil
	}
	if err != nil {
		r.Log(map[string]any{"warning": "numberbatch: " + err.Error(), "id": lot.ID})
		return nil, fault.New(fault.Unavailable, 0, "numberbatch.later").Wait(time.Minute)
	}
	if !phone.Valid(fresh, lot.Country) {
		return nil, nil
	}
	return r.Numbers.Fresh(ctx, lot, r.NewID(ctx), fresh)
}
