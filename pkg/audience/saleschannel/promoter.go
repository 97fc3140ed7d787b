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

// PromoterInput is what the picker of owners is asked for.
type PromoterInput struct {
	web.ListInput
	CustomerID string `query:"customerId" maxLength:"64" doc:"Id of the customer whose channel it is. Default: the caller; for staff the platform itself."`
}

// ofName has the list find those who may own a channel of a customer, by a part of their name. Fault: 404.
func (r *Service) ofName(ctx context.Context, in *PromoterInput, l *list.List[Promoter], q *store.ListQuery) error {
	of, _, err := r.TenantOf(ctx, in.CustomerID)
	if err != nil {
		return err
	}
	name := q.Filters["name"]
	l.Rows = func(ctx context.Context) ([]Promoter, error) { return r.promoters(ctx, of, name) }
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
	if !near(of, &u) {
		return "", fault.Missing()
	}
	if !promotes(&u) {
		return "", fault.Bad("ownerId", "saleschannel.owner")
	}
	return u.Name, nil
}

// near reports a user that may own a channel of an owner, as far as it is where it belongs that decides.
func near(of auth.Owner, u *user.User) bool {
	return of.Tenant == Platform || u.Type == auth.Admin || u.ID == of.Agent || u.Owner().Tenant == of.Tenant
}

// mostPromoters of a picker.
const mostPromoters = 200

// promoters are users in the caller's scope who may own a channel of an owner: among staff, and among the newest customers and agents
// whose name matches.
func (r *Service) promoters(ctx context.Context, of auth.Owner, name string) ([]Promoter, error) {
	scope, in := auth.Must(ctx).Scope(), auth.Must(ctx).Scope()
	if of.Tenant != Platform && auth.Must(ctx).Type != auth.Secondary {
		in = auth.UserScope(of.Tenant) // a part of the caller's, whose newest may be others
	}
	q := store.ListQuery{Current: 1, Size: mostPromoters, Filters: map[string]string{}}
	if name != "" {
		q.Filters["name"] = name
	}
	above := slices.DeleteFunc([]string{of.Agent, of.Tenant}, func(id string) bool { return id == "" || id == Platform })
	ids, err := r.Users.Visible(ctx, scope, slices.Compact(above))
	if err != nil {
		return nil, err
	}
	for _, l := range []store.List[customer.Row]{customer.Agents, customer.Customers} {
		rows, _, err := l.Page(ctx, r.DB, string(in), q)
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
			fits := u.ID != "" && !u.Deleted && promotes(&u) && near(of, &u)
			if fits && strings.Contains(plain.Fold(u.Name), plain.Fold(name)) && len(out) < mostPromoters {
				out = append(out, Promoter{u.ID, u.Name, u.Phone, u.Roles})
			}
		}
	}
	return out, nil
}
