package screening

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

const (
	atPartner = 8             // batches at a time
	patience  = 6 * time.Hour // with a batch that does not end
)

// Tasks are what the module does on queue job.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskStep: r.Step, TaskLocked: r.stopLocked}
}

// Step is the handler of TaskStep: it takes what the partner has found out, hands over what is next, and ends the run when nothing is
// left. It may come at any time, twice and side by side: what one has written, another's revision refuses.
func (r *Service) Step(ctx context.Context, m queue.Message) error {
	var b stepMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("screening: task: %w", err)
	}
	partner, err := r.Partner()
	if err != nil {
		return err
	}
	if partner == nil {
		partner = switchedOff{}
	}
	for !job.Late(ctx) {
		w, ok, err := store.Load[Run](ctx, r.DB, runKey(alarm{b.Collection, b.Mark}, b.Run), true)
		if err != nil || !ok || w.Ended != nil {
			return err
		}
		moved, err := r.step(ctx, partner, &w)
		if err != nil || !moved {
			return err
		}
	}
	return nil
}

// switchedOff stands for a partner that is not configured any more, as one that knows no batch. So a run ends as with a partner that never
// answers, and its credit is released.
type switchedOff struct{ provider.Screener }

func (switchedOff) Screen(context.Context, provider.Batch) error {
	return provider.Later(provider.Other, "the partner is switched off")
}

func (switchedOff) Screened(context.Context, string) (provider.ScreenResult, error) {
	return provider.ScreenResult{}, provider.Refuse(provider.NotThere, "the partner is switched off")
}

func (switchedOff) Cancel(context.Context, string) error { return nil }

// step does one thing, or tells that there is nothing to do until the partner has gone on.
func (r *Service) step(ctx context.Context, partner provider.Screener, w *Run) (moved bool, err error) {
	if held, err := r.held(ctx, w); err != nil || held {
		return held, err
	}
	if w.Stop {
		r.cancel(ctx, partner, w)
	}
	took, err := r.take(ctx, partner, w)
	if err != nil || took {
		return took, err
	}
	switch {
	case !w.Stop && w.Next < w.Packs && len(w.Batches) < atPartner:
		return r.submit(ctx, partner, w)
	case len(w.Batches) == 0 && (w.Stop || w.Next == w.Packs):
		return false, r.finish(ctx, w)
	}
	return false, nil
}

// reference of a batch at the partner: the collection, the run, the pack, and the mark of the collection's kind where it has one.
func (w *Run) reference(place int) string {
	ref := w.Collection + "-" + w.ID + "-" + strconv.Itoa(place)
	if w.Mark != "" {
		ref += "-" + w.Mark
	}
	return ref
}

// submit sends the next packs to the partner. The packs are stored before, so that the result of each one can be
// queried after any failure.
func (r *Service) submit(ctx context.Context, partner provider.Screener, w *Run) (bool, error) {
	now := r.Now()
	from := len(w.Batches)
	for ; w.Next < w.Packs && len(w.Batches) < atPartner; w.Next++ {
		w.Batches = append(w.Batches, batch{w.Next, now.Unix()})
	}
	if w.Status == Waiting {
		w.Status = Queued
	}
	if done, err := r.keep(ctx, w, nil, w.locks()...); err != nil || !done {
		return done, err
	}
	ended := false // an empty pack is not sent, so the partner makes no callback for it
	for _, b := range w.Batches[from:] {
		sent, err := r.send(ctx, partner, w, b.Place)
		if ended = ended || err == nil && !sent; err != nil {
			r.Log(map[string]any{"warning": "screening: " + err.Error(), "id": w.ID, "pack": b.Place})
		}
	}
	return ended || w.Next < w.Packs && len(w.Batches) < atPartner, nil
}

// send sends one pack to the partner. sent is false for an empty pack, which is not sent.
func (r *Service) send(ctx context.Context, partner provider.Screener, w *Run, place int) (sent bool, err error) {
	k, err := r.kindOf(w.Mark)
	if err != nil {
		return false, err
	}
	numbers, err := k.packAt(ctx, w, place)
	if err != nil || len(numbers) == 0 {
		return false, err
	}
	checks := []string{provider.CheckActive}
	if w.Kind == whole {
		checks = []string{provider.CheckWhatsApp, provider.CheckActive, provider.CheckProfile}
	}
	return true, partner.Screen(ctx, provider.Batch{Reference: w.reference(place), Numbers: numbers, Checks: checks})
}

func (r *Service) cancel(ctx context.Context, partner provider.Screener, w *Run) {
	for _, b := range w.Batches {
		if err := partner.Cancel(ctx, w.reference(b.Place)); err != nil {
			r.Log(map[string]any{"warning": "screening: cancel: " + err.Error(), "id": w.ID, "pack": b.Place})
		}
	}
}

// take asks about every batch at the partner and keeps what has ended, all in one transaction with the run: so nothing counts twice.
func (r *Service) take(ctx context.Context, partner provider.Screener, w *Run) (took bool, err error) {
	k, err := r.kindOf(w.Mark)
	if err != nil {
		return false, err
	}
	found := map[int]map[uint64]contact.Proof{}
	var rest []batch
	for _, b := range w.Batches {
		numbers, err := k.packAt(ctx, w, b.Place)
		if err != nil {
			return false, err
		}
		end, said, err := r.ask(ctx, partner, w, b, len(numbers))
		if err != nil {
			return false, err
		}
		if end == runs {
			rest = append(rest, b)
			continue
		}
		found[b.Place] = w.count(numbers, end, said, r.Now())
	}
	if len(rest) == len(w.Batches) {
		return false, nil
	}
	if w.Batches = rest; w.Status == Queued {
		w.Status = Working
	}
	return r.keep(ctx, w, found)
}

// ending is how a batch ended.
type ending uint8

const (
	runs   ending = iota // it has not
	seen                 // all members were checked, also those without a result
	broken               // only members with a result were checked: the batch was refused, stopped, lost or given up
)

// ask tells whether a batch has ended, and what was said. One that never arrived is handed over again; one that never ends is given up.
func (r *Service) ask(ctx context.Context, partner provider.Screener, w *Run, b batch, numbers int) (end ending, said []provider.Finding,
	err error) {
	if numbers == 0 {
		return seen, nil, nil
	}
	late := runs
	if r.Now().Sub(time.Unix(b.At, 0)) > patience {
		late = broken
	}
	got, err := partner.Screened(ctx, w.reference(b.Place))
	switch cause := provider.CauseOf(err); {
	case err == nil && got.State == provider.BatchDone:
		return seen, got.Results, nil
	case err == nil && got.State == provider.BatchCancelled:
		return broken, got.Results, nil
	case err == nil && got.State == provider.BatchRefused:
		w.Reason = got.Code
		return broken, nil, nil
	case err == nil:
		return late, got.Results, nil
	case cause == provider.NotThere && !w.Stop && late == runs:
		if _, err := r.send(ctx, partner, w, b.Place); provider.CauseOf(err) == provider.BadInput {
			w.Reason = string(provider.BadInput)
			return broken, nil, nil
		}
		return runs, nil, nil
	case cause == provider.NotThere:
		return broken, nil, nil
	case cause == "":
		return runs, nil, err
	}
	r.Log(map[string]any{"warning": "screening: " + err.Error(), "id": w.ID, "pack": b.Place})
	return late, nil, nil
}

// count adds the results of a pack's members to the run, and returns them as evidence. Results of unknown numbers are
// ignored.
func (w *Run) count(numbers []uint64, end ending, said []provider.Finding, now time.Time) map[uint64]contact.Proof {
	out := make(map[uint64]contact.Proof, len(said))
	w.Asked += len(numbers)
	for _, f := range said {
		if _, asked := slices.BinarySearch(numbers, f.Number); !asked {
			continue
		}
		if _, twice := out[f.Number]; twice {
			continue
		}
		if f.Checked.IsZero() {
			f.Checked = now
		}
		p := contact.Proof{Gender: f.Gender, Age: f.Age, Avatar: f.Avatar, AvatarAt: minutes(f.AvatarAt), Signature: f.Signature,
			SignedAt: minutes(f.SignedAt)}
		told := false
		if f.WhatsApp != nil && w.Kind == whole {
			p.Say(contact.ByPartner, *f.WhatsApp, f.Checked)
			told = *f.WhatsApp
		}
		if !f.Active.IsZero() {
			p.Say(contact.ByPartnerOn, true, f.Active)
			told = told || w.Kind == active
		}
		out[f.Number] = p
		if w.Answered++; told {
			w.Valid++
		}
	}
	if end == seen {
		w.Looked += len(numbers)
	} else {
		w.Looked += len(out)
	}
	return out
}

func minutes(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix() / 60
}

// keep writes the run, and what was found out, in one transaction under conditions; done is false when another worker was faster or a
// condition does not hold.
func (r *Service) keep(ctx context.Context, w *Run, found map[int]map[uint64]contact.Proof, conds ...store.Op) (done bool, err error) {
	k, err := r.kindOf(w.Mark)
	if err != nil {
		return false, err
	}
	put := w.put()
	if len(found) > 0 {
		return k.prove(ctx, w, found, put)
	}
	err = store.TransactWithRetry(ctx, r.DB, tries, append(append([]store.Op{put}, k.standing(w, w.ID, w.transition(w.Had))...), conds...))
	if store.ConditionFailed(err) != nil {
		return false, nil
	}
	return err == nil, err
}
