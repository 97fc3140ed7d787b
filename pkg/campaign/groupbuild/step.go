package groupbuild

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

type rateFull = rate.Full

const (
	mostPuts   = 12               // how often a step is put off before it is given up
	mostAwait  = 10 * time.Minute // how long a group that was begun may be unknown to a provider that does not know repetitions
	mostComing = time.Hour        // how long one is waited for that is being made; then the tick asks about it
	mostPause  = time.Minute
)

// steps of a group behind its beginning, in their order. They follow from its order and its provider alone.
func (w *work) steps() (all []provider.GroupStep) {
	q := w.b
	add := func(kind provider.GroupStepKind, wanted bool, times int) {
		for n := range times {
			if wanted {
				all = append(all, provider.GroupStep{Kind: kind, Nth: n})
			}
		}
	}
	batch := max(1, w.profile.GroupBatch)
	add(provider.GroupAdd, w.profile.CanAdd, (len(w.g.Seats)/seatBytes+batch-1)/batch)
	add(provider.GroupPromote, w.g.Admins > 0, 1)
	add(provider.GroupMute, q.Mute, 1)
	add(provider.GroupDescribe, q.Description != "" || !w.profile.GroupRepeats, 1)
	add(provider.GroupPicture, q.Picture != "", 1)
	add(provider.GroupLink, true, 1)
	add(provider.GroupGreet, true, q.Greeting.Times)
	return all
}

// next is the step that comes next: one without a kind makes the group. false when all are done.
func (w *work) next() (*provider.GroupStep, bool) {
	if w.g.Step == 0 {
		return &provider.GroupStep{}, true
	}
	all := w.steps()
	i := w.g.Step - 2
	if i >= len(all) {
		return nil, false
	}
	return &all[i], true
}

// repeats tells whether a call may be made again.
func (w *work) repeats(s *provider.GroupStep) bool {
	return w.profile.GroupRepeats || s.Kind != "" && s.Kind != provider.GroupGreet
}

var errNoAdmin = errors.New("build: no administrator is left")

// prepare fills a step: who is added that may be, what is shown and said.
func (w *work) prepare(ctx context.Context, s *provider.GroupStep) (err error) {
	q := w.b
	s.Subject, s.Description = w.g.Name, q.Description
	switch s.Kind {
	case "", provider.GroupAdd, provider.GroupPromote:
		return w.allowed(ctx, s)
	case provider.GroupPicture:
		s.Picture, err = w.picture(ctx, q.Picture)
	case provider.GroupGreet:
		s.Text = q.Greeting.Text
		s.Picture, err = w.picture(ctx, q.Greeting.Picture)
	}
	return err
}

func (w *work) picture(ctx context.Context, id string) (*provider.GroupPictureFile, error) {
	if id == "" {
		return nil, nil
	}
	f, err := w.Files.Find(ctx, auth.Everything, id)
	if err != nil {
		return nil, err
	}
	_, content, err := w.Files.Open(ctx, auth.Everything, id)
	return &provider.GroupPictureFile{Type: f.Type, Content: content}, err
}

// allowed returns the people of a step who may be in the group: enabled staff, and members who are not blocked.
// errNoAdmin when only administrators may speak and none is left.
func (w *work) allowed(ctx context.Context, s *provider.GroupStep) error {
	var usable []bool
	guard := w.Suppressed.Guard(w.o.Owner.Tenant)
	err := parallel.Do(
		func() (err error) { usable, err = w.b.Usable(ctx); return err },
		func() error { _, err := guard.Check(ctx); return err })
	if err != nil {
		return err
	}
	staff := w.g.Services + w.g.Admins
	if w.b.Mute && !slices.Contains(usable[w.g.Services:staff], true) {
		return errNoAdmin
	}
	numbers, seats := unpack(w.g.People), unpackSeats(w.g.Seats)
	from, to := w.g.Services, staff // of the promotion
	if s.Kind == provider.GroupAdd {
		from = s.Nth * max(1, w.profile.GroupBatch)
		to = min(len(numbers), from+max(1, w.profile.GroupBatch))
	}
	if s.Kind == "" {
		return nil
	}
	for i := from; i < to; i++ {
		reason := 0
		if i < staff && !usable[i] {
			reason = 2
		} else if why, held := guard.Blocked(numbers[i], "whatsapp"); i >= staff && held {
			reason = max(1, slices.Index(reasons, "dispatch.held."+why))
		}
		if reason == 0 {
			s.Numbers = append(s.Numbers, numbers[i])
		} else if seats[i].State == provider.SeatWaiting {
			seats[i] = place{State: provider.SeatRefused, Reason: uint8(reason), At: w.Flow.Now().Unix()}
		}
	}
	w.g.Seats = packSeats(seats)
	return nil
}

// paused pauses an order for which nothing can be done as it stands.
func (w *work) paused(ctx context.Context, err error) (bool, error) {
	if !errors.Is(err, errNoAdmin) {
		return true, err
	}
	return true, w.Flow.PauseFor(ctx, w.o.ID, "group.pause.admin")
}

// began takes what became of the call that makes a group.
func (w *work) began(ctx context.Context, out provider.Outcome) (idle bool, err error) {
	switch {
	case out.Verdict == provider.Accepted:
		w.g.Step, w.g.Intent, w.g.Until, w.g.Puts = 1, false, 0, 0
		at := w.Flow.Now()
		if w.g.Made = &at; out.ProviderID == "" {
			return false, w.save(ctx)
		}
		mine := named{w.o.ID, w.g.N, w.g.reference(w.o)}
		return false, w.save(ctx, store.Op{Verb: store.Put, Key: requestKey(w.b.Via, out.ProviderID), Item: mine})
	case out.Verdict == provider.Unknown && !w.profile.GroupRepeats:
		return false, w.unclear(ctx, &provider.GroupStep{})
	case out.Verdict == provider.Rejected && !out.Stop:
		return false, w.fail(ctx, "group.fail.refused", out.Code)
	}
	return w.later(ctx, &out)
}

// later puts a step off that may work another time; an account that cannot make groups pauses the order.
func (w *work) later(ctx context.Context, out *provider.Outcome) (idle bool, err error) {
	w.g.Puts++
	if out.Stop {
		w.g.Intent, w.g.Until = false, 0
		if err := w.save(ctx); err != nil {
			return true, err
		}
		return true, w.Flow.PauseFor(ctx, w.o.ID, "group.pause.provider")
	}
	if w.g.Puts > mostPuts && w.g.Step == 0 && out.Verdict == provider.Retry {
		return false, w.fail(ctx, "group.fail.refused", out.Code)
	}
	return true, w.putOff(ctx, max(out.After, min(mostPause, time.Second<<min(w.g.Puts, 8))))
}

// unclear ends a step of unknown outcome that must not be repeated.
func (w *work) unclear(ctx context.Context, s *provider.GroupStep) error {
	w.g.Intent, w.g.Until, w.g.Puts = false, 0, 0
	if s.Kind != "" {
		w.g.undone(s.Kind)
		w.g.Step++
		return w.save(ctx)
	}
	w.g.State, w.g.Step, w.g.Reason = Unknown, 1, "group.note.doubt"
	return w.save(ctx, w.watch())
}

func (w *work) fail(ctx context.Context, reason string, code int) error {
	now := w.Flow.Now()
	w.g.State, w.g.Reason, w.g.Code, w.g.Intent, w.g.Until, w.g.Ended = Failed, reason, code, false, 0, &now
	return w.save(ctx)
}

// await asks whether a group that was begun is there.
func (w *work) await(ctx context.Context) (idle bool, err error) {
	seen, err := w.by.Find(ctx, w.g.reference(w.o), w.g.ID)
	switch {
	case provider.CauseOf(err) == provider.NotThere && w.profile.GroupRepeats:
		w.g.Step = 0 // it never arrived
		return false, w.save(ctx)
	case provider.CauseOf(err) == provider.NotThere && w.refused():
		return false, w.fail(ctx, "group.fail.refused", w.denial.Code)
	case provider.CauseOf(err) == provider.NotThere && w.g.Made != nil && w.Flow.Now().Sub(*w.g.Made) > mostAwait:
		return false, w.unclear(ctx, &provider.GroupStep{})
	case provider.CauseOf(err) == provider.BadAccount:
		return w.later(ctx, &provider.Outcome{Stop: true})
	case (err != nil || seen.State == provider.GroupComing) && w.g.Made != nil && w.Flow.Now().Sub(*w.g.Made) > mostComing:
		return false, w.unclear(ctx, &provider.GroupStep{})
	case err != nil || seen.State == provider.GroupComing:
		w.g.Puts++
		return true, w.putOff(ctx, min(mostPause, time.Second<<min(w.g.Puts, 8)))
	case seen.State == provider.GroupRefused:
		return false, w.fail(ctx, "group.fail.refused", seen.Code)
	}
	return false, w.there(ctx, &seen)
}

// there takes over a group that is there: its name at the provider is ours from now on.
func (w *work) there(ctx context.Context, seen *provider.GroupSnapshot) error {
	now := w.Flow.Now()
	w.g.ID, w.g.Step, w.g.Puts, w.g.Until, w.g.Made = seen.ID, 2, 0, 0, &now
	w.g.Bare = !w.profile.CanAdd
	if w.g.Reason == word(false) {
		w.g.Reason = "" // that was the try before
	}
	if seen.Link != "" {
		w.g.Link = seen.Link
	}
	mine := named{w.o.ID, w.g.N, w.g.reference(w.o)}
	return w.save(ctx, store.Op{Verb: store.Put, Key: nameKey(w.b.Via, seen.ID), Item: mine,
		If: store.Or(store.Missing("r"), store.Eq("r", mine.Ref))})
}

// notes are what is said of a group of which a step did not work.
var notes = map[provider.GroupStepKind]string{provider.GroupAdd: "group.note.add", provider.GroupPromote: "group.note.promote",
	provider.GroupMute:     "group.note.mute",
	provider.GroupDescribe: "group.note.describe", provider.GroupPicture: "group.note.picture", provider.GroupLink: "group.note.link",
	provider.GroupGreet: "group.note.greet"}

// undone notes that a step did not work.
func (g *group) undone(kind provider.GroupStepKind) {
	if note := notes[kind]; !slices.Contains(g.Undone, note) {
		g.Undone = append(slices.Clone(g.Undone), note) // what it was found with stays as it is
	}
}

// done takes what became of a step.
func (w *work) done(ctx context.Context, s *provider.GroupStep, out provider.GroupDone) (idle bool, err error) {
	switch {
	case out.Verdict == provider.Unknown && !w.repeats(s):
		return false, w.unclear(ctx, s)
	case out.Verdict == provider.Rejected && !out.Stop, out.Verdict == provider.Retry && w.g.Puts >= mostPuts,
		out.Verdict == provider.Unknown && w.g.Puts >= mostPuts:
		w.g.undone(s.Kind)
		w.g.Code = out.Code
		if s.Kind == provider.GroupAdd {
			w.seat(s, provider.SeatRefused, out.Code)
		}
	case out.Verdict != provider.Accepted:
		return w.later(ctx, &out.Outcome)
	case s.Kind == provider.GroupAdd:
		w.seat(s, provider.SeatUnknown, 0)
	case s.Kind == provider.GroupLink:
		w.g.Link = out.Link
	case s.Kind == provider.GroupGreet:
		w.g.Greeted++
	}
	w.applyMembers(out.Members)
	w.g.Step++
	w.g.Intent, w.g.Until, w.g.Puts = false, 0, 0
	return false, w.save(ctx)
}
