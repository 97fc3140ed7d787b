package sysuser

import (
	"context"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, user.Row]{Name: "sysusers", Path: "/sysuser/export", Perm: "sysuser:page", Summary: "The system users that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[user.Row], error) {
			rows, err := user.Staff.All(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), in.list())
			return export.Of(rows), err
		},
		Columns: []export.Column[user.Row]{
			{Title: "id", Value: func(u *user.Row) any { return u.UserID }},
			{Title: "username", Value: func(u *user.Row) any { return u.Username }},
			{Title: "name", Value: func(u *user.Row) any { return u.Name }},
			{Title: "nickname", Value: func(u *user.Row) any { return u.Nickname }},
			{Title: "phone", Value: func(u *user.Row) any { return u.Phone }},
			{Title: "email", Value: func(u *user.Row) any { return u.Email }},
			{Title: "roles", Value: func(u *user.Row) any { return strings.Join(u.Roles, ", ") }},
			{Title: "status", Dict: "user_status", Value: func(u *user.Row) any { return u.Status }},
			{Title: "created", Value: func(u *user.Row) any { return u.CreateTime }},
		},
	})
}

// list is the query as the list takes it.
func (in *Query) list() store.ListQuery {
	q := web.ListQuery(in)
	if in.Role != "" {
		q.Filters["role"] = user.RoleFilter(in.Role)
	}
	return q
}
