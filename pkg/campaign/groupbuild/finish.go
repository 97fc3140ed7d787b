package groupbuild

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// finish ends a group of which everything is done. A group without people, and without a way in, has failed.
func (w *work) finish(ctx context.Context) error {
	if !w.g.open() {
		return w.fail(ctx, "group.fail.nobody", w.g.Code)
	}
	now := w.Flow.Now()
	if w.g.State, w.g.Ended = Created, &now; w.g.missing() {
		return w.save(ctx, w.watch())
	}
	return w.save(ctx)
}

// open reports that a group has people, or a link by which people can join.
func (g *group) open() bool { return g.Bare && g.Link != "" || g.peopled() }

// peopled tells that some member was brought into a group, or may have been.
func (g *group) peopled() bool {
	return slices.ContainsFunc(unpackSeats(g.Seats)[g.Services+g.Admins:], func(s place) bool {
		return s.State != provider.SeatWaiting && s.State != provider.SeatRefused
	})
}

// look asks about a group that is there, or may be: its people change, and a doubt ends.
func (w *work) look(ctx context.Context) (idle bool, err error) {
	if w.g.State == Failed || w.g.State == Created && w.g.ID == "" {
		return true, nil
	}
	seen, err := w.by.Find(ctx, w.g.reference(w.o), w.g.ID)
	switch {
	case provider.CauseOf(err) == provider.NotThere && w.refused():
		return true, w.fail(ctx, "group.fail.refused", w.denial.Code)
	case provider.CauseOf(err) == provider.NotThere && w.g.Denied && w.g.State == Unknown && w.g.ID == "":
		return true, w.deny(ctx)
	case err != nil && w.g.State == Created && !w.g.Stale: // the tick asks again
		w.g.Stale = true
		return true, w.save(ctx, w.watch())
	case err != nil:
		return true, nil
	case w.g.State == Created:
		return true, w.applyProviderState(ctx, &seen)
	case seen.State == provider.GroupRefused:
		return true, w.fail(ctx, "group.fail.refused", seen.Code)
	case seen.State == provider.GroupComing:
		return true, nil
	}
	w.g.Reason, w.g.State, w.g.Denied, w.g.Proposal = "", Building, false, nil
	if err := w.there(ctx, &seen); err != nil || w.lasts() {
		return false, err
	}
	if _, err := w.take(ctx, seen.Members, false); err != nil {
		return true, err
	}
	return true, w.finish(ctx) // nothing more is done for it: it is as it is
}

// lasts tells whether a group is gone on with, now or when its order is started again.
func (w *work) lasts() bool {
	return w.may() || w.g.Gen == w.o.Gen && (w.o.Status == order.Sending || w.o.Status == order.Paused)
}

// stood takes over how a group stands that was made.
func (w *work) applyProviderState(ctx context.Context, seen *provider.GroupSnapshot) error {
	missed := w.g.missing()
	changed, err := w.take(ctx, seen.Members, seen.Whole)
	if err != nil {
		return err
	}
	changed, w.g.Stale = changed || w.g.Stale, false
	if seen.Closed && w.g.Reason != "group.note.closed" {
		w.g.Reason, changed = "group.note.closed", true
	}
	if changed {
		var with []store.Op
		if !missed && w.g.missing() {
			with = append(with, w.watch())
		}
		if err := w.save(ctx, with...); err != nil {
			return err
		}
	}
	if err := w.door(ctx); err != nil { // another request to join, or the tick, visits it again
		w.Flow.Log(map[string]any{"warning": "build: " + err.Error(), "order": w.o.ID})
	}
	return nil
}

// seat gives all people of a step a state.
func (w *work) seat(s *provider.GroupStep, state provider.SeatState, code int) {
	all := make([]provider.GroupMember, len(s.Numbers))
	for i, n := range s.Numbers {
		all[i] = provider.GroupMember{Number: n, State: state, Code: code}
	}
	w.applyMembers(all)
}

// applyMembers writes the provider's member states over the group's seats.
func (w *work) applyMembers(all []provider.GroupMember) (changed bool) {
	for i := range all {
		if all[i].At.IsZero() {
			all[i].At = w.Flow.Now()
		}
	}
	seats := unpackSeats(w.g.Seats)
	if changed = seated(seats, unpack(w.g.People), all); changed {
		w.g.Seats = packSeats(seats)
	}
	return changed
}

// adrift tells of a group whose order was stopped while its provider made it: it is asked about, as long as that decides a charge.
func (w *work) pendingAfterStop() bool {
	g := w.g
	begun := g.Step == 1 || g.Step == 0 && g.Intent && g.Until <= w.Flow.Now().UnixMilli()
	return begun && g.Gen == w.o.Gen && w.o.Status == order.Stopped && !w.o.Settled
}

// cutShort tells of a group that was there when its order, or its round, ended.
func (w *work) cutShort() bool {
	g := w.g
	return g.State == Building && g.ID != "" && g.Step > 1 && g.stands(w.o) != Building && (!g.Intent || g.Until <= w.Flow.Now().UnixMilli())
}

// endShort ends a group as it stands: who is in it is asked first, for the answer to the step that brought people into it may be lost.
func (w *work) endShort(ctx context.Context) (idle bool, err error) {
	seen, err := w.by.Find(ctx, w.g.reference(w.o), w.g.ID)
	switch {
	case err != nil && w.o.Settled:
		return true, w.unclear(ctx, &provider.GroupStep{}) // asked about for longer
	case err != nil:
		w.g.Puts++
		return true, w.putOff(ctx, min(mostPause, time.Second<<min(w.g.Puts, 8)))
	}
	if _, err := w.take(ctx, seen.Members, false); err != nil {
		return true, err
	}
	w.g.Intent, w.g.Until, w.g.Reason = false, 0, cmp.Or(w.g.Reason, "group.note.stopped")
	if !w.g.open() {
		return false, w.fail(ctx, w.g.Reason, w.g.Code)
	}
	return false, w.finish(ctx)
}

// endAll enqueues the groups that were being built when their order was stopped.
func (r *Engine) endAll(ctx context.Context, o *order.Order) error {
	all, err := r.groups(ctx, o, true)
	if err != nil {
		return err
	}
	var due []int
	for _, g := range all {
		if g.State == Building && g.Gen == o.Gen {
			due = append(due, g.N)
		}
	}
	return r.enqueue(ctx, o, due...)
}
