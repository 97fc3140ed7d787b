package reconcile

import (
	"context"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// Perm is the permission to check; its holders are notified of differences.
const Perm = "aty:ledger:reconcile"

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const path, perm = "/aty/accountstatement/reconcile", Perm
	web.Handle(a, web.Route{Method: "POST", Path: path, Perm: perm,
		Summary: "Start a reconciliation in the background, unless one is running. books recomputes all balances and reservations, " +
			"payments compares recent payments with the providers"}, r.start)
	web.Handle(a, web.Route{Method: "GET", Path: path, Perm: perm,
		Summary: "Get the last reconciliation of a kind with its differences. One of each kind runs every night"}, r.last)
	web.Handle(a, web.Route{Method: "GET", Path: path + "/runs", Perm: perm,
		Summary: "List finished reconciliations, newest first, without their differences"}, r.runs)
	web.Handle(a, web.Route{Method: "GET", Path: path + "/runs/{kind}/{id}", Perm: perm,
		Summary: "Get a reconciliation with its differences"}, r.one)
}

// RunDetail is a check.
type RunDetail struct {
	ID        string     `json:"id"`
	Kind      Kind       `json:"kind" enum:"books,payments"`
	Status    string     `json:"status" enum:"none,running,done"`
	By        string     `json:"by" doc:"Name of the user who started the check. Empty: started at night."`
	StartTime *time.Time `json:"startTime"`
	EndTime   *time.Time `json:"endTime"`
	Orders    int        `json:"orders" doc:"Payments only: orders checked with a provider."`
	Lines     int        `json:"lines" doc:"Payments only: lines of the providers' bills."`
	Credited  int        `json:"credited" doc:"Payments only: payments that this run found and credited."`
	ledger.Report
	Items []Difference `json:"items" doc:"Stored differences, at most 100."`
}

func checkedOf(run Run, k Kind) *RunDetail {
	c := &RunDetail{ID: run.ID, Kind: k, Status: "none", By: run.By, Report: ledger.NewWalk().Report, Items: []Difference{}}
	if run.ID == "" {
		return c
	}
	c.Status, c.StartTime, c.EndTime, c.Items = "running", &run.Started, run.Ended, append(c.Items, run.All...)
	if run.Walk != nil {
		c.Report = run.Walk.Report
	}
	if run.Round != nil {
		c.Orders, c.Lines, c.Credited = run.Round.Orders, run.Round.Lines, run.Round.Credited
		for _, d := range run.All {
			c.Differences = append(c.Differences, d.String())
		}
	}
	if run.Ended != nil {
		c.Status = "done"
	}
	c.Found = max(c.Found, run.Found)
	return c
}

type ofKind struct {
	Kind Kind `query:"kind" enum:"books,payments" default:"books"`
}

func (r *Service) start(ctx context.Context, in *ofKind) (*RunDetail, error) {
	run, err := r.Start(ctx, in.Kind, auth.Must(ctx).Name)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, run.ID, nil, map[string]any{"checked": string(in.Kind)})
	return checkedOf(run, in.Kind), nil
}

func (r *Service) last(ctx context.Context, in *ofKind) (*RunDetail, error) {
	run, _, err := r.Last(ctx, in.Kind)
	if err != nil {
		return nil, err
	}
	return checkedOf(run, in.Kind), nil
}

// PastRun is a check that has ended, in the history.
type PastRun struct {
	ID        string       `json:"id"`
	Kind      Kind         `json:"kind" enum:"books,payments"`
	By        string       `json:"by"`
	StartTime time.Time    `json:"startTime"`
	EndTime   *time.Time   `json:"endTime"`
	Found     int          `json:"found"`
	Credited  int          `json:"credited"`
	Orders    int          `json:"orders"`
	Lines     int          `json:"lines"`
	Accounts  int          `json:"accounts"`
	Entries   int          `json:"entries"`
	Available money.Amount `json:"available"`
	Reserved  money.Amount `json:"reserved"`
}

// newest is how many checks of a kind a response has.
const newest = 30

func (r *Service) runs(ctx context.Context, in *struct {
	Kind  Kind   `query:"kind" enum:"books,payments" default:"books"`
	After string `query:"after" doc:"Id of the last row of the previous page."`
}) (*[]PastRun, error) {
	runs, err := r.History(ctx, in.Kind, in.After, newest)
	if err != nil {
		return nil, err
	}
	out := make([]PastRun, len(runs))
	for i, run := range runs {
		c := checkedOf(run, in.Kind)
		out[i] = PastRun{ID: run.ID, Kind: in.Kind, By: run.By, StartTime: run.Started, EndTime: run.Ended, Found: c.Found, Credited: c.Credited,
			Orders: c.Orders,
			Lines:  c.Lines, Accounts: c.Accounts, Entries: c.Entries, Available: c.Available, Reserved: c.Reserved}
	}
	return &out, nil
}

func (r *Service) one(ctx context.Context, in *struct {
	Kind Kind   `path:"kind" enum:"books,payments"`
	ID   string `path:"id"`
}) (*RunDetail, error) {
	run, ok, err := r.Ended(ctx, in.Kind, in.ID)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Missing()
	}
	return checkedOf(run, in.Kind), nil
}
