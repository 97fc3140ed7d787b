package lov

import (
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }
