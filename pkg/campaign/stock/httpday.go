package stock

import (
	"context"
	"strings"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

// Day is the input of the list of a day's cards.
type Day struct {
	web.ListInput
	Date string `query:"date" doc:"yyyy-mm-dd; today without it" example:"2026-11-21"`
}

func (r *Room) cardsOn(_ context.Context, in *Day, l *list.List[Card], _ *store.ListQuery) error {
	day, err := r.Book.day("date", in.Date)
	l.Rows = func(ctx context.Context) ([]Card, error) {
		all, err := r.Book.cards(ctx, day)
		for i := range all {
			if err == nil {
				all[i].Name, err = r.name(ctx, all[i].Code, web.LangOf(ctx))
			}
		}
		return all, err
	}
	return err
}

// CardWish is what an admin says about a country on a day.
type CardWish struct {
	ID   string `json:"id,omitempty" doc:"of a change" example:"2026-11-21.BR"`
	Code string `json:"countryCode,omitempty" doc:"of a new figure" example:"BR"`
	Date string `json:"date,omitempty" doc:"of a new figure; today without it" example:"2026-11-21"`
	Num  int64  `json:"repertoryNum" minimum:"0" maximum:"1000000000" example:"5000"`
}

func (r *Room) cardAnswer(ctx context.Context, c Card, err error) (*Card, error) {
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, c.ID, nil, map[string]any{"repertoryNum": c.RepertoryNum})
	c.Name, err = r.name(ctx, c.Code, web.LangOf(ctx))
	return &c, err
}

func (r *Room) cardAdd(ctx context.Context, in *struct{ Body CardWish }) (*Card, error) {
	day, err := r.Book.day("date", in.Body.Date)
	if err != nil {
		return nil, err
	}
	code := strings.ToUpper(strings.TrimSpace(in.Body.Code))
	if !country.Known(code) {
		return nil, fault.Bad("countryCode", "stock.country")
	}
	c, err := r.Book.addCard(ctx, Card{Code: code, Date: day, RepertoryNum: in.Body.Num, Operator: auth.Must(ctx).Name, Op: web.Operation(ctx)})
	return r.cardAnswer(ctx, c, err)
}

func (r *Room) cardEdit(ctx context.Context, in *struct{ Body CardWish }) (*Card, error) {
	if in.Body.ID == "" {
		return nil, fault.Bad("id", "web.valid.missing")
	}
	c, err := r.Book.setCard(ctx, in.Body.ID, in.Body.Num, auth.Must(ctx).Name)
	return r.cardAnswer(ctx, c, err)
}

func (r *Room) cardDrop(ctx context.Context, in *byID) (*web.Done, error) {
	audit.Note(ctx, in.ID, nil, nil)
	return &web.Done{}, r.Book.dropCard(ctx, in.ID)
}

// Num is how many groups can be made.
type Num struct {
	Num int64 `json:"num" minimum:"0" maximum:"1000000000"`
}

func (r *Room) groups(ctx context.Context, in *byID) (*Num, error) {
	day, err := r.Book.day("id", in.ID)
	if err != nil {
		return nil, err
	}
	n, err := r.Book.groups(ctx, day)
	return &Num{n}, err
}

func (r *Room) groupsSet(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body Num
}) (*Num, error) {
	day, err := r.Book.day("id", in.ID)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, day, nil, map[string]any{"num": in.Body.Num})
	return &in.Body, r.Book.setGroups(ctx, day, in.Body.Num)
}
