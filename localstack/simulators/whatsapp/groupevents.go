package whatsappsim

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// GroupAct is POST /_sim/groups: what a user, or WhatsApp, does about a group.
type GroupAct struct {
	Group  string `json:"group"`
	Number string `json:"number"` // with or without a plus
	User   string `json:"user"`   // a business-scoped user id: of a person whose number is not shown, or beside the number
	// join (by the link; asks where that is needed), revoke (takes the asking back), leave, suspend, show (User has Number)
	Do    string `json:"do"`
	Times int    `json:"times"` // how often a webhook tells of it; 0: once
	Lost  bool   `json:"lost"`  // none does
}

// Act lets a person act.
func (s *Sim) Act(in GroupAct) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.group(in.Group)
	if g == nil {
		return fmt.Errorf("there is no group %q", in.Group)
	}
	s.silent, s.again = in.Lost, max(0, in.Times-1)
	defer func() { s.silent, s.again = false, 0 }()
	who := waID(digitsOf(in.Number))
	switch {
	case in.Number == "" && in.User != "":
		who = in.User
	case in.User != "":
		g.identify(who, in.User)
	}
	switch in.Do {
	case "show": // its number is shown from now on
		if i := slices.Index(g.Participants, in.User); i > 0 {
			g.Participants[i] = who
		}
	case "join":
		return s.join(g, who)
	case "revoke":
		g.Requests = slices.DeleteFunc(g.Requests, func(r JoinRequest) bool { return r.WA == who })
		s.tellGroup("group_participants_update", g, with(g.named(who), map[string]any{"type": "group_join_request_revoked"}))
	case "leave":
		s.leave(g, who, "participant")
	case "suspend":
		g.Suspended = true
		s.tellGroup("group_status_update", g, map[string]any{"type": "group_suspend"})
	default:
		return fmt.Errorf("nobody does %q", in.Do)
	}
	return nil
}

// join lets a person open the link. The lock is held.
func (s *Sim) join(g *Group, who string) error {
	switch {
	case g.Link == "" || g.Suspended:
		return errors.New("no link leads into the group")
	case len(g.Participants) >= mostParticipants:
		return errors.New("the group is full")
	case slices.Contains(g.Participants, who):
		return nil
	case g.Mode == approval:
		r := JoinRequest{ID: "J" + strconv.FormatUint(s.Next(), 10), WA: who, At: s.Now().Unix()}
		g.Requests = append(g.Requests, r)
		s.tellGroup("group_participants_update", g,
			with(g.named(who), map[string]any{"type": "group_join_request_created", "join_request_id": r.ID}))
		return nil
	}
	s.enter(g, who)
	return nil
}

// enter puts a person into a group. The lock is held.
func (s *Sim) enter(g *Group, who string) {
	g.Participants = append(g.Participants, who)
	s.tellGroup("group_participants_update", g,
		map[string]any{"type": "group_participants_add", "reason": "invite_link",
			"added_participants": []any{with(g.named(who), map[string]any{"input": who})}})
}

// leave takes a person out of a group. The lock is held.
func (s *Sim) leave(g *Group, who, by string) {
	i := slices.Index(g.Participants, who)
	if i <= 0 { // the number itself stays
		return
	}
	g.Participants = slices.Delete(g.Participants, i, i+1)
	s.tellGroup("group_participants_update", g,
		map[string]any{"type": "group_participants_remove", "initiated_by": by,
			"removed_participants": []any{with(g.named(who), map[string]any{"input": who})}})
}

// named is how a group names a person: by number, by user id, or by both.
func (g *Group) named(who string) map[string]any {
	out := map[string]any{"wa_id": who}
	if strings.Contains(who, ".") {
		out = map[string]any{"user_id": who}
	}
	if user := g.users[who]; user != "" {
		out["user_id"] = user
	}
	return out
}

// identify shows a user id beside a number.
func (g *Group) identify(number, user string) {
	if g.users == nil {
		g.users = map[string]string{}
	}
	g.users[number] = user
}

func with(a, b map[string]any) map[string]any {
	maps.Copy(a, b)
	return a
}

// tellGroup sends a webhook about a group. The lock is held.
func (s *Sim) tellGroup(field string, g *Group, item map[string]any) {
	for range 1 + s.again {
		if !s.silent {
			s.hook(field, groupValue(s.line(g.Of), s.about(g, item)))
		}
	}
}

func (s *Sim) about(g *Group, item map[string]any) map[string]any {
	out := map[string]any{"timestamp": s.Now().Unix(), "group_id": g.ID, "request_id": g.Request}
	maps.Copy(out, item)
	return out
}

func groupValue(l *line, items ...map[string]any) []byte {
	return sim.Encoded(map[string]any{"messaging_product": "whatsapp",
		"metadata": map[string]string{"display_phone_number": l.Shown, "phone_number_id": l.ID}, "groups": items})
}

// lifecycle tells what became of a creation: the group, or why there is none.
func (s *Sim) lifecycle(r sim.Receipt) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.groups, func(g *Group) bool { return g.message == r.Message.ID })
	if i < 0 {
		return nil // it was deleted meanwhile
	}
	g, item := s.groups[i], map[string]any{"type": "group_create"}
	if r.Status == created.Status {
		item["subject"], item["description"], item["join_approval_mode"], item["invite_link"] = r.Message.Body, g.Description, g.Mode, g.Link
		return groupValue(s.line(g.Of), s.about(g, item))
	}
	item["errors"] = []any{map[string]any{"code": number(r.Code), "title": titleOf(number(r.Code)), "message": "the group was not made"}}
	item = s.about(g, item)
	delete(item, "group_id") // there is none
	return groupValue(s.line(g.Of), item)
}

// Groups are those that stand, as they are.
func (s *Sim) Groups() (all []Group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.groups {
		if s.stands(g) {
			one := *g
			one.Participants, one.Requests = slices.Clone(g.Participants), slices.Clone(g.Requests)
			all = append(all, one)
		}
	}
	return all
}

func (s *Sim) controlGroup(r *http.Request) (any, error) {
	var in GroupAct
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	return nil, s.Act(in)
}
