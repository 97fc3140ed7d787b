package ledger

import (
	"context"
	"iter"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// An agent gives credit of its own, takes it back, and sees what it earned by each order.

func (r *Service) agentRoutes(a *web.API) {
	line := func(method, below, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/proxy" + below, Perm: "proxy:" + verb, Summary: summary, Spends: method != "GET"}
	}
	page := line("GET", "/statement", "statement",
		"List statement lines of an agent and its customers with the agent's margin. Staff give agentId")
	page.Sorts, page.Filters = lines.Sorts(), lines.Filters()
	web.Handle(a, page, r.agentPage)
	web.Handle(a, line("POST", "/statement/recharge/{uid}/{rechargeNum}", "recharge",
		"Recharge a customer from the agent's credit, in whole credits"), r.rechargeBelow)
	web.Handle(a, line("PUT", "/rebate", "rebate", "Rebate credit to a customer from the agent's credit"), r.staff(Rebate, Rebates, 1))
	web.Handle(a, line("PUT", "/withdrawal", "withdrawal", "Withdraw credit from a customer to the agent, at most the balance"),
		r.staff(Withdrawal, CashOut, -1))
	web.Handle(a, line("PUT", "/statement/approved", "approve",
		"Refuse a statement line, which reverses it, or approve a refused one. Agents only for their own lines"), r.Approve)
}

// AgentLine is a line with what the agent earned.
type AgentLine struct {
	Line
	Margin *money.Amount `json:"margin" doc:"Margin that the agent earned, for a line that pays an order. Null until the order is settled."`
}

// AgentQuery are the parameters of an agent's statement.
type AgentQuery struct {
	StatementQuery
	AgentID string `query:"agentId" doc:"Id of the agent whose customers are listed. For staff."`
}

// AgentPage is a page of an agent's statement.
type AgentPage struct {
	web.Page[AgentLine]
	More bool `json:"more" doc:"True when not all lines were read. Use a shorter time range."`
}

// scopeOf is the scope that an agent's statement is about. The 404 fault for an agent that the caller does not see.
func (r *Service) scopeOf(ctx context.Context, agentID string) (auth.Scope, error) {
	p := auth.Must(ctx)
	if agentID == "" || p.Type == auth.Agent && agentID == p.UserID {
		return p.Scope(), nil
	}
	who, err := r.Users.Find(ctx, p.Scope(), agentID)
	if err == nil && (who.Type != auth.Agent || p.Type == auth.Agent) {
		err = fault.Missing()
	}
	return auth.AgentScope(agentID), err
}

func (r *Service) agentPage(ctx context.Context, in *AgentQuery) (*AgentPage, error) {
	scope, err := r.scopeOf(ctx, in.AgentID)
	if err != nil {
		return nil, err
	}
	who, err := r.ownerFor(ctx, &in.StatementQuery)
	if err != nil {
		return nil, err
	}
	got, err := r.statementIn(ctx, &in.StatementQuery, who, scope)
	if err != nil {
		return nil, err
	}
	rows, err := r.Ledger.margins(ctx, got.Records)
	return &AgentPage{Page: web.PageOf(in.Paging, store.Total{N: got.Total}, rows), More: got.More}, err
}

// margins finds what agents earned by the orders that lines pay: the other entry of the order's settlement. Two calls.
func (b *Ledger) margins(ctx context.Context, of []Line) ([]AgentLine, error) {
	out := make([]AgentLine, len(of))
	var keys []store.Key
	var at []int
	for i, l := range of {
		out[i].Line = l
		if l.BusinessType == Pay && l.OrderRef != "" {
			keys, at = append(keys, txKey(settlement+l.OrderRef)), append(at, i)
		}
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	if err != nil || len(keys) == 0 {
		return out, err
	}
	txs, err := store.DecodeAll[txRecord](rows)
	if err != nil {
		return nil, err
	}
	var shares []store.Key
	var whose []int
	for n, tx := range txs {
		if rows[n] == nil {
			continue
		}
		line := &out[at[n]]
		line.Margin = new(money.Amount)
		if i := slices.IndexFunc(tx.Account, func(a string) bool { return a != line.UserID }); i >= 0 {
			shares, whose = append(shares, entryKey(tx.Account[i], tx.Seqs[i], tx.Lines[i])), append(whose, at[n])
		}
	}
	if rows, err = b.DB.GetMany(ctx, shares, false); err != nil || len(shares) == 0 {
		return out, err
	}
	entries, err := store.DecodeAll[Entry](rows)
	for n, e := range entries {
		*out[whose[n]].Margin = e.Amount
	}
	return out, err
}

func (r *Service) rechargeBelow(ctx context.Context, in *struct {
	UserID string `path:"uid"`
	Num    string `path:"rechargeNum" example:"500"`
}) (*CreditChange, error) {
	amount, err := money.Parse(in.Num)
	if err != nil || amount%money.Credit != 0 {
		return nil, fault.Bad("rechargeNum", "ledger.wholeCredits")
	}
	check := func() error { return r.within(ctx, "rechargeNum", amount, money.Credit) }
	return r.change(ctx, AmountBody{UserID: in.UserID, Amount: amount}, check, Change{Type: PlatformRecharge, Available: amount},
		CashIn+"platform")
}

func (r *Service) agentExport(a *web.API, d *export.Exporter) {
	var columns []export.Column[AgentLine]
	for _, c := range export.Titled(lines) {
		columns = append(columns, export.Column[AgentLine]{Title: c.Title, Dict: c.Dict,
			Value: func(l *AgentLine) any { return c.Value(&l.Line) }})
	}
	columns = append(columns, export.Column[AgentLine]{Title: "margin", Value: func(l *AgentLine) any { return l.Margin }})
	export.Mount(a, d, export.List[AgentQuery, AgentLine]{Name: "proxystatement", Path: "/proxy/statement/export", Perm: "proxy:statement",
		Summary: "Export the matching lines of an agent's statement with margins as xlsx or CSV", Filters: lines.Filters(), Columns: columns,
		Rows: r.agentRows})
}

func (r *Service) agentRows(ctx context.Context, in *AgentQuery) (export.Rows[AgentLine], error) {
	none := export.Rows[AgentLine]{}
	scope, err := r.scopeOf(ctx, in.AgentID)
	if err != nil {
		return none, err
	}
	who, err := r.ownerFor(ctx, &in.StatementQuery)
	if err != nil {
		return none, err
	}
	rows, err := r.exportIn(ctx, &in.StatementQuery, r.sourceIn(who, scope))
	if err != nil {
		return none, err
	}
	return export.Rows[AgentLine]{Total: rows.Total, Each: r.Ledger.withMargins(ctx, rows.Each)}, nil
}

// marginsStep is how many lines get their margins at a time.
const marginsStep = 100

func (b *Ledger) withMargins(ctx context.Context, each iter.Seq2[*Line, error]) iter.Seq2[*AgentLine, error] {
	return func(yield func(*AgentLine, error) bool) {
		var step []Line
		flush := func() bool {
			rows, err := b.margins(ctx, step)
			step = step[:0]
			if err != nil {
				yield(nil, err)
				return false
			}
			for i := range rows {
				if !yield(&rows[i], nil) {
					return false
				}
			}
			return true
		}
		for l, err := range each {
			if err != nil {
				yield(nil, err)
				return
			}
			if step = append(step, *l); len(step) == marginsStep && !flush() {
				return
			}
		}
		flush()
	}
}

// Earnings are an agent's earnings by day, and the balances of its customers after their last line.
type Earnings struct {
	ByDay map[string]money.Amount // yyyy-mm-dd, at +08:00
	Last  map[string]money.Amount
	More  bool // there were too many lines to look at all
}

// Earnings looks at the lines of an agent's scope since a time, as many as a call may.
func (b *Ledger) Earnings(ctx context.Context, agent string, since time.Time) (*Earnings, error) {
	e := &Earnings{ByDay: map[string]money.Amount{}, Last: map[string]money.Amount{}}
	looked := 0
	err := b.walk(ctx, auth.AgentScope(agent), span{since, b.Now().Add(time.Hour)}, func(got []posting) bool {
		for _, p := range got {
			switch _, known := e.Last[p.Account]; {
			case p.Account == agent:
				if p.Type == Rebate && p.Ref != "" {
					e.ByDay[p.At.In(clock.China).Format(time.DateOnly)] += p.Amount
				}
			case !known:
				e.Last[p.Account] = p.Balance
			}
		}
		looked += len(got)
		e.More = looked >= lookMost
		return !e.More
	})
	return e, err
}
