package ledger

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// Exports declares the statements as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	const perm = "aty:accountstatement:page"
	list := func(name, path, perm, summary string, rows func(ctx context.Context, in *StatementQuery) (export.Rows[Line], error)) {
		export.Mount(a, d, export.List[StatementQuery, Line]{Name: name, Path: path, Perm: perm, Summary: summary, Filters: lines.Filters(),
			Columns: export.Titled(lines), Rows: rows})
	}
	list("statement", "/pi/personal/info/statement/export", web.SignedIn, "Export the caller's matching statement lines as xlsx or CSV",
		func(ctx context.Context, in *StatementQuery) (export.Rows[Line], error) {
			p := auth.Must(ctx)
			return r.export(ctx, in, &user.User{ID: p.UserID, Name: p.Name}, nil)
		})
	list("statements", "/aty/accountstatement/export", perm, "Export the matching statement lines as xlsx or CSV",
		func(ctx context.Context, in *StatementQuery) (export.Rows[Line], error) {
			who, err := r.ownerFor(ctx, in)
			if err != nil {
				return export.Rows[Line]{}, err
			}
			return r.export(ctx, in, who, nil)
		})
	r.financeExport(a, d)
	r.agentExport(a, d)
	list("recharges", "/aty/accountstatement/recharge/allrecord/export", perm,
		"Export the matching recharges as xlsx, without transfers between users", r.recharges)
}

// recharges are the recharges of customers, without movements between users and an agent's side of its gifts.
func (r *Service) recharges(ctx context.Context, in *StatementQuery) (export.Rows[Line], error) {
	none := export.Rows[Line]{}
	who, err := r.ownerFor(ctx, in)
	if err != nil {
		return none, err
	}
	asked := in.Filters["businessType"]
	if asked == "" {
		in.Filters = maps.Clone(in.Filters)
		in.Filters["businessType"] = Recharge + "," + PlatformRecharge
	}
	for word := range strings.SplitSeq(asked, ",") {
		if asked != "" && word != Recharge && word != PlatformRecharge {
			return none, fault.Bad("businessType", "web.filter", "field", "businessType")
		}
	}
	return r.export(ctx, in, who, func(l *Line) bool { return !l.internal })
}

// exportMost is how many lines are looked at for a file in another order than that of the time.
const exportMost = 100_000

// export gives the lines of one user, or of the caller's scope. keep may be nil. Fault ledger.exportMany (400).
func (r *Service) export(ctx context.Context, in *StatementQuery, who *user.User, keep func(*Line) bool) (export.Rows[Line], error) {
	from := r.source(ctx, who)
	if keep != nil {
		from = only(from, keep)
	}
	return r.exportIn(ctx, in, from)
}

// exportIn gives the lines of a source in the order of the time in steps, so that the memory stays the same; in another order they are
// read whole.
func (r *Service) exportIn(ctx context.Context, in *StatementQuery, from source) (export.Rows[Line], error) {
	none := export.Rows[Line]{}
	q, err := in.query()
	if err != nil {
		return none, err
	}
	s, err := r.Ledger.spanOf(q)
	if err != nil {
		return none, err
	}
	if byTime, _ := lines.Plain(store.ListQuery{SortFields: q.SortFields, SortOrders: q.SortOrders}); !byTime {
		all, more, err := r.find(ctx, from, s, q, exportMost)
		if err == nil && more {
			err = fault.Bad("createTimeStart", "ledger.exportMany", "n", exportMost)
		}
		if err == nil {
			err = r.named(ctx, all)
		}
		return export.Of(all), err
	}
	if _, err := lines.Select(nil, q); err != nil {
		return none, err
	}
	return export.Rows[Line]{Total: -1, Each: r.each(ctx, from, s, q)}, nil
}

// each streams what matches.
func (r *Service) each(ctx context.Context, from source, s span, q store.ListQuery) iter.Seq2[*Line, error] {
	return func(yield func(*Line, error) bool) {
		var bad error
		err := from(ctx, s, func(batch []Line) bool {
			var kept []Line
			if kept, bad = lines.Select(batch, q); bad == nil {
				bad = r.named(ctx, kept)
			}
			for i := range kept {
				if bad != nil || !yield(&kept[i], nil) {
					return false
				}
			}
			return bad == nil
		})
		if err = errors.Join(err, bad); err != nil {
			yield(nil, err)
		}
	}
}

func only(from source, keep func(*Line) bool) source {
	return func(ctx context.Context, s span, yield func([]Line) bool) error {
		return from(ctx, s, func(batch []Line) bool {
			return yield(slices.DeleteFunc(batch, func(l Line) bool { return !keep(&l) }))
		})
	}
}
