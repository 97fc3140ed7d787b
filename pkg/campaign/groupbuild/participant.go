package groupbuild

import (
	"context"
	"maps"
	"slices"
	"time"

	"herald/pkg/provider"
)

// participant is a person in a group. The provider names it by its own id. While the id has no known number,
// the participant counts as a person beside the group's own people. With a number it is one of them, or a stranger,
// who does not count.
type participant struct {
	User   string             `dynamodbav:"u"`
	Number uint64             `dynamodbav:"n,omitempty"` // 0: not known yet
	State  provider.SeatState `dynamodbav:"s"`
	At     int64              `dynamodbav:"t"` // unix seconds
}

// mostParticipants are kept of a group; of those who left the oldest go first.
const mostParticipants = 100

// unnamed returns the participants without a known number.
func (g *group) unnamed() (all []participant) {
	for _, p := range g.Participants {
		if p.Number == 0 {
			all = append(all, p)
		}
	}
	return all
}

// take writes the provider's state of a group over its people and participants. whole reports that the group has no
// other people.
func (w *work) take(ctx context.Context, members []provider.GroupMember, whole bool) (changed bool, err error) {
	known, err := w.identify(ctx, members)
	if err != nil {
		return false, err
	}
	merged := w.merge(known)
	moved, strange := w.participate(members, whole)
	changed = w.applyMembers(members) || merged || moved
	if whole && !strange {
		changed = w.gone(members) || changed
	}
	return changed, nil
}

// identify gives the numbers of all user ids of a group, and of its members that are named by an id alone: as the provider tells them now,
// as the group knows them, or as a webhook showed them.
func (w *work) identify(ctx context.Context, members []provider.GroupMember) (known map[string]uint64, err error) {
	known = map[string]uint64{}
	for _, p := range w.g.Participants {
		known[p.User] = p.Number
	}
	for _, m := range members {
		if m.User != "" && known[m.User] == 0 {
			known[m.User] = m.Number
		}
	}
	var asked []string
	for user, number := range known {
		if number == 0 {
			asked = append(asked, user)
		}
	}
	if w.Numbers != nil && len(asked) > 0 {
		found, err := w.Numbers(ctx, w.o.Sender, asked)
		if err != nil {
			return nil, err
		}
		maps.Copy(known, found)
	}
	for i, m := range members {
		if m.Number == 0 {
			members[i].Number = known[m.User]
		}
	}
	return known, nil
}

// merge gives participants the numbers that became known, and the seats of these numbers the state of their participant.
func (w *work) merge(known map[string]uint64) (changed bool) {
	all := slices.Clone(w.g.Participants) // what it was found with stays as it is
	for i, p := range all {
		if p.Number == 0 && known[p.User] > 0 {
			all[i].Number, changed = known[p.User], true
			w.applyMembers([]provider.GroupMember{{Number: all[i].Number, State: p.State, At: time.Unix(p.At, 0)}})
		}
	}
	w.g.Participants = all
	return changed
}

// participate takes over which participants are in a group that was asked about; whole tells that no other is. strange tells that one
// came whose number is not known: a person of the group who is missing may be that one.
func (w *work) participate(members []provider.GroupMember, whole bool) (changed, strange bool) {
	all, now := slices.Clone(w.g.Participants), w.Flow.Now().Unix()
	for _, m := range members {
		if m.User == "" {
			continue
		}
		i := slices.IndexFunc(all, func(p participant) bool { return p.User == m.User })
		switch {
		case i < 0:
			all, changed = append(all, participant{m.User, m.Number, provider.SeatJoined, now}), true
			strange = strange || m.Number == 0
		case all[i].State != provider.SeatJoined:
			all[i].State, all[i].At, changed = provider.SeatJoined, now, true
			strange = strange || m.Number == 0
		}
	}
	for i, p := range all {
		if whole && p.State == provider.SeatJoined &&
			!slices.ContainsFunc(members, func(m provider.GroupMember) bool { return m.User == p.User }) {
			all[i].State, all[i].At, changed = provider.SeatGone, now, true
		}
	}
	for len(all) > mostParticipants {
		oldest := slices.IndexFunc(all, func(p participant) bool { return p.State == provider.SeatGone })
		all = slices.Delete(all, max(0, oldest), max(0, oldest)+1)
	}
	w.g.Participants = all
	return changed, strange
}
