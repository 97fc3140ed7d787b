package order

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Listing shows orders: the list and its file, the detail, and progress in open consoles.
type Listing struct{ flow *Flow }

// Listing shows the orders of the kind.
func (f *Flow) Listing() Listing { return Listing{f} }

var columns = []store.Column[Row]{
	{Name: "id", Kind: store.Exact, Filter: true, Doc: "One or several, separated by commas.", Get: func(r *Row) any { return r.ID }},
	{Name: "orderNo", Kind: store.Text, Sort: true, Filter: true, Title: "orderNo", Get: func(r *Row) any { return r.OrderNo }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(r *Row) any { return r.Name }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(r *Row) any { return r.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Title: "customer", Get: func(r *Row) any { return r.CustomerName }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.", Words: statuses(),
		Title: "status", Dict: "order_status",
		Get: func(r *Row) any { return int(r.Status) }},
	{Name: "kind", Kind: store.Exact, Get: func(r *Row) any { return r.Kind }},
	{Name: "channel", Kind: store.Exact, Filter: true, OneOf: channels, Title: "channel", Dict: "channel",
		Get: func(r *Row) any { return r.Channel }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(r *Row) any { return r.CountryCode }},
	{Name: "total", Kind: store.Number, Sort: true, Title: "total", Get: func(r *Row) any { return r.Total }},
	{Name: "estimatedCost", Kind: store.Number, Sort: true, Title: "estimatedCost", Get: func(r *Row) any { return r.EstimatedCost }},
	{Title: "actualCost", Get: func(r *Row) any { return r.ActualCost }},
	{Title: "start", Get: func(r *Row) any { return r.StartTime }},
	{Name: "heldBack", Kind: store.Exact, Filter: true, OneOf: []string{"yes", "no"}, Doc: "Whether recipients were skipped.",
		Get: func(r *Row) any {
			if len(r.HeldBack) > 0 {
				return "yes"
			}
			return "no"
		}},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *Row) any { return r.CreateTime }},
	{Title: "reason", Get: func(r *Row) any { return r.Reason }},
	{Title: "remark", Get: func(r *Row) any { return r.Remark }},
}

// channels by which orders are sent.
var channels = []string{"whatsapp", "sms"}

// statuses as words of the filter (decisions §13).
func statuses() (words []string) {
	for s := Review; s <= Failed; s++ {
		words = append(words, strconv.Itoa(int(s)))
	}
	return words
}

// ownID is the column of kinds whose orders bear ids of their customers.
var ownID = store.Column[Row]{Name: "apiOrderId", Kind: store.Exact, Filter: true, Doc: "Exact value.", Title: "apiOrderId",
	Get: func(r *Row) any { return r.OwnID }}

// columns are those of the kind's orders.
func (s Spec) columns() []store.Column[Row] {
	all := columns
	if s.Channels != nil {
		all = slices.Clone(all)
		for i := range all {
			if all[i].Name == "channel" {
				all[i].OneOf = s.Channels
			}
		}
	}
	if !s.OwnIDs {
		return all
	}
	return slices.Insert(slices.Clone(all), 1, ownID)
}

// list declares the list of the kind's orders.
func (ls Listing) list() list.List[Row] {
	s := ls.flow.Kind.Spec()
	of := ListOf(s.Name)
	of.Columns = s.columns()
	return list.List[Row]{List: of, DB: ls.flow.DB, Path: s.Path, Perm: s.Perm + ":page",
		Summary: "List orders in the caller's scope", Show: ls.textsOf,
		File: list.File{Name: s.File, Perm: s.Perm + ":export", Summary: "Export the matching orders as xlsx or CSV"}}
}

// said gives the reasons of orders in the caller's language.
func (ls Listing) textsOf(ctx context.Context, rows []Row) error {
	for i := range rows {
		rows[i].Reason = ls.flow.Texts(ctx, rows[i].Reason)
	}
	return nil
}

// countTitle is the title of the column that counts a state: that of created groups is not the one of the order's time.
func countTitle(state string) string {
	if state == "created" {
		return "made"
	}
	return state
}

// Exports declares the list of the kind as a file. counted are the states that get a column, behind the total.
func (ls Listing) Exports(a *web.API, d *export.Exporter, counted ...string) {
	l := ls.list()
	l.Columns = nil
	for _, c := range ls.flow.Kind.Spec().columns() {
		if c.Name == "status" {
			c.Dict = cmp.Or(ls.flow.Kind.Spec().Dict, c.Dict)
		}
		if l.Columns = append(l.Columns, c); c.Name != "total" {
			continue
		}
		for _, state := range counted {
			l.Columns = append(l.Columns, store.Column[Row]{Title: countTitle(state), Get: func(r *Row) any { return r.Counts[state] }})
		}
		if slices.Contains(counted, "arrived") {
			l.Columns = append(l.Columns, store.Column[Row]{Title: "deliveryRate",
				Get: func(r *Row) any { return ReachOf(r.Counts, r.HeldBack).Percent() }})
		}
	}
	export.Listed(a, d, l)
}
