package emailtemplate

import (
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	L#emailtemplate#<scope> / <id>    the list rows, which hold all that is shown but the design
const table = "campaign"

var templates = store.List[Template]{Table: table, Entity: "emailtemplate", ByTime: true, Columns: []store.Column[Template]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(t *Template) any { return t.Name }},
	{Name: "subject", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "emailtemplate.column.subject",
		Get: func(t *Template) any { return t.Subject }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Enabled, Disabled}, Title: "status",
		Dict: "emailtemplate_status", Get: func(t *Template) any { return t.Status }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(t *Template) any { return t.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(t *Template) any { return t.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(t *Template) any { return t.CreateTime }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(t *Template) any { return t.UpdateTime }},
}}

// list declares the list.
func (s *Service) list() list.List[Template] {
	return list.List[Template]{List: templates, DB: s.DB, Path: base, Perm: perm + ":page",
		Summary: "List email templates in the caller's scope",
		File:    list.File{Name: "emailtemplate", Perm: perm + ":export", Summary: "Export the matching email templates as xlsx"}}
}
