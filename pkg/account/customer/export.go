package customer

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// list declares the list of customers and secondaries.
func (r *Room) list() list.List[user.Row] {
	return list.List[user.Row]{List: customers(), DB: r.Users.DB, Path: "/aty/customerinfo", Perm: "aty:customerinfo:page", Summary: "Customers and secondaries in the caller's scope",
		File: list.File{Name: "customers", Summary: "The customers that match, as xlsx"}}
}

func customers() store.List[user.Row] {
	return user.Customers.With([]store.Column[user.Row]{
		{Name: "userId", Filter: true, Title: "id"},
		{Name: "name", Filter: true, Title: "name"},
		{Name: "nickname", Filter: true, Title: "nickname"},
		{Name: "phone", Filter: true, Title: "phone"},
		{Name: "phoneNumber", Filter: true},
		{Name: "email", Filter: true, Title: "email"},
		{Name: "companyName", Filter: true, Title: "company"},
		{Name: "countryCode", Filter: true, Title: "country"},
		{Name: "customerType", Filter: true, Title: "customerType", Dict: "customer_type"},
		{Name: "customerLevel", Filter: true, Title: "customerLevel"},
		{Name: "type", Filter: true, Doc: "2 first-level, 3 secondary", Title: "userType", Dict: "user_type"},
		{Name: "recommendUserName", Filter: true, Title: "referrer"},
		{Title: "weight", Get: func(u *user.Row) any { return u.GroupSendWeight }},
		{Name: "status", Filter: true, Title: "status", Dict: "user_status"},
		{Name: "createTime", Filter: true, Title: "created"},
		{Name: "parentId", Filter: true},
		{Name: "agentId", Filter: true},
	})
}

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) { export.Listed(a, d, r.list()) }
