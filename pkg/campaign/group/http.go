package group

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Routes of the room (business-domain §7; decisions §2).
func (r *Room) Routes(a *web.API) {
	s := r.Spec()
	order.Mount(a, r.intake, r.detail, func(c *draftChange) (string, *Request) { return c.ID, &c.Request })
	get := func(path, verb, summary string) web.Route {
		return web.Route{Method: "GET", Path: s.Path + path, Perm: s.Perm + ":" + verb, Summary: summary}
	}
	web.Handle(a, get("/buildGroupScale", "estimate", "What a group may be, and who makes groups"), r.scale)
	web.Handle(a, get("/availabledays", "estimate", "The days on which an order may start, and how many groups can be made on each"), r.availableDays)
	web.Handle(a, web.Route{Method: "POST", Path: s.Path + "/check/money", Perm: s.Perm + ":estimate", Asks: true, Summary: "Whether balance and stock cover an order; changes nothing"}, r.checkMoney)
	web.Handle(a, get("/{id}/group/page", "page", "The groups of an order"), r.groupsPage)
	web.Handle(a, get("/{id}/group/{n}/member/page", "page", "The people of a group"), r.membersPage)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/group/{n}/settle", Perm: s.Perm + ":settle", Summary: "Say of a group of which nobody knows whether it was made: it is there, or it was not made"}, r.resolve)
}

// Exports declares the room's lists as files.
func (r *Room) Exports(a *web.API, d *export.Exporter) {
	s := r.Spec()
	r.Flow.Exports(a, d, Created, Failed, Unknown)
	export.Mount(a, d, export.List[MemberQuery, exported]{Name: s.Targets, Path: s.Path + "/{id}/export", Perm: s.Perm + ":export", Summary: "The people of an order's groups, as xlsx", Rows: r.exportMembers,
		Columns: []export.Column[exported]{
			{Title: "groupIndex", Value: func(m *exported) any { return m.group.Index }}, {Title: "groupName", Value: func(m *exported) any { return m.group.Name }},
			{Title: "groupStatus", Dict: "group_state", Value: func(m *exported) any { return m.group.Status }}, {Title: "groupLink", Value: func(m *exported) any { return m.group.Link }},
			{Title: "phoneNumber", Value: func(m *exported) any { return m.member.PhoneNumber }}, {Title: "groupRole", Dict: "group_role", Value: func(m *exported) any { return m.member.Role }},
			{Title: "memberState", Dict: "group_member_state", Value: func(m *exported) any { return m.member.State }}, {Title: "reason", Value: func(m *exported) any { return m.member.Reason }}}})
}

// Detail is an order as of now.
type Detail struct {
	order.Detail
	Content Request `json:"content" doc:"the order as it was written"`
	Via     string  `json:"provider" doc:"who makes the groups"`
	Members int     `json:"members" doc:"people in the order's groups, with customer service and administrators; 0 until it is planned"`
	People  People  `json:"people" doc:"of them, by state"`
}

// People counts people by how they stand in their groups.
type People struct {
	Waiting int `json:"waiting" doc:"nothing was done for them yet"`
	Invited int `json:"invited"`
	Joined  int `json:"joined"`
	Refused int `json:"refused"`
	Left    int `json:"left"`
	Unknown int `json:"unknown"`
}

func (p *People) count(seats []seat) {
	for _, s := range seats {
		*map[provider.SeatState]*int{provider.SeatWaiting: &p.Waiting, provider.SeatUnknown: &p.Unknown, provider.SeatInvited: &p.Invited, provider.SeatRefused: &p.Refused, provider.SeatJoined: &p.Joined, provider.SeatLeft: &p.Left}[s.State]++
	}
}

func (r *Room) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	b, _, err := store.Load[Body](ctx, r.DB, bodyKey(id), false)
	return func(common order.Detail, t *order.Tally) *Detail {
		d := &Detail{Detail: common, Content: b.Request, Via: b.Via}
		for _, g := range t.Parts.([]group) {
			seats := unpackSeats(g.Seats)
			d.People.count(seats)
			d.Members += len(seats)
		}
		return d
	}, err
}

// Group is a group of an order.
type Group struct {
	Index      int        `json:"index" doc:"from 1"`
	Name       string     `json:"name"`
	Status     string     `json:"status" enum:"waiting,building,created,failed,unknown"`
	Size       int        `json:"size" doc:"people, with customer service and administrators"`
	Members    People     `json:"members"`
	Link       string     `json:"link"`
	Reason     string     `json:"reason" doc:"why it failed, or what of it did not work"`
	Code       int        `json:"code,omitempty" doc:"the provider's"`
	Greeted    int        `json:"greeted" doc:"how often it was greeted"`
	CreateTime *time.Time `json:"createTime" doc:"when it was made"`
}

func (r *Room) shown(ctx context.Context, o *order.Order, g *group) Group {
	seats := unpackSeats(g.Seats)
	out := Group{Index: g.N + 1, Name: g.Name, Status: g.stands(o), Size: len(seats), Link: g.Link, Reason: r.Said(ctx, g.Reason), Code: g.Code, Greeted: g.Greeted, CreateTime: g.Made}
	if out.Status != g.State && g.Reason == "" && o.Status == order.Stopped {
		out.Reason = r.Said(ctx, "group.note.stopped")
	}
	out.Members.count(seats)
	return out
}

// GroupQuery are the parameters of an order's groups.
type GroupQuery struct {
	ID string `path:"id"`
	web.ListParams
	Status string `query:"status" enum:"waiting,building,created,failed,unknown,"`
}

func (r *Room) groupsPage(ctx context.Context, in *GroupQuery) (web.Page[Group], error) {
	o, err := r.find(ctx, in.ID, &in.ListParams)
	if err != nil {
		return web.Page[Group]{}, err
	}
	all, err := r.groups(ctx, o, false)
	if err != nil {
		return web.Page[Group]{}, err
	}
	if in.Status != "" {
		all = slices.DeleteFunc(all, func(g group) bool { return g.stands(o) != in.Status })
	}
	rows := []Group{}
	for _, g := range stretch(all, &in.ListParams) {
		rows = append(rows, r.shown(ctx, o, &g))
	}
	return web.PageOf(in.Paging, store.Total{N: len(all)}, rows), nil
}

// find is an order whose rows are asked for, in their own order.
func (r *Room) find(ctx context.Context, id string, in *web.ListParams) (*order.Order, error) {
	if len(in.SortFields) > 0 {
		return nil, fault.Bad("sortFields", "web.sortField", "field", in.SortFields[0])
	}
	return r.Find(ctx, id)
}

// stretch is a page of rows.
func stretch[T any](all []T, in *web.ListParams) []T {
	from := min(len(all), (in.Current-1)*in.Size)
	return all[from:min(len(all), from+in.Size)]
}
