package customer

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// Exports declares the room's lists as files.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	column := func(title string, get func(*user.Row) any) export.Column[user.Row] {
		return export.Column[user.Row]{Title: title, Value: get}
	}
	export.Mount(a, d, export.List[Query, user.Row]{Name: "customers", Path: "/aty/customerinfo/export", Perm: "aty:customerinfo:page",
		Summary: "The customers that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[user.Row], error) {
			rows, err := user.Customers.All(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[user.Row]{
			column("id", func(u *user.Row) any { return u.UserID }), column("name", func(u *user.Row) any { return u.Name }),
			column("nickname", func(u *user.Row) any { return u.Nickname }), column("phone", func(u *user.Row) any { return u.Phone }),
			column("email", func(u *user.Row) any { return u.Email }), column("company", func(u *user.Row) any { return u.CompanyName }),
			column("country", func(u *user.Row) any { return u.CountryCode }),
			{Title: "customerType", Dict: "customer_type", Value: func(u *user.Row) any { return u.CustomerType }},
			column("customerLevel", func(u *user.Row) any { return user.LevelText(u.CustomerLevel) }),
			{Title: "userType", Dict: "user_type", Value: func(u *user.Row) any { return int(u.Type) }},
			column("referrer", func(u *user.Row) any { return u.RecommendName }), column("weight", func(u *user.Row) any { return u.GroupSendWeight }),
			{Title: "status", Dict: "user_status", Value: func(u *user.Row) any { return u.Status }},
			column("created", func(u *user.Row) any { return u.CreateTime }),
		},
	})
}
