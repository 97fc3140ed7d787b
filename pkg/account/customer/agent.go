package customer

import (
	"cmp"
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/platform/sysuser"
)

// AgentOptions are the agents in a scope to choose from, beside staff (sysuser.Room.Agents).
func (r *Room) AgentOptions(ctx context.Context, scope auth.Scope, q store.ListQuery) ([]sysuser.Option, store.Total, error) {
	rows, total, err := Agents.Page(ctx, r.Users.DB, string(scope), q)
	out := make([]sysuser.Option, len(rows))
	for i := range rows {
		out[i] = agentOption(&rows[i])
	}
	return out, total, err
}

func agentOption(a *Row) sysuser.Option {
	return sysuser.Option{UserID: a.UserID, Name: a.Name, Nickname: cmp.Or(a.Nickname, a.Name), OrganizationName: a.CompanyName,
		Status: a.Status, Phone: a.Phone, CreateTime: a.CreateTime}
}

// agents is the list of agents.
func (r *Room) agents() list.List[Row] { return list.List[Row]{List: Agents, DB: r.Users.DB} }
