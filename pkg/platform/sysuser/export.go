package sysuser

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// list declares the list of system users.
func (r *Service) list() list.List[Row] {
	return list.List[Row]{List: staff, DB: r.Users.DB, Path: "/sysuser", Perm: "sysuser:page", Summary: "List system users",
		File: list.File{Name: "sysusers", Summary: "Export the matching system users as xlsx or CSV"}}
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }
