package app

import (
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/review"
	"herald/pkg/campaign/stat"
	"herald/pkg/campaign/stock"
	"herald/pkg/campaign/template"
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

// reviews is where what waits for a reviewer is told.
func (e *Env) reviews() *review.Room {
	return &review.Room{DB: e.DB, Hub: e.Hub, Desks: []review.Desk{bulk.Desk(), group.Desk(), call.Desk(), template.Desk()}}
}

func (e *Env) stat() *stat.Room {
	return &stat.Room{DB: e.DB, Now: e.Now, Ledger: e.ledger(), Figures: e.figures()}
}
