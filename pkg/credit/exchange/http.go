package exchange

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Service is the routes of the rates, and their fetching.
type Service struct {
	Store  *Store
	Source func() (provider.Quoter, error) // nil without an error: there is none
	Every  func(ctx context.Context) (int, error)
	Queues queue.Queues
	Log    func(map[string]any)
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	rates := list.List[Row]{List: rows, Path: "/pay/rate", Perm: "pay:rate:page", Summary: "List current exchange rates in yuan", Rows: r.all,
		By: []string{"code"}}
	list.Options(a, rates.Line(""), rates, func(row *Row) Row { return *row })
	web.Handle(a, web.Route{Method: "GET", Path: "/pay/rate/history", Perm: "pay:rate:page",
		Summary: "List past rates of a currency, newest first, including fetched rates that were not used"}, r.history)
	web.Handle(a, web.Route{Method: "GET", Path: "/pay/rate/{code}", Perm: web.SignedIn,
		Summary: "Get the rate of a currency (RMB, USD, EUR, USDT) in yuan. Times 100: credits for a unit"}, r.get)
	web.Handle(a, web.Route{Method: "POST", Path: "/pay/rate", Perm: "pay:rate:edit", Summary: "Set the rate of a currency"}, r.post)
	web.Handle(a, web.Route{Method: "PUT", Path: "/pay/rate/{id}", Perm: "pay:rate:edit", Summary: "Set the rate of a currency"}, r.put)
}

// Row is the rate of a currency.
type Row struct {
	ID         string    `json:"id" example:"USDT"`
	Code       string    `json:"code" enum:"RMB,USD,EUR,USDT"`
	Rate       *Number   `json:"rate" doc:"Null: no rate yet."`
	Source     string    `json:"source" doc:"staff, or the source of the rate."`
	Operator   string    `json:"operator" doc:"Name of the staff member who set it."`
	Pinned     bool      `json:"pinned" doc:"Fetched rates do not replace it."`
	Stale      bool      `json:"stale" doc:"The rate is too old: no order is made with it."`
	Version    int64     `json:"version"`
	Time       time.Time `json:"time" doc:"Time given by the source."`
	CreateTime time.Time `json:"createTime"`
	Held       Judgement `json:"held,omitempty" enum:"stale,ahead,jumped" doc:"Reason why a fetched rate was not used. History only."`
}

func rowOf(e Entry) Row {
	row := Row{ID: e.Code, Code: e.Code, Source: e.Source, Operator: e.By, Pinned: e.Pinned, Version: e.Version, Time: e.At,
		CreateTime: e.Made, Held: e.Held}
	if e.Rate > 0 {
		rate := Number(e.Rate)
		row.Rate = &rate
	}
	return row
}

var rows = store.List[Row]{Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(r *Row) any { return r.CreateTime }},
	{Name: "code", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.Code }},
	{Name: "source", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.Source }},
}}

func (r *Service) all(ctx context.Context) ([]Row, error) {
	var out []Row
	for _, code := range append([]string{RMB}, Codes...) {
		e, err := r.Store.Of(ctx, code)
		if err != nil && !errors.Is(err, ErrStale) && !errors.Is(err, ErrNone) {
			return nil, err
		}
		row := rowOf(e)
		row.ID, row.Code, row.Stale = code, code, errors.Is(err, ErrStale)
		out = append(out, row)
	}
	return out, nil
}

// Fault tells a caller why there is no rate.
func Fault(err error) error {
	switch {
	case errors.Is(err, ErrUnknown):
		return fault.Missing()
	case errors.Is(err, ErrNone), errors.Is(err, ErrStale):
		return fault.New(fault.Unavailable, 50301, "exchange.stale").With(err)
	case errors.Is(err, ErrRange):
		return fault.Bad("rate", "exchange.range", "max", int64(Most/provider.RateOne))
	case errors.Is(err, ErrDecimals):
		return fault.Bad("rate", "exchange.decimals", "max", 8)
	}
	return err
}

func (r *Service) get(ctx context.Context, in *struct {
	Code string `path:"code" example:"USDT"`
}) (*Number, error) {
	e, err := r.Store.Of(ctx, in.Code)
	if err != nil {
		return nil, Fault(err)
	}
	n := Number(e.Rate)
	return &n, nil
}

func (r *Service) history(ctx context.Context, in *struct {
	web.Paging
	Code string `query:"code" required:"true" example:"USDT"`
}) (*web.Page[Row], error) {
	entries, total, err := r.Store.Page(ctx, in.Code, (in.Current-1)*in.Size, in.Size)
	if err != nil {
		return nil, Fault(err)
	}
	var out []Row
	for _, e := range entries {
		out = append(out, rowOf(e))
	}
	page := web.PageOf(in.Paging, store.Total{N: total}, out)
	return &page, nil
}

// ConvertRequest is a rate that staff set.
type ConvertRequest struct {
	Rate   NumberText `json:"rate"`
	Pinned *bool      `json:"pinned,omitempty" doc:"Fetched rates do not replace it. Default: true."`
}

func (r *Service) post(ctx context.Context, in *struct {
	Body struct {
		Code string `json:"code" enum:"USD,EUR,USDT"`
		ConvertRequest
	}
}) (*Row, error) {
	return r.set(ctx, in.Body.Code, in.Body.ConvertRequest)
}

func (r *Service) put(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"Currency code." example:"USDT"`
	Body ConvertRequest
}) (*Row, error) {
	return r.set(ctx, in.ID, in.Body)
}

func (r *Service) set(ctx context.Context, code string, w ConvertRequest) (*Row, error) {
	rate, err := w.Rate.rate()
	if err != nil {
		return nil, Fault(err)
	}
	before, err := r.Store.Of(ctx, code)
	if err != nil && !errors.Is(err, ErrNone) && !errors.Is(err, ErrStale) {
		return nil, Fault(err)
	}
	e, err := r.Store.set(ctx, Entry{Code: code, Rate: rate, By: auth.Must(ctx).Name, Pinned: w.Pinned == nil || *w.Pinned,
		Op: web.Operation(ctx)})
	if err != nil {
		return nil, Fault(err)
	}
	row := rowOf(e)
	auditlog.Note(ctx, code, before.seen(), e.seen())
	return &row, nil
}

// seen is what the audit log keeps.
func (e Entry) seen() any {
	if e.Version == 0 {
		return nil
	}
	return map[string]any{"rate": e.Rate.String(), "source": e.Source, "pinned": e.Pinned}
}
