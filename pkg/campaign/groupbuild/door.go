package groupbuild

import (
	"context"
	"slices"

	"herald/pkg/kit/phone"
	"herald/pkg/provider"
)

// door answers requests to join a group to which no member can be added. The order's own people are let in, all
// others are turned away. A failed answer is tried again at the group's next visit.
func (w *work) door(ctx context.Context) error {
	gate, has := w.by.(provider.GroupGate)
	if !has || !w.b.Approval {
		return nil
	}
	waiting, err := gate.JoinRequests(ctx, w.of())
	if err != nil {
		return err
	}
	if err := w.recognize(ctx, waiting); err != nil {
		return err
	}
	people := unpack(w.g.People)
	var in, out []string
	for _, k := range waiting {
		if k.Number == 0 && k.User != "" {
			continue // who asks may be one of the group's people: the request waits until its number is known
		}
		if slices.ContainsFunc(people, func(n uint64) bool { return phone.Same(n, k.Number) }) {
			in = append(in, k.ID)
		} else {
			out = append(out, k.ID)
		}
	}
	for _, some := range []struct {
		ids []string
		in  bool
	}{{out, false}, {in, true}} { // first those who take no place
		if len(some.ids) == 0 {
			continue
		}
		if done := gate.Admit(ctx, w.of(), some.ids, some.in); done.Verdict != provider.Accepted {
			return provider.Later(provider.Other, "the door: %s", done.Detail)
		}
	}
	return nil
}

// recognize gives requests to join that name a user id alone the number that the group, or a webhook, showed for it.
func (w *work) recognize(ctx context.Context, waiting []provider.JoinRequest) error {
	members := make([]provider.GroupMember, len(waiting))
	for i, k := range waiting {
		members[i] = provider.GroupMember{Number: k.Number, User: k.User}
	}
	if _, err := w.identify(ctx, members); err != nil {
		return err
	}
	for i := range waiting {
		waiting[i].Number = members[i].Number
	}
	return nil
}

// gone takes those who are not in a group any more for people who left.
func (w *work) gone(in []provider.GroupMember) bool {
	var left []provider.GroupMember
	seats := unpackSeats(w.g.Seats)
	for i, n := range unpack(w.g.People) {
		if seats[i].State == provider.SeatJoined &&
			!slices.ContainsFunc(in, func(m provider.GroupMember) bool { return phone.Same(n, m.Number) }) {
			left = append(left, provider.GroupMember{Number: n, State: provider.SeatGone})
		}
	}
	return w.applyMembers(left)
}

// refused tells that the provider said of this very group that it was not made.
func (w *work) refused() bool { return w.denial != nil && w.denial.Try == w.g.Try && w.g.ID == "" }
