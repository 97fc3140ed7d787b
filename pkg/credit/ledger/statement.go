package ledger

import (
	"context"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"time"
)

// Line is a statement line (decisions §10).
type Line struct {
	SerialNumber string       `json:"serialNumber"`
	BusinessType string       `json:"businessType" enum:"recharge,platformRecharge,pay,refund,compensate,discount,rebate,gift,withdrawal"`
	Amount       money.Amount `json:"amount" doc:"signed"`
	Balance      money.Amount `json:"balance" doc:"available credit after the line"`
	OperatorType string       `json:"operatorType"`
	Operator     string       `json:"operator"`
	CreateTime   time.Time    `json:"createTime"`
	Remark       string       `json:"remark"`
	OrderRef     string       `json:"orderRef,omitempty"`
	UserID       string       `json:"userId"`
	UserName     string       `json:"userName,omitempty"`
}

var lines = store.List[Line]{Entity: "line", Columns: []store.Column[Line]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(l *Line) any { return l.CreateTime }},
	{Name: "amount", Kind: store.Number, Sort: true, Get: func(l *Line) any { return int64(l.Amount) }},
	{Name: "businessType", Kind: store.Exact, Sort: true, Get: func(l *Line) any { return l.BusinessType }},
	{Name: "serialNumber", Kind: store.Exact, Get: func(l *Line) any { return l.SerialNumber }},
	{Name: "operatorType", Kind: store.Exact, Get: func(l *Line) any { return l.OperatorType }},
	{Name: "operator", Kind: store.Text, Get: func(l *Line) any { return l.Operator }},
	{Name: "remark", Kind: store.Text, Get: func(l *Line) any { return l.Remark }},
}}

// StatementQuery are the parameters of a statement.
type StatementQuery struct {
	web.ListParams
	UserID          string `query:"userId"`
	BusinessType    string `query:"businessType"`
	SerialNumber    string `query:"serialNumber"`
	OperatorType    string `query:"operatorType"`
	Operator        string `query:"operator"`
	Remark          string `query:"remark"`
	CreateTimeStart string `query:"createTimeStart"`
	CreateTimeEnd   string `query:"createTimeEnd"`
}

func (r *Room) own(ctx context.Context, in *StatementQuery) (web.Page[Line], error) {
	p := auth.Must(ctx)
	return r.statement(ctx, in, []Person{{p.UserID, p.Name}})
}

func (r *Room) page(ctx context.Context, in *StatementQuery) (web.Page[Line], error) {
	who, err := r.people(ctx, in)
	if err != nil {
		return web.Page[Line]{}, err
	}
	return r.statement(ctx, in, who)
}

func (r *Room) statement(ctx context.Context, in *StatementQuery, who []Person) (web.Page[Line], error) {
	q := web.ListQuery(in)
	delete(q.Filters, "userId")
	got, total, err := r.Book.statement(ctx, who, q)
	return web.PageOf(in.ListParams, total, got), err
}

func (r *Room) reconcile(ctx context.Context, _ *struct{}) (*Report, error) {
	return r.Book.Reconcile(ctx)
}

// statement pages by line number when it can: the lines of one account are numbered without a gap.
func (b *Book) statement(ctx context.Context, who []Person, q store.ListQuery) ([]Line, int, error) {
	plain, err := lines.Plain(q)
	if err != nil {
		return nil, 0, err
	}
	if plain && len(who) == 1 {
		a, _, err := store.Load[Account](ctx, b.DB, accountKey(who[0].ID), false)
		if err != nil {
			return nil, 0, err
		}
		high := a.Lines - int64((q.Current-1)*q.Size)
		if high <= 0 {
			return nil, int(a.Lines), nil
		}
		got, err := b.lines(ctx, who[0], max(1, high-int64(q.Size)+1), high)
		return got, int(a.Lines), err
	}
	var all []Line
	for _, w := range who {
		got, err := b.lines(ctx, w, 1, 0)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, got...)
	}
	all, err = lines.Select(all, q)
	if err != nil {
		return nil, 0, err
	}
	from := min((q.Current-1)*q.Size, len(all))
	return all[from:min(from+q.Size, len(all))], len(all), nil
}

// lines reads line numbers from…to of an account, newest first; to 0 means the last.
func (b *Book) lines(ctx context.Context, who Person, from, to int64) ([]Line, error) {
	high := lineKey(who.ID, to).SK
	if to == 0 {
		high = "E#~"
	}
	rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: accountKey(who.ID).PK, From: lineKey(who.ID, from).SK, To: high, Desc: true})
	if err != nil {
		return nil, err
	}
	entries, err := store.DecodeAll[Entry](rows)
	out := make([]Line, len(entries))
	for i, e := range entries {
		out[i] = Line{SerialNumber: e.Serial(who.ID), BusinessType: e.Type, Amount: e.Amount, Balance: e.Balance, OperatorType: e.By.Type, Operator: e.By.Name,
			CreateTime: e.At, Remark: e.Remark, OrderRef: e.Ref, UserID: who.ID, UserName: who.Name}
	}
	return out, err
}
