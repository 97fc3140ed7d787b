package sysuser

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// list declares the list of system users.
func (r *Room) list() list.List[user.Row] {
	return list.List[user.Row]{List: staff(), DB: r.Users.DB, Path: "/sysuser", Perm: "sysuser:page", Summary: "System users",
		File: list.File{Name: "sysusers", Summary: "The system users that match, as xlsx"}}
}

func staff() store.List[user.Row] {
	return user.Staff.With([]store.Column[user.Row]{
		{Name: "userId", Title: "id"},
		{Name: "username", Filter: true, Title: "username"},
		{Name: "name", Filter: true, Title: "name"},
		{Name: "nickname", Filter: true, Title: "nickname"},
		{Name: "phone", Filter: true, Title: "phone"},
		{Name: "email", Filter: true, Title: "email"},
		{Name: "role", Filter: true, Doc: "code of a role", Title: "roles"},
		{Name: "status", Filter: true, Doc: "active or locked", Title: "status", Dict: "user_status"},
		{Name: "createTime", Filter: true, Title: "created"},
	})
}

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) { export.Listed(a, d, r.list()) }
