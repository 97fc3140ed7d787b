package export

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
)

// openTable turns the rows of a list into cells.
func openTable[T any](ctx context.Context, d *Exporter, columns []Column[T], rows Rows[T]) (table, error) {
	t := table{total: rows.Total}
	if rows.Columns != nil {
		columns = rows.Columns
	}
	names := make([]map[string]string, len(columns)) // of dictionaries, by column
	for i, c := range columns {
		t.titles = append(t.titles, title{c.Title, c.Own})
		var err error
		if names[i], err = d.names(ctx, c.Dict); err != nil {
			return t, err
		}
	}
	t.rows = func(yield func([]any, error) bool) {
		for row, err := range rows.Each {
			if err != nil {
				yield(nil, err)
				return
			}
			cells := make([]any, len(columns))
			for i := range columns {
				cells[i] = cell(columns[i].Value(row), names[i])
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
	return t, nil
}

// columnsOf describes the columns that a file of a table can have.
func (d *Exporter) columnsOf(ctx context.Context, t table) []web.FileColumn {
	all := make([]web.FileColumn, len(t.titles))
	for i, title := range t.titles {
		all[i] = web.FileColumn{Key: title.key(), Title: d.textOf(web.LangOf(ctx), title)}
	}
	return all
}

// choose leaves a table only the columns of some keys, in their order; no keys are all columns. A key that stands twice counts once.
// Fault (400): export.unknownColumn.
func (t table) choose(keys []string) (table, error) {
	if len(keys) == 0 {
		return t, nil
	}
	out := table{total: t.total}
	var from []int
	for _, key := range keys {
		i := slices.IndexFunc(t.titles, func(have title) bool { return have.key() == key })
		if i < 0 {
			return t, fault.Bad("columns", "export.unknownColumn", "column", key)
		}
		if !slices.Contains(from, i) {
			from, out.titles = append(from, i), append(out.titles, t.titles[i])
		}
	}
	out.rows = func(yield func([]any, error) bool) {
		for row, err := range t.rows {
			if err != nil {
				yield(nil, err)
				return
			}
			cells := make([]any, len(from))
			for to, i := range from {
				cells[to] = row[i]
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
	return out, nil
}

// names are those of a dictionary; none without one.
func (d *Exporter) names(ctx context.Context, dict string) (map[string]string, error) {
	if dict == "" || d.Dict == nil {
		return nil, nil
	}
	return d.Dict(ctx, dict)
}

// cell brings a value into what a sheet takes, and a value of a dictionary to its name.
func cell(v any, names map[string]string) any {
	switch x := v.(type) {
	case []string:
		return strings.Join(x, ", ")
	case bool:
		v = map[bool]string{true: "true", false: "false"}[x]
	case money.Amount:
		return sheet.Number(x.String())
	case *money.Amount:
		if x == nil {
			return nil
		}
		return sheet.Number(x.String())
	case float64:
		return sheet.Number(strconv.FormatFloat(x, 'f', -1, 64))
	case *time.Time:
		if x == nil {
			return nil
		}
		return moment(*x)
	case time.Time:
		return moment(x)
	}
	if names != nil {
		if name := names[fmt.Sprint(v)]; name != "" {
			return name
		}
	}
	return v
}

func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.In(clock.China).Format(time.DateTime)
}
