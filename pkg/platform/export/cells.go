package export

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet"
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
