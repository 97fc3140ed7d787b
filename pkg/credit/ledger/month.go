package ledger

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// The month's file for finance has every line as it was written, each with the balance before and after. Behind the
// lines stand one row for each account and one for all: opening + lines = closing. Memory holds one row an account
// and a step of lines.

// Kinds of rows, dictionary finance_item.
const (
	itemLine  = "line"
	itemUser  = "user"
	itemTotal = "total"
)

// FinanceRow is a row of the month.
type FinanceRow struct {
	Item    string
	UserID  string
	Name    string
	Line    Line
	Opening money.Amount
	Amount  money.Amount
	Closing money.Amount
}

// MonthQuery asks for a month.
type MonthQuery struct {
	Month  string `query:"month" doc:"Month, yyyy-mm, at +08:00. Default: the current month."`
	UserID string `query:"userId" doc:"Id of a user in the caller's scope. Default: all users in it."`
}

// monthOf reads the month. Fault ledger.month.
func (b *Ledger) monthOf(text string) (span, error) {
	now := b.Now().In(clock.China)
	from := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, clock.China)
	if text != "" {
		var err error
		if from, err = time.ParseInLocation("2006-01", text, clock.China); err != nil || from.Before(epoch.AddDate(0, 0, -1)) || from.After(now) {
			return span{}, fault.Bad("month", "ledger.month").With(err)
		}
	}
	return span{from, from.AddDate(0, 1, 0).Add(-time.Nanosecond)}, nil
}

func (r *Service) financeExport(a *web.API, d *export.Exporter) {
	text := func(title, dict string, get func(*FinanceRow) any) export.Column[FinanceRow] {
		return export.Column[FinanceRow]{Title: title, Dict: dict, Value: get}
	}
	line := func(title, dict string, get func(*Line) any) export.Column[FinanceRow] {
		return text(title, dict, func(f *FinanceRow) any {
			if f.Item != itemLine {
				return nil
			}
			return get(&f.Line)
		})
	}
	export.Mount(a, d, export.List[MonthQuery, FinanceRow]{Name: "finance", Path: "/aty/accountstatement/month/finance/export",
		Perm:    "aty:accountstatement:page",
		Summary: "Export the statement lines of a month with balances, and the opening and closing balance of every account, as xlsx or CSV",
		Columns: []export.Column[FinanceRow]{
			text("item", "finance_item", func(f *FinanceRow) any { return f.Item }),
			text("userId", "", func(f *FinanceRow) any { return f.UserID }),
			text("customer", "", func(f *FinanceRow) any { return f.Name }),
			line("serial", "", func(l *Line) any { return l.SerialNumber }),
			line("businessType", "business_type", func(l *Line) any { return l.BusinessType }),
			text("opening", "", func(f *FinanceRow) any { return f.Opening }),
			text("amount", "", func(f *FinanceRow) any { return f.Amount }),
			text("closing", "", func(f *FinanceRow) any { return f.Closing }),
			line("operatorType", "operator_type", func(l *Line) any { return l.OperatorType }),
			line("operator", "", func(l *Line) any { return l.Operator }),
			line("time", "", func(l *Line) any { return l.CreateTime }),
			line("remark", "", func(l *Line) any { return l.Remark }),
		}, Rows: r.finance})
}

func (r *Service) finance(ctx context.Context, in *MonthQuery) (export.Rows[FinanceRow], error) {
	none := export.Rows[FinanceRow]{}
	s, err := r.Ledger.monthOf(in.Month)
	if err != nil {
		return none, err
	}
	who, err := r.ownerFor(ctx, &StatementQuery{UserID: in.UserID})
	if err != nil {
		return none, err
	}
	lines := r.Ledger.ascending(ctx, auth.Must(ctx).Scope(), s)
	if who != nil {
		lines = r.Ledger.oldest(ctx, *who, s)
	}
	return export.Rows[FinanceRow]{Total: -1, Each: r.month(ctx, lines)}, nil
}

// month streams the rows of lines that come the oldest first.
func (r *Service) month(ctx context.Context, all iter.Seq2[[]Line, error]) iter.Seq2[*FinanceRow, error] {
	return func(yield func(*FinanceRow, error) bool) {
		accounts, names := map[string]*FinanceRow{}, map[string]string{}
		for lines, err := range all {
			if err == nil {
				err = r.learn(ctx, names, lines)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, l := range lines {
				row := FinanceRow{Item: itemLine, UserID: l.UserID, Name: names[l.UserID], Line: l, Opening: l.Balance - l.Amount, Amount: l.Amount,
					Closing: l.Balance}
				of := accounts[l.UserID]
				if of == nil {
					of = &FinanceRow{Item: itemUser, UserID: l.UserID, Name: row.Name, Opening: row.Opening}
					accounts[l.UserID] = of
				}
				of.Amount, of.Closing = of.Amount+l.Amount, l.Balance
				if !yield(&row, nil) {
					return
				}
			}
		}
		total := FinanceRow{Item: itemTotal}
		for _, id := range slices.Sorted(maps.Keys(accounts)) {
			of := accounts[id]
			total.Opening, total.Amount, total.Closing = total.Opening+of.Opening, total.Amount+of.Amount, total.Closing+of.Closing
			if !yield(of, nil) {
				return
			}
		}
		yield(&total, nil)
	}
}

// learn adds the names of whose lines they are.
func (r *Service) learn(ctx context.Context, names map[string]string, lines []Line) error {
	var ids []string
	for _, l := range lines {
		if _, known := names[l.UserID]; !known && !slices.Contains(ids, l.UserID) {
			ids = append(ids, l.UserID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	more, err := r.Users.Names(ctx, ids)
	maps.Copy(names, more)
	return err
}

// ascending gives the lines of a scope in a span, the oldest first, in steps.
func (b *Ledger) ascending(ctx context.Context, scope auth.Scope, s span) iter.Seq2[[]Line, error] {
	return func(yield func([]Line, error) bool) {
		for month := first(s.from); !month.After(s.to); month = month.AddDate(0, 1, 0) {
			q := store.Query{Table: table, PK: journalPartition(scope, month), From: journalTime(s.from), To: journalTime(s.to) + "~", Limit: step}
			for {
				rows, err := b.DB.Query(ctx, q)
				if err != nil {
					yield(nil, err)
					return
				}
				got, err := store.DecodeAll[posting](rows)
				if !yield(linesOf(got), err) || err != nil {
					return
				}
				if len(rows) < step {
					break
				}
				q.After = store.SortKey(rows[len(rows)-1])
			}
		}
	}
}

// oldest gives the lines of one account in a span, the oldest first: the account is read backwards, as its lines are numbered.
func (b *Ledger) oldest(ctx context.Context, who user.User, s span) iter.Seq2[[]Line, error] {
	return func(yield func([]Line, error) bool) {
		var all []Line
		err := b.account(who)(ctx, s, func(lines []Line) bool {
			all = append(all, slices.DeleteFunc(lines, func(l Line) bool { return l.CreateTime.Before(s.from) || l.CreateTime.After(s.to) })...)
			return true
		})
		slices.Reverse(all)
		yield(all, err)
	}
}
