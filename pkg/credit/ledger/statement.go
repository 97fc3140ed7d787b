package ledger

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Line is a statement line (decisions §10).
type Line struct {
	SerialNumber string       `json:"serialNumber"`
	BusinessType string       `json:"businessType" enum:"recharge,platformRecharge,pay,refund,compensate,discount,rebate,gift,withdrawal"`
	Amount       money.Amount `json:"amount" doc:"Signed amount."`
	Balance      money.Amount `json:"balance" doc:"Available credit after the line."`
	OperatorType string       `json:"operatorType"`
	Operator     string       `json:"operator"`
	CreateTime   time.Time    `json:"createTime"`
	Remark       string       `json:"remark"`
	Currency     string       `json:"currency,omitempty" doc:"Currency in which a recharge was paid, for the record."`
	OrderRef     string       `json:"orderRef,omitempty"`
	UserID       string       `json:"userId"`
	UserName     string       `json:"userName,omitempty"`
	Reverses     string       `json:"reverses,omitempty" doc:"Serial number of the line that this one reverses."`
	Replaces     string       `json:"replaces,omitempty" doc:"Serial number of the line that this one replaces."`
	internal     bool         // the other side of a move between users
}

var lines = store.List[Line]{Columns: []store.Column[Line]{
	{Name: "serialNumber", Kind: store.Exact, Filter: true, Title: "serial", Get: func(l *Line) any { return l.SerialNumber }},
	{Title: "customer", Get: func(l *Line) any { return l.UserName }},
	{Name: "businessType", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.", Words: kinds,
		Title: "businessType", Dict: "business_type",
		Get: func(l *Line) any { return l.BusinessType }},
	{Name: "amount", Kind: store.Number, Sort: true, Title: "amount", Get: func(l *Line) any { return l.Amount }},
	{Title: "balance", Get: func(l *Line) any { return l.Balance }},
	{Name: "operatorType", Kind: store.Exact, Filter: true, Words: operators, Title: "operatorType", Dict: "operator_type",
		Get: func(l *Line) any { return l.OperatorType }},
	{Name: "operator", Kind: store.Text, Filter: true, Title: "operator", Get: func(l *Line) any { return l.Operator }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "time", Get: func(l *Line) any { return l.CreateTime }},
	{Name: "remark", Kind: store.Text, Filter: true, Title: "remark", Get: func(l *Line) any { return l.Remark }},
}}

// StatementQuery are the parameters of a statement.
type StatementQuery struct {
	web.ListInput
	UserID string `query:"userId" doc:"Id of a user in the caller's scope. Default: all users in it."`
}

// StatementPage is a page of a statement.
type StatementPage struct {
	web.Page[Line]
	More bool           `json:"more" doc:"True when not all lines were read. Use a shorter time range."`
	Sums *StatementSums `json:"sums,omitempty" doc:"Sums of all lines that match, not only of this page. Present when lines are filtered or sorted, and all of them were read."`
}

// StatementSums are the sums of lines. In and Out are credit with at most two decimals; Out is not above 0.
type StatementSums struct {
	In  money.Amount `json:"in" doc:"Sum of the amounts above 0."`
	Out money.Amount `json:"out" doc:"Sum of the amounts below 0: 0 or less."`
}

func sumsOf(found []Line) *StatementSums {
	s := &StatementSums{}
	for _, l := range found {
		s.In += max(0, l.Amount)
		s.Out += min(0, l.Amount)
	}
	return s
}

// The limits of a call: lines of a filtered or sorted list, and of another one, unless a later page needs more; and
// the time without a start.
const (
	budget = 10_000
	glance = 1_000
	year   = 365 * 24 * time.Hour
)

// kinds and operators are the words of the filters.
var (
	kinds     = []string{Recharge, PlatformRecharge, Pay, Refund, Compensate, Discount, Rebate, Gift, Withdrawal}
	operators = []string{"admin", "agent", "customer", "secondary", "system"}
)

// query gives the filters of a statement.
func (in *StatementQuery) query() (store.ListQuery, error) {
	q := in.Query()
	_, err := lines.Plain(q)
	return q, err
}

// source gives lines of a span of time, newest first, in steps, until yield has enough.
type source func(ctx context.Context, s span, yield func([]Line) bool) error

func (r *Service) own(ctx context.Context, in *StatementQuery) (*StatementPage, error) {
	p := auth.Must(ctx)
	return r.statement(ctx, in, &user.User{ID: p.UserID, Name: p.Name})
}

func (r *Service) page(ctx context.Context, in *StatementQuery) (*StatementPage, error) {
	who, err := r.ownerFor(ctx, in)
	if err != nil {
		return nil, err
	}
	return r.statement(ctx, in, who)
}

// ownerFor gives the user of a query, in the caller's scope; nil for all users in it.
func (r *Service) ownerFor(ctx context.Context, in *StatementQuery) (*user.User, error) {
	p := auth.Must(ctx)
	switch {
	case in.UserID != "":
		who, err := r.Users.Find(ctx, p.Scope(), in.UserID)
		return &who, err
	case p.Type == auth.Secondary: // its scope has no other user
		return &user.User{ID: p.UserID, Name: p.Name}, nil
	}
	return nil, nil
}

func (r *Service) statement(ctx context.Context, in *StatementQuery, who *user.User) (*StatementPage, error) {
	return r.statementIn(ctx, in, who, auth.Must(ctx).Scope())
}

// statementIn is a page of the lines of one user, or of all users in a scope.
func (r *Service) statementIn(ctx context.Context, in *StatementQuery, who *user.User, scope auth.Scope) (*StatementPage, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	plain, _ := lines.Plain(q)
	if plain && who != nil {
		got, total, err := r.Ledger.numbered(ctx, *who, q)
		return &StatementPage{Page: web.PageOf(in.Paging, store.Total{N: total}, got)}, err
	}
	most := budget
	if plain {
		most = min(max(glance, q.Current*q.Size), budget)
	}
	s, err := r.Ledger.spanOf(q)
	if err != nil {
		return nil, err
	}
	cut := false // lines older than a year are not looked at
	if oldest := s.to.Add(-year); q.Filters["createTimeStart"] == "" && s.from.Before(oldest) {
		s.from, cut = oldest, true
	}
	found, more, err := r.find(ctx, r.sourceIn(who, scope), s, q, most)
	if err == nil && cut && !more {
		more, err = r.Ledger.older(ctx, who, scope, s.from)
	}
	if err != nil {
		return nil, err
	}
	page := &StatementPage{Page: web.Cut(in.Paging, found), More: more}
	if !plain && !more {
		page.Sums = sumsOf(found)
	}
	return page, r.named(ctx, page.Records)
}

func (r *Service) source(ctx context.Context, who *user.User) source {
	return r.sourceIn(who, auth.Must(ctx).Scope())
}

func (r *Service) sourceIn(who *user.User, scope auth.Scope) source {
	if who != nil {
		return r.Ledger.account(*who)
	}
	return r.Ledger.scope(scope)
}

// find gives what matches among the newest lines, in the order that is asked for; more tells that it stopped at most.
func (r *Service) find(ctx context.Context, from source, s span, q store.ListQuery, most int) (found []Line, more bool, err error) {
	looked := 0
	var bad error
	err = from(ctx, s, func(batch []Line) bool {
		looked += len(batch)
		var kept []Line
		if kept, bad = lines.Select(batch, q); bad != nil {
			return false
		}
		found = append(found, kept...)
		return looked < most
	})
	if err == nil {
		err = bad
	}
	if err == nil {
		found, err = lines.Select(found, q) // also when there is nothing, so that a wrong filter is refused
	}
	return found, looked >= most, err
}

// named fills in whose lines they are.
func (r *Service) named(ctx context.Context, page []Line) error {
	var ids []string
	for _, l := range page {
		if l.UserName == "" && !slices.Contains(ids, l.UserID) {
			ids = append(ids, l.UserID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	names, err := r.Users.Names(ctx, ids)
	for i := range page {
		if page[i].UserName == "" {
			page[i].UserName = names[page[i].UserID]
		}
	}
	return err
}
