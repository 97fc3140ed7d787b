package store

import (
	"context"
	"iter"
	"slices"
)

// rowsAPage is how many rows Rows reads at a time.
const rowsAPage = 500

// Rows gives all rows of a query, a page at a time, so that memory is bounded and the caller may stop; Limit is the size of
// a page then (500 when it is 0). An error is the last thing it gives.
func Rows(ctx context.Context, db DB, q Query) iter.Seq2[Item, error] {
	if q.Limit == 0 {
		q.Limit = rowsAPage
	}
	if len(q.Attributes) > 0 && !slices.Contains(q.Attributes, "sk") {
		q.Attributes = append(slices.Clone(q.Attributes), "sk")
	}
	return func(yield func(Item, error) bool) {
		for {
			page, err := db.Query(ctx, q)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, it := range page {
				if !yield(it, nil) {
					return
				}
			}
			if len(page) < q.Limit {
				return
			}
			q.After = SortKey(page[len(page)-1])
		}
	}
}

// Collect gives the rows of Rows together, for queries with bounded results.
func Collect(rows iter.Seq2[Item, error]) ([]Item, error) {
	var out []Item
	for it, err := range rows {
		if err != nil {
			return nil, err
		}
		out = append(out, it)
	}
	return out, nil
}
