package app

import (
	"herald/pkg/campaign/stat"
	"herald/pkg/campaign/stock"
)

func (e *Env) stock() *stock.Store {
	e.made.stock.Do(func() {
		e.made.stock.it = &stock.Store{DB: e.DB, Now: e.Now}
	})
	return e.made.stock.it
}

func (e *Env) stockRoom() *stock.Room {
	return &stock.Room{Book: e.stock(), Countries: e.countries()}
}

func (e *Env) stat() *stat.Room {
	return &stat.Room{DB: e.DB, Now: e.Now, Ledger: e.ledger(), Figures: e.figures()}
}
