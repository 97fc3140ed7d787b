package groupbuild

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// GroupRoutes are those of the groups of an order.
func (r *Engine) GroupRoutes(a *web.API) {
	s := r.Spec()
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/group/page", Perm: s.Perm + ":page", Summary: "List groups of an order"},
		r.groupsPage)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/group/{n}/member/page", Perm: s.Perm + ":page",
		Summary: "List members of a group"}, r.membersPage)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/group/{n}/settle", Perm: s.Perm + ":settle",
		Summary: "Settle a group in doubt after querying its provider: the group exists or not. Users other than staff make a " +
			"proposal"}, r.resolve)
}

// Exports declares the lists as files.
func (r *Engine) Exports(a *web.API, d *export.Exporter) {
	s := r.Spec()
	r.Flow.Listing().Exports(a, d, Created, Failed, Unknown)
	export.Mount(a, d, export.List[MemberQuery, exported]{Name: s.Targets, Path: s.Path + "/{id}/export", Perm: s.Perm + ":export",
		Summary: "Export the members of an order's groups as xlsx or CSV", Rows: r.exportMembers,
		Columns: []export.Column[exported]{
			{Title: "groupIndex", Value: func(m *exported) any { return m.group.Index }},
			{Title: "groupName", Value: func(m *exported) any { return m.group.Name }},
			{Title: "groupStatus", Dict: "group_state", Value: func(m *exported) any { return m.group.Status }},
			{Title: "groupLink", Value: func(m *exported) any { return m.group.Link }},
			{Title: "phoneNumber", Value: func(m *exported) any { return m.member.ID }},
			{Title: "groupRole", Dict: "group_role", Value: func(m *exported) any { return m.member.Role }},
			{Title: "memberState", Dict: "group_member_state", Value: func(m *exported) any { return m.member.State }},
			{Title: "reason", Value: func(m *exported) any { return m.member.Reason }}}})
}

// People counts people by how they stand in their groups.
type People struct {
	Waiting   int `json:"waiting" doc:"People that have not been processed yet."`
	Invited   int `json:"invited"`
	Joined    int `json:"joined"`
	Refused   int `json:"refused"`
	LeftGroup int `json:"left"`
	Unknown   int `json:"unknown"`
}

func (p *People) count(seats []place) {
	for _, s := range seats {
		*p.of(s.State)++
	}
}

// countUnnamed counts participants without a known number: each is a person until its number is known.
func (p *People) countUnnamed(g *group) (n int) {
	all := g.unnamed()
	for _, one := range all {
		*p.of(one.State)++
	}
	return len(all)
}

func (p *People) of(s provider.SeatState) *int {
	return map[provider.SeatState]*int{provider.SeatWaiting: &p.Waiting, provider.SeatUnknown: &p.Unknown, provider.SeatInvited: &p.Invited,
		provider.SeatRefused: &p.Refused, provider.SeatJoined: &p.Joined, provider.SeatGone: &p.LeftGroup}[s]
}

// PeopleOf counts the people of an order's groups.
func PeopleOf(t *order.Tally) (of People, n int) {
	for _, g := range t.Parts.([]group) {
		seats := unpackSeats(g.Seats)
		of.count(seats)
		n += len(seats) + of.countUnnamed(&g)
	}
	return of, n
}

// Group is a group of an order.
type Group struct {
	Index      int        `json:"index" doc:"Position, from 1."`
	Name       string     `json:"name"`
	Status     string     `json:"status" enum:"waiting,building,created,failed,unknown"`
	Size       int        `json:"size" doc:"Members, including customer service and administrators."`
	Members    People     `json:"members"`
	Link       string     `json:"link"`
	Reason     string     `json:"reason" doc:"Reason of the failure, or of a part that failed."`
	Code       int        `json:"code,omitempty" doc:"The provider's error code."`
	Greeted    int        `json:"greeted" doc:"Number of greetings sent."`
	CreateTime *time.Time `json:"createTime" doc:"Time when the group was made."`
	Proposal   *Proposal  `json:"proposal,omitempty" doc:"Proposal of the customer for a group in doubt. Staff decide."`
}

// stateNotice returns the text of a group's state: why it failed, or all that did not work.
func (r *Engine) stateNotice(ctx context.Context, g *group) string {
	if g.State == Failed {
		return r.Flow.Texts(ctx, g.Reason)
	}
	said := []string{}
	for _, key := range append(slices.Clone(g.Undone), g.Reason) {
		if key != "" {
			said = append(said, r.Flow.Texts(ctx, key))
		}
	}
	return strings.Join(said, " · ")
}

func (r *Engine) shown(ctx context.Context, o *order.Order, g *group) Group {
	seats := unpackSeats(g.Seats)
	out := Group{Index: g.N + 1, Name: g.Name, Status: g.stands(o), Size: len(seats), Link: g.Link, Reason: r.stateNotice(ctx, g),
		Code: g.Code, Greeted: g.Greeted, CreateTime: g.Made}
	if out.Status == Unknown {
		out.Proposal = g.Proposal
	}
	if out.Status != g.State && out.Reason == "" && o.Status == order.Stopped {
		out.Reason = r.Flow.Texts(ctx, "group.note.stopped")
	}
	out.Members.count(seats)
	out.Size += out.Members.countUnnamed(g)
	return out
}

// GroupQuery are the parameters of an order's groups.
type GroupQuery struct {
	ID string `path:"id"`
	web.ListParams
	Status []string `query:"status" enum:"waiting,building,created,failed,unknown" doc:"One or several, separated by commas."`
}

func (r *Engine) groupsPage(ctx context.Context, in *GroupQuery) (web.Page[Group], error) {
	o, err := r.find(ctx, in.ID, &in.ListParams)
	if err != nil {
		return web.Page[Group]{}, err
	}
	all, err := r.groups(ctx, o, false)
	if err != nil {
		return web.Page[Group]{}, err
	}
	all = slices.DeleteFunc(all, func(g group) bool { return !web.Among(in.Status, g.stands(o)) })
	rows := []Group{}
	for _, g := range stretch(all, &in.ListParams) {
		rows = append(rows, r.shown(ctx, o, &g))
	}
	return web.PageOf(in.Paging, store.Total{N: len(all)}, rows), nil
}

// find is an order whose rows are asked for, in their own order.
func (r *Engine) find(ctx context.Context, id string, in *web.ListParams) (*order.Order, error) {
	if len(in.SortFields) > 0 {
		return nil, fault.Bad("sortFields", "web.sortField", "field", in.SortFields[0])
	}
	return r.Flow.Find(ctx, id)
}

// stretch is a page of rows.
func stretch[T any](all []T, in *web.ListParams) []T {
	from := min(len(all), (in.Current-1)*in.Size)
	return all[from:min(len(all), from+in.Size)]
}
