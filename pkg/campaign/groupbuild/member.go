package groupbuild

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Member is a person in a group.
type Member struct {
	ID          string     `json:"id" doc:"The number, or the provider's user id when the participant's number is hidden."`
	PhoneNumber string     `json:"phoneNumber" doc:"Phone number. Empty when it is hidden."`
	Role        string     `json:"role" enum:"member,service,admin"`
	State       string     `json:"state" enum:"waiting,invited,joined,refused,left,unknown"`
	Reason      string     `json:"reason"`
	Code        int        `json:"code,omitempty" doc:"The provider's error code."`
	Time        *time.Time `json:"time" doc:"Time of the last change of state."`
}

// people of a group, in the order of their seats.
func (r *Engine) people(ctx context.Context, g *group) []Member {
	numbers, seats := unpack(g.People), unpackSeats(g.Seats)
	out := make([]Member, len(seats))
	for i, s := range seats {
		m := Member{ID: digits(numbers[i]), PhoneNumber: digits(numbers[i]), Role: "member", State: memberStates[s.State],
			Reason: r.Flow.Texts(ctx, reasons[s.Reason]), Code: s.Code}
		switch {
		case i < g.Services:
			m.Role = "service"
		case i < g.Services+g.Admins:
			m.Role = "admin"
		}
		if s.At > 0 {
			at := time.Unix(s.At, 0).UTC()
			m.Time = &at
		}
		out[i] = m
	}
	for _, p := range g.unnamed() {
		at := time.Unix(p.At, 0).UTC()
		out = append(out, Member{ID: p.User, Role: "member", State: memberStates[p.State], Reason: r.Flow.Texts(ctx, "group.seat.unnamed"),
			Time: &at})
	}
	return out
}

func digits(n uint64) string { return strconv.FormatUint(n, 10) }

// MemberQuery are the parameters of the people of an order's groups.
type MemberQuery struct {
	ID    string   `path:"id"`
	State []string `query:"state" enum:"waiting,invited,joined,refused,left,unknown" doc:"One or several, separated by commas."`
	Role  []string `query:"role" enum:"member,service,admin" doc:"One or several, separated by commas."`
}

func (q *MemberQuery) matches(m *Member) bool {
	return web.Among(q.State, m.State) && web.Among(q.Role, m.Role)
}

func (r *Engine) membersPage(ctx context.Context, in *struct {
	MemberQuery
	N int `path:"n" minimum:"1"`
	web.ListParams
}) (web.Page[Member], error) {
	none := web.Page[Member]{}
	o, err := r.find(ctx, in.ID, &in.ListParams)
	if err != nil {
		return none, err
	}
	g, err := r.groupOf(ctx, o, in.N)
	if err != nil {
		return none, err
	}
	rows := slices.DeleteFunc(r.people(ctx, g), func(m Member) bool { return !in.matches(&m) })
	return web.PageOf(in.Paging, store.Total{N: len(rows)}, stretch(rows, &in.ListParams)), nil
}

// groupOf is a group of an order by its number from 1; the 404 fault for none.
func (r *Engine) groupOf(ctx context.Context, o *order.Order, n int) (*group, error) {
	g, ok, err := store.Load[group](ctx, r.Flow.DB, groupKey(o, n-1), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &g, err
}

// exported is a row of the file: a person and the group.
type exported struct {
	group  *Group
	member Member
}

// exportMembers reads an order's groups a page at a time.
func (r *Engine) exportMembers(ctx context.Context, in *MemberQuery) (export.Rows[exported], error) {
	out := export.Rows[exported]{Total: -1}
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return out, err
	}
	out.Each = func(yield func(*exported, error) bool) {
		for it, err := range store.Rows(ctx, r.Flow.DB, store.Query{Table: table, PK: order.Key(o.ID).PK, Prefix: groupsPrefix(o)}) {
			var g group
			if err == nil {
				_, err = store.Decode(it, &g)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			head := r.shown(ctx, o, &g)
			for _, m := range r.people(ctx, &g) {
				if in.matches(&m) && !yield(&exported{&head, m}, nil) {
					return
				}
			}
		}
	}
	return out, nil
}

// memberStates are the states of a person in a group, as the API names them.
var memberStates = [...]string{provider.SeatWaiting: "waiting", provider.SeatUnknown: "unknown", provider.SeatInvited: "invited",
	provider.SeatRefused: "refused", provider.SeatJoined: "joined", provider.SeatGone: "left"}
