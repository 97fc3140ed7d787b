package contact

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the module's lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	importTemplate(a, d)
	export.Listed(a, d, r.list())
	export.Mount(a, d, export.List[MemberQuery, Member]{Name: "members", Path: base + "/{id}/export", Perm: "aty:contactsgroup:member",
		Summary: "Export the matching members of a contact list as xlsx or CSV", Rows: r.exportMembers,
		Columns: memberColumns})
}

var memberColumns = []export.Column[Member]{
	{Title: "phoneNumber", Value: func(m *Member) any { return m.PhoneNumber }},
	{Title: "country", Value: func(m *Member) any { return m.CountryCode }},
	{Title: "validity", Dict: "member_validity", Value: func(m *Member) any { return m.Validity }},
	{Title: "source", Dict: "member_source", Value: func(m *Member) any { return m.Source }},
	{Title: "lastActive", Value: func(m *Member) any { return m.LastActiveTime }},
	{Title: "lastCheck", Value: func(m *Member) any { return m.LastCheckTime }},
	{Title: "created", Value: func(m *Member) any { return m.CreateTime }},
}

// emailColumns are those of a list of addresses behind the address and the members' own.
var emailColumns = []export.Column[Member]{
	{Title: "role", Dict: "yes_no", Value: func(m *Member) any { return m.Role }},
	{Title: "disposable", Dict: "yes_no", Value: func(m *Member) any { return m.Disposable }},
	{Title: "validity", Dict: "member_validity", Value: func(m *Member) any { return m.Validity }},
	{Title: "lastActive", Value: func(m *Member) any { return m.LastActiveTime }},
	{Title: "created", Value: func(m *Member) any { return m.CreateTime }},
}

// columns are those of an export of members, with what they have of their own beside the number or address: an import keeps the first
// columns of a file.
func (m *meta) columns() []export.Column[Member] {
	first, rest, own := memberColumns[0], memberColumns[1:], m.Columns
	if m.kind() == TypeEmail {
		first, rest, own = emailHeader, emailColumns, m.Columns[1:]
	}
	out := []export.Column[Member]{first}
	for _, name := range own {
		out = append(out, export.Column[Member]{Title: name, Own: true, Value: func(row *Member) any {
			if m.kind() == TypeEmail && sameColumn(name, ColumnName) {
				return row.Name
			}
			return row.Values[name]
		}})
	}
	return append(out, rest...)
}

// emailHeader is the column of the address in every language, so that a file that was exported can be imported.
var emailHeader = export.Column[Member]{Title: ColumnEmail, Own: true, Value: func(m *Member) any { return m.Email }}

// importTemplate declares an empty contact file with the header that an import asks for.
func importTemplate(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[TemplateQuery, Member]{Name: "contacts", Path: base + "/template", Perm: "aty:contactsgroup:import",
		Summary: "Download an empty contact file",
		Columns: []export.Column[Member]{{Title: "phoneNumber", Value: func(m *Member) any { return m.PhoneNumber }}},
		Rows: func(_ context.Context, in *TemplateQuery) (export.Rows[Member], error) {
			out := export.Of([]Member{})
			if in.Type == TypeEmail {
				out.Columns = []export.Column[Member]{emailHeader}
			}
			return out, nil
		}})
}

// TemplateQuery says what an empty contact file is for.
type TemplateQuery struct {
	Type string `query:"type" enum:"phone,email," doc:"What the file lists. Default: phone."`
}

// exportStep is how many members are read at a time, so that memory does not grow with the list.
const exportStep = 20 * packSize

// exportMembers gives members in the order of the list. Without a filter and in the order of time they are read in stretches.
func (r *Service) exportMembers(ctx context.Context, in *MemberQuery) (export.Rows[Member], error) {
	newest, err := memberList.Plain(store.ListQuery{SortFields: in.SortFields, SortOrders: in.SortOrders})
	if err != nil {
		return export.Rows[Member]{}, err
	}
	m, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return export.Rows[Member]{}, err
	}
	s, err := in.compile(ctx, r, m)
	if err != nil {
		return export.Rows[Member]{}, err
	}
	if byNumber := len(in.SortFields) > 0 && in.SortFields[0] != "createTime"; byNumber || !s.all() {
		all := *in
		all.Current, all.Size = 1, max(m.MemberCount, 1)
		page, err := r.memberSearch(ctx, &all, m, &s)
		out := export.Of(page.Records)
		out.Columns = m.columns()
		return out, err
	}
	total := m.MemberCount
	return export.Rows[Member]{Total: total, Columns: m.columns(), Each: func(yield func(*Member, error) bool) {
		for at := 0; at < total; at += exportStep {
			from, to := at, min(at+exportStep, total)
			if newest {
				from, to = total-to, total-at
			}
			rows, err := r.exportStretch(ctx, in.ID, from, to)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range rows {
				n := i
				if newest {
					n = len(rows) - 1 - i
				}
				if !yield(&rows[n], nil) {
					return
				}
			}
		}
	}}, nil
}

// exportStretch gives the members from…to as they are now: those that came or went while a file is written may stand in it or not.
func (r *Service) exportStretch(ctx context.Context, id string, from, to int) (rows []Member, err error) {
	get := func() (*meta, error) { return r.find(ctx, auth.Must(ctx).Scope(), id) }
	err = still(ctx, get, func(m *meta, packs []pack) error {
		rows, err = r.memberStretch(ctx, m, packs, from, min(to, m.MemberCount))
		return err
	})
	return rows, err
}
