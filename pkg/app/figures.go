package app

import (
	"context"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/stat"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/money"
)

func (e *Env) stock() *stock.Book { return &stock.Book{DB: e.DB, Now: e.Now} }

func (e *Env) stockRoom() *stock.Room {
	name := func(ctx context.Context, code string, lang i18n.Lang) (string, error) {
		c, _, err := e.countries().Find(ctx, code)
		return c.Name[lang], err
	}
	return &stock.Room{Book: e.stock(), Country: knownCountry, CountryName: name}
}

func (e *Env) stat() *stat.Room {
	// The adapter is not needed to count.
	r := &bulk.Room{DB: e.DB, Orders: e.orders(), Now: e.Now}
	return &stat.Room{DB: e.DB, Now: e.Now, Figures: r.Figures,
		Balance: func(ctx context.Context, userID string) (available, reserved money.Amount, err error) {
			return e.ledger().Balance(ctx, userID)
		}}
}
