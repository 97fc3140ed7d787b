package ledger

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the statements as files.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	const perm = "aty:accountstatement:page"
	list := func(name, path, perm, summary string, who func(ctx context.Context, in *StatementQuery) ([]Person, error), kinds string) {
		rows := func(ctx context.Context, in *StatementQuery) (export.Rows[Line], error) {
			people, err := who(ctx, in)
			if err != nil {
				return export.Rows[Line]{}, err
			}
			q := web.ListQuery(in)
			delete(q.Filters, "userId")
			if kinds != "" && q.Filters["businessType"] == "" {
				q.Filters["businessType"] = kinds
			}
			return r.Book.export(ctx, people, q)
		}
		export.Mount(a, d, export.List[StatementQuery, Line]{Name: name, Path: path, Perm: perm, Summary: summary, Columns: exported, Rows: rows})
	}
	own := func(ctx context.Context, _ *StatementQuery) ([]Person, error) {
		p := auth.Must(ctx)
		return []Person{{p.UserID, p.Name}}, nil
	}
	list("statement", "/pi/personal/info/statement/export", web.SignedIn, "The caller's own statement lines that match, as xlsx", own, "")
	list("statements", "/aty/accountstatement/export", perm, "The statement lines that match, as xlsx", r.people, "")
	list("recharges", "/aty/accountstatement/recharge/allrecord/export", perm, "Every recharge that matches, as xlsx", r.people, Recharge+","+PlatformRecharge)
}

// people are whose lines a query is about: one user in the caller's scope, or all of them.
func (r *Room) people(ctx context.Context, in *StatementQuery) ([]Person, error) {
	p := auth.Must(ctx)
	if in.UserID == "" {
		return r.People.Persons(ctx, p.Scope())
	}
	who, err := r.People.Person(ctx, p.Scope(), in.UserID)
	return []Person{who}, err
}

var exported = []export.Column[Line]{
	{Title: "serial", Value: func(l *Line) any { return l.SerialNumber }}, {Title: "customer", Value: func(l *Line) any { return l.UserName }},
	{Title: "businessType", Dict: "business_type", Value: func(l *Line) any { return l.BusinessType }}, {Title: "amount", Value: func(l *Line) any { return l.Amount }},
	{Title: "balance", Value: func(l *Line) any { return l.Balance }}, {Title: "operatorType", Dict: "operator_type", Value: func(l *Line) any { return l.OperatorType }},
	{Title: "operator", Value: func(l *Line) any { return l.Operator }}, {Title: "time", Value: func(l *Line) any { return l.CreateTime }},
	{Title: "remark", Value: func(l *Line) any { return l.Remark }},
}

// exportStep is how many lines of an account are read at a time.
const exportStep = 1000

// export gives the lines of an account in the default order in steps, so that the memory stays the same; else all that match.
func (b *Book) export(ctx context.Context, who []Person, q store.ListQuery) (export.Rows[Line], error) {
	plain, err := lines.Plain(q)
	if err != nil {
		return export.Rows[Line]{}, err
	}
	if !plain || len(who) != 1 {
		q.Current, q.Size = 1, 1<<30
		all, _, err := b.statement(ctx, who, q)
		return export.Of(all), err
	}
	a, _, err := store.Load[Account](ctx, b.DB, accountKey(who[0].ID), false)
	return export.Rows[Line]{Total: int(a.Lines), Each: func(yield func(*Line, error) bool) {
		for high := a.Lines; high > 0; high -= exportStep {
			got, err := b.lines(ctx, who[0], max(1, high-exportStep+1), high)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range got {
				if !yield(&got[i], nil) {
					return
				}
			}
		}
	}}, err
}
