package customer

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// list declares the list of customers and secondaries.
func (r *Service) list() list.List[Row] {
	return list.List[Row]{List: Customers, DB: r.Users.DB, Path: "/aty/customerinfo", Perm: "aty:customerinfo:page",
		Summary: "List customers and secondaries in the caller's scope",
		File:    list.File{Name: "customers", Summary: "Export the matching customers as xlsx or CSV"}}
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }
