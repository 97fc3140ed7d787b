package usdt

import (
	"context"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
)

// Stock is how many addresses a chain has.
type Stock struct {
	Platform string `json:"platform" enum:"TRONSCAN,ETHEREUM,OMNI"`
	Total    int    `json:"total"`
	Free     int    `json:"free" doc:"Addresses that are free for an order."`
	Mark     int    `json:"mark" doc:"The setting usdt.pool.low."`
	Open     bool   `json:"open" doc:"New orders can be made on the chain."`
	Low      bool   `json:"low" doc:"At most mark addresses are free."`
}

// counted bounds what is counted of a pool.
const counted = 10_000

func (r *Service) stock(ctx context.Context, _ *struct{}) ([]Stock, error) {
	least, err := r.Low(ctx)
	if err != nil {
		return nil, err
	}
	var out []Stock
	for _, p := range platforms() {
		all, err := r.places(ctx, p.Chain)
		if err != nil {
			return nil, err
		}
		free, err := r.free(ctx, p.Chain, counted)
		if err != nil {
			return nil, err
		}
		open, err := r.opens(ctx, p.Chain)
		if err != nil {
			return nil, err
		}
		out = append(out, Stock{Platform: p.Name, Total: len(all), Free: len(free), Mark: least, Open: open, Low: len(free) <= least})
	}
	return out, nil
}

func (r *Service) places(ctx context.Context, chain string) ([]place, error) {
	got, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: addressKey(chain, "").PK}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[place](got)
}

// States of an address; the dictionary usdt_address_state names them.
const (
	Free    = "free"
	Taken   = "taken"   // it is an order's
	Resting = "resting" // its order is over; the next order of the same user may have it, others later
)

// AddressRow is an address of the pool.
type AddressRow struct {
	ID         string     `json:"id"`
	Platform   string     `json:"platform" enum:"TRONSCAN,ETHEREUM,OMNI"`
	Address    string     `json:"address"`
	State      string     `json:"state" enum:"free,taken,resting" doc:"State, of the dictionary usdt_address_state."`
	FreeTime   *time.Time `json:"freeTime" doc:"Time when a resting address is free again."`
	OrderID    string     `json:"orderId" doc:"Id of the last order that used it."`
	CreateTime time.Time  `json:"createTime" doc:"Time when it was imported or assigned to its order."`
}

var addresses = store.List[AddressRow]{Columns: []store.Column[AddressRow]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(r *AddressRow) any { return r.CreateTime }},
	{Name: "platform", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"TRONSCAN", "ETHEREUM", "OMNI"},
		Get: func(r *AddressRow) any { return r.Platform }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Free, Taken, Resting},
		Get: func(r *AddressRow) any { return r.State }},
	{Name: "address", Kind: store.Exact, Filter: true, Get: func(r *AddressRow) any { return r.Address }},
	{Name: "orderId", Kind: store.Exact, Filter: true, Get: func(r *AddressRow) any { return r.OrderID }},
}}

func (r *Service) pool() list.List[AddressRow] {
	return list.List[AddressRow]{List: addresses, Path: "/virtual/currency/address", Perm: "virtual:address:page",
		Summary: "List addresses of the pools", Rows: func(ctx context.Context) ([]AddressRow, error) {
			if auth.Must(ctx).Scope() != auth.Everything {
				return nil, nil
			}
			var out []AddressRow
			for _, p := range platforms() {
				of, err := r.poolOf(ctx, p)
				if err != nil {
					return nil, err
				}
				out = append(out, of...)
			}
			return out, nil
		}}
}

// poolOf lists the addresses of a chain with what each is at this moment.
func (r *Service) poolOf(ctx context.Context, p Platform) ([]AddressRow, error) {
	all, err := r.places(ctx, p.Chain)
	if err != nil {
		return nil, err
	}
	rests := map[string]time.Time{}
	for it, err := range store.Rows(ctx, r.DB, store.Query{Table: table, PK: freeKey(p.Chain, 0, "").PK}) {
		if err != nil {
			return nil, err
		}
		at, address, _ := strings.Cut(store.SortKey(it), "#")
		if ms, err := strconv.ParseInt(at, 10, 64); err == nil { // it is written so
			rests[address] = time.UnixMilli(ms).UTC()
		}
	}
	now := r.Now()
	var out []AddressRow
	for _, a := range all {
		row := AddressRow{ID: a.Address, Platform: p.Name, Address: a.Address, State: Taken, OrderID: a.Order, CreateTime: a.Since}
		if at, ok := rests[a.Address]; ok {
			row.State = Free
			if at.After(now) {
				row.State, row.FreeTime = Resting, &at
			}
		}
		out = append(out, row)
	}
	return out, nil
}
