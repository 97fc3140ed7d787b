package saleschannel

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// Promoter is a user that can own a channel.
type Promoter struct {
	UserID string   `json:"userId"`
	Name   string   `json:"name"`
	Phone  string   `json:"phone"`
	Roles  []string `json:"roles" nullable:"false"`
}

var promoterList = list.List[Promoter]{By: []string{"name"}, List: store.List[Promoter]{Columns: []store.Column[Promoter]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(p *Promoter) any { return p.Name }},
}}}

// ofName has the list find promoters in the caller's scope by a part of their name.
func (r *Service) ofName(_ context.Context, _ *web.ListInput, l *list.List[Promoter], q *store.ListQuery) error {
	name := q.Filters["name"]
	l.Rows = func(ctx context.Context) ([]Promoter, error) { return r.promoters(ctx, auth.Must(ctx).Scope(), name) }
	return nil
}

func promotes(u *user.User) bool {
	return slices.Contains(u.Roles, role.Promoter) || slices.Contains(u.Roles, role.Sales)
}

// promoter is the name of a user in the caller's scope who may own a channel: of the role promoter or sales, and for a channel of a
// customer one of the customer's, its agent, or staff. Faults: 404; 400 saleschannel.owner.
func (r *Service) promoter(ctx context.Context, of auth.Owner, userID string) (string, error) {
	u, err := r.Users.Find(ctx, auth.Must(ctx).Scope(), userID)
	if err != nil {
		return "", err
	}
	if of.Tenant != Platform && u.Type != auth.Admin && u.ID != of.Agent && u.Owner().Tenant != of.Tenant {
		return "", fault.Missing()
	}
	if !promotes(&u) {
		return "", fault.Bad("ownerId", "saleschannel.owner")
	}
	return u.Name, nil
}

// mostPromoters of a picker.
const mostPromoters = 200

// promoters are users in a scope who may own channels: among staff, and among the newest customers and agents whose name matches.
func (r *Service) promoters(ctx context.Context, scope auth.Scope, name string) ([]Promoter, error) {
	q := store.ListQuery{Current: 1, Size: mostPromoters, Filters: map[string]string{}}
	if name != "" {
		q.Filters["name"] = name
	}
	var ids []string
	for _, l := range []store.List[customer.Row]{customer.Agents, customer.Customers} {
		rows, _, err := l.Page(ctx, r.DB, string(scope), q)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			ids = append(ids, row.UserID)
		}
	}
	if scope == auth.Everything {
		staff, err := sysuser.HoldersOf(ctx, r.DB, role.Promoter, role.Sales)
		if err != nil {
			return nil, err
		}
		ids = append(ids, staff...)
	}
	slices.Sort(ids)
	out := []Promoter{}
	for some := range slices.Chunk(slices.Compact(ids), 100) {
		keys := make([]store.Key, len(some))
		for i, id := range some {
			keys[i] = user.Key(id)
		}
		items, err := r.DB.GetMany(ctx, keys, false)
		if err != nil {
			return nil, err
		}
		users, err := store.DecodeAll[user.User](items)
		if err != nil {
			return nil, err
		}
		for _, u := range users {
			if u.ID != "" && !u.Deleted && promotes(&u) && strings.Contains(plain.Fold(u.Name), plain.Fold(name)) && len(out) < mostPromoters {
				out = append(out, Promoter{u.ID, u.Name, u.Phone, u.Roles})
			}
		}
	}
	return out, nil
}
