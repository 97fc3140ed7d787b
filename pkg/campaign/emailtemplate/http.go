package emailtemplate

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

const (
	base = "/edm/template"
	perm = "edm:template"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (s *Service) Routes(a *web.API) { list.Mount(a, s.list()) }

// Exports declares the module's list as a file.
func (s *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, s.list()) }
