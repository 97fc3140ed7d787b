package main

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

type listArgs struct{ Rows int }

// marked is up to how many rows a list is filled by transactions, each of which leaves its mark; a larger one is as one that has
// grown for months.
const marked = 100_000

const listScope = "u#01JD0000000000000000CUST00"

// listResult is what pages of a list cost, in read units and time here.
type listResult struct {
	First, Middle, Last, Filtered, Sorted float64
	Slowest                               time.Duration
	Peak                                  int64 // memory of a process that reads pages, bytes
}

// fillList writes orders of one scope as its lists have them.
func fillList(ctx context.Context, db store.DB, rows int, at time.Time) (err error) {
	for i := range rows {
		id := fmt.Sprintf("01JD%022d", i)
		row := order.Row{ID: id, OrderNo: fmt.Sprintf("GS20260101-%06d", i), Name: fmt.Sprintf("Campaign %d", i%977), Kind: "bulk",
			Status: order.Completed, Channel: "whatsapp",
			CountryCode: "BR", Total: 1000, CustomerID: "01JD0000000000000000CUST00", CustomerName: "Ipê Cosméticos",
			CreateTime: at.Add(time.Duration(i) * time.Minute),
			Counts: map[string]int{"toSend": 0, "sending": 0, "sent": 40, "arrived": 360, "read": 580, "failed": 20, "complained": 0,
				"unknown": 0}}
		ops := order.ListOf("bulk").Insert([]string{listScope}, id, row)
		if rows > marked { // the row alone
			err = db.WriteAll(ctx, ops[:1])
		} else {
			err = db.Transact(ctx, ops)
		}
		if err != nil {
			return err
		}
	}
	if rows > marked {
		if _, err := db.Write(ctx, order.ListOf("bulk").Count(listScope, int64(rows))); err != nil {
			return err
		}
	}
	return nil
}

// listsChild fills the order list of one scope and reads pages of it.
func listsChild(ctx context.Context, a listArgs) (out listResult, err error) {
	meter, at := &store.Meter{}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	db := store.NewMemory(meter)
	if err := fillList(ctx, db, a.Rows, at); err != nil {
		return out, err
	}
	// The dearest of ten pages that follow each other, by a process that remembers nothing. The first reader of a deep page writes
	// the bookmarks; that is left out.
	page := func(q store.ListQuery, want int) (dearest float64, err error) {
		q.Size = 10
		pages := 10
		if len(q.Filters) > 0 || len(q.SortFields) > 0 {
			pages = 1
		}
		for n := range pages + 1 {
			q.Current = max(1, q.Current-min(n, 1))
			meter.Take()
			store.Forget()
			began := time.Now()
			rows, total, err := order.ListOf("bulk").Page(ctx, db, listScope, q)
			if err != nil || len(rows) != 10 || total.N < want {
				return 0, fmt.Errorf("%d rows of %d: %w", len(rows), total.N, err)
			}
			out.Slowest = max(out.Slowest, time.Since(began))
			if units := meter.Take().ReadUnits; n > 0 {
				dearest = max(dearest, units)
			}
		}
		return dearest, nil
	}
	for _, p := range []struct {
		into *float64
		q    store.ListQuery
		want int
	}{
		{&out.First, store.ListQuery{Current: 10}, a.Rows}, {&out.Middle, store.ListQuery{Current: a.Rows / 20}, a.Rows},
		{&out.Last, store.ListQuery{Current: a.Rows / 10}, a.Rows},
		{&out.Filtered, store.ListQuery{Filters: map[string]string{"name": "campaign 7"}}, 10},
		{&out.Sorted, store.ListQuery{SortFields: []string{"name"}, SortOrders: []string{"ascend"}}, min(a.Rows, store.Budget)},
	} {
		if *p.into, err = page(p.q, p.want); err != nil {
			return out, err
		}
	}
	if a.Rows > marked {
		out.Peak, err = peakOfPages(ctx, db, a.Rows)
	}
	return out, err
}

type pagesArgs struct {
	Tables far
	Rows   int
}

// peakOfPages is the memory of a process that reads pages of a list, the first and deep ones, filtered and sorted.
func peakOfPages(ctx context.Context, db *store.Memory, rows int) (peak int64, err error) {
	address, end, err := serveTables(wire.New(db, "herald", time.Now))
	if err != nil {
		return 0, err
	}
	defer end()
	_, err = new(workshop).child(ctx, "pages", pagesArgs{far(address), rows}, &peak)
	return peak, err
}

func pagesChild(ctx context.Context, a pagesArgs) (int64, error) {
	db := a.Tables.tables()
	for _, q := range []store.ListQuery{
		{Current: 1}, {Current: a.Rows / 200}, {Current: a.Rows / 100}, {Current: 1, Filters: map[string]string{"name": "campaign 7"}},
		{Current: 2, SortFields: []string{"name"}, SortOrders: []string{"ascend"}},
		{Current: 3, Filters: map[string]string{"status": fmt.Sprint(int(order.Completed))}},
	} {
		q.Size = 100
		rows, _, err := order.ListOf("bulk").Page(ctx, db, listScope, q)
		if err != nil || len(rows) == 0 {
			return 0, fmt.Errorf("%d rows of page %d: %w", len(rows), q.Current, err)
		}
	}
	return peak()
}

func lists(ctx context.Context, w *workshop) (report, error) {
	var out report
	out.text = "\nRead units of a list page of 10 orders\nrows        first   middle     last  filtered   sorted    slowest here\n"
	for _, rows := range w.rows {
		var r listResult
		if _, err := w.child(ctx, "lists", listArgs{rows}, &r); err != nil {
			return out, err
		}
		out.text += fmt.Sprintf("%-8d %8.1f %8.1f %8.1f %9.1f %8.1f %12s\n", rows, r.First, r.Middle, r.Last, r.Filtered, r.Sorted,
			r.Slowest.Round(time.Millisecond))
		out.figures = append(out.figures, most(fmt.Sprintf("list page, default sort, dearest page of %d rows", rows), "%.1f read units", 3,
			max(r.First, r.Middle, r.Last)))
		if rows > marked {
			out.figures = append(out.figures, most("  peak memory of a process that reads pages, filtered and sorted ones too", "%.0f MB", 256,
				float64(r.Peak)/(1<<20)))
		}
		if rows <= 10_000 {
			out.figures = append(out.figures, most(fmt.Sprintf("  filtered, %d rows", rows), "%.1f read units", 250, max(r.Filtered, r.Sorted)))
		}
	}
	return out, nil
}
