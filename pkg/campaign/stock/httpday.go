package stock

import (
	"context"
	"math"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

var cardList = store.List[Card]{Columns: []store.Column[Card]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(c *Card) any { return c.Created }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Get: func(c *Card) any { return c.Code }},
	{Name: "country", Kind: store.Text, Sort: true, Filter: true, Get: func(c *Card) any { return c.Name }},
	{Name: "repertoryNum", Kind: store.Number, Sort: true, Get: func(c *Card) any { return c.ordered() }},
	{Name: "available", Kind: store.Number, Sort: true, Get: func(c *Card) any { return c.Available }},
}}

// cards is the stock by country on a day.
func (r *Service) cards() catalogue.Catalogue[CardRequest, Card] {
	return catalogue.Catalogue[CardRequest, Card]{
		List: list.List[Card]{List: cardList, Path: "/kfsms/repertory", Perm: "kfsms:repertory:read",
			Summary: "List card-dealer SMS stock by country on a day. Default: today", Show: r.cardsNamed},
		Of: "kfsms:repertory", Add: "Set the stock of a country on a day",
		Edit: "Change the stock of a country on a day", Del: "Delete the stock of a country on a day",
		Repository: catalogue.Named[Card]{DB: r.Store.DB, Key: cardKey, Op: func(c *Card) string { return c.Op },
			Exists: func(c *Card) error { return fault.State("stock.exists", "country", c.Code) }},
		Make: r.card,
		Change: func(ctx context.Context, w *CardRequest, c *Card) error {
			c.RepertoryNum, c.Operator = &w.Num, auth.Must(ctx).Name
			return nil
		},
		ID:        func(w *CardRequest) string { return w.ID },
		AuditView: func(c *Card) any { return map[string]any{"repertoryNum": c.RepertoryNum} },
	}
}

// Day is the input of the list of a day's cards.
type Day struct {
	web.ListInput
	Date string `query:"date" doc:"Day, yyyy-mm-dd. Default: today." example:"2026-11-21"`
}

func (r *Service) cardsOn(_ context.Context, in *Day, l *list.List[Card], _ *store.ListQuery) error {
	day, err := r.Store.day("date", in.Date)
	l.Rows = func(ctx context.Context) ([]Card, error) {
		all, err := r.Store.cards(ctx, day)
		if err == nil {
			all, err = r.withNumbers(ctx, all, day)
		}
		if err != nil {
			return nil, err
		}
		return all, r.cardsNamed(ctx, all) // before they are filtered by it
	}
	return err
}

func (r *Service) cardsNamed(ctx context.Context, rows []Card) (err error) {
	for i := range rows {
		if rows[i].Name, err = r.name(ctx, rows[i].Code, web.LangOf(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// card makes the figure of a country and day.
func (r *Service) card(ctx context.Context, w *CardRequest) (string, Card, error) {
	day, err := r.Store.day("date", w.Date)
	code := strings.ToUpper(strings.TrimSpace(w.Code))
	if err == nil && !country.Known(code) {
		err = fault.Bad("countryCode", "stock.country")
	}
	id := day + "." + code
	return id, Card{ID: id, Code: code, Date: day, RepertoryNum: &w.Num, Operator: auth.Must(ctx).Name, Created: r.Store.Now(),
		Op: web.Operation(ctx)}, err
}

// CardRequest is what an admin says about a country on a day.
type CardRequest struct {
	ID   string `json:"id,omitempty" doc:"Id of the row to change." example:"2026-11-21.BR"`
	Code string `json:"countryCode,omitempty" doc:"Country code of a new row." example:"BR"`
	Date string `json:"date,omitempty" doc:"Day of a new row. Default: today." example:"2026-11-21"`
	Num  int64  `json:"repertoryNum" minimum:"0" maximum:"1000000000" example:"5000"`
}

// ordered is the figure by which rows are sorted: no limit is more than any.
func (c *Card) ordered() int64 {
	if c.RepertoryNum == nil {
		return math.MaxInt64
	}
	return *c.RepertoryNum
}
