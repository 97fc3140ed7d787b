package report

import (
	"context"
	"errors"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// cell reads a row of a day.
func cell(day string, row store.Item) (Cell, error) {
	c := Cell{Day: day}
	parts := strings.SplitN(store.SortKey(row), "#", 4)
	if len(parts) == 4 {
		c.Channel, c.Country, c.Template, c.User = parts[0], parts[1], parts[2], parts[3]
	}
	return c, c.read(row)
}

// daySum reads a row of the former sums by day, channel and country.
func daySum(row store.Item) (Cell, error) {
	c := Cell{}
	if parts := strings.SplitN(store.SortKey(row), "#", 3); len(parts) == 3 {
		c.Day, c.Channel, c.Country = parts[0], parts[1], parts[2]
	}
	return c, c.read(row)
}

// read takes the figures of a row.
func (c *Cell) read(row store.Item) error {
	var of struct {
		Name string `dynamodbav:"cn"`
		O    int64  `dynamodbav:"o"`
		T    int64  `dynamodbav:"t"`
		S    int64  `dynamodbav:"s"`
		A    int64  `dynamodbav:"a"`
		R    int64  `dynamodbav:"r"`
		F    int64  `dynamodbav:"f"`
		H    int64  `dynamodbav:"h"`
		C    int64  `dynamodbav:"c"`
		U    int64  `dynamodbav:"u"`
		M    int64  `dynamodbav:"m"`
		B    int    `dynamodbav:"b"`
	}
	_, err := store.Decode(row, &of)
	c.Name, c.Beside = of.Name, of.B
	c.Figures.add(map[string]int64{"o": of.O, "t": of.T, "s": of.S, "a": of.A, "r": of.R, "f": of.F, "h": of.H, "c": of.C, "u": of.U,
		"m": of.M})
	return err
}

// sums reads the former sums of days by channel and country, of a scope.
func (r *Service) sums(ctx context.Context, q *SendingQuery, scope auth.Scope, days []time.Time) (cells []Cell, err error) {
	query := store.Query{Table: table, PK: daysKey(scope), From: days[0].Format(dayForm), To: days[len(days)-1].Format(dayForm) + "~"}
	for row, err := range store.Rows(ctx, r.DB, query) {
		if err != nil {
			return nil, err
		}
		c, err := daySum(row)
		if err != nil {
			return nil, err
		}
		if q.matches(&c) {
			cells = append(cells, c)
		}
	}
	return cells, nil
}

// mostCells is how many cells a view reads: about as many as 3,000 customers make in a week.
const mostCells = 20_000

// cells reads what matches of a scope, the latest day first, up to a bound. more is true when the bound was reached.
func (r *Service) cells(ctx context.Context, q *SendingQuery, scope auth.Scope, days []time.Time, bound int) (cells []Cell, more bool,
	err error) {
	const atOnce = 4 // days
	read := 0
	for end := len(days); end > 0; end -= atOnce {
		if read >= bound {
			return cells, true, nil
		}
		part := days[max(0, end-atOnce):end]
		by, rows := make([][]Cell, len(part)), make([]int, len(part))
		err := errors.Join(parallel.Each(len(part), atOnce, func(i int) (err error) {
			by[i], rows[i], err = r.cellsOf(ctx, q, scope, part[i].Format(dayForm), bound)
			return err
		})...)
		if err != nil {
			return nil, false, err
		}
		for i := len(part) - 1; i >= 0; i-- {
			if read >= bound {
				return cells, true, nil
			}
			cells, read = append(cells, by[i]...), read+rows[i]
		}
	}
	return cells, false, nil
}

// cellsOf reads what matches of a day, and tells how many rows it read.
func (r *Service) cellsOf(ctx context.Context, q *SendingQuery, scope auth.Scope, day string, bound int) (cells []Cell, rows int,
	err error) {
	for row, err := range store.Rows(ctx, r.DB, store.Query{Table: table, PK: dayKey(scope, day)}) {
		if err != nil {
			return nil, rows, err
		}
		if rows++; rows > bound {
			break
		}
		c, err := cell(day, row)
		if err != nil {
			return nil, rows, err
		}
		if q.Template != "" {
			c.Figures, c.Beside = *c.own(), 0 // no other figure that could count an order twice
		}
		if q.matches(&c) {
			cells = append(cells, c)
		}
	}
	return cells, rows, nil
}

// scope is where the figures of a query stand. Staff who see everything find those of one customer with the customer, which has few.
func (q *SendingQuery) scope(p *auth.Principal) auth.Scope {
	if scope := p.Scope(); scope != auth.Everything || q.CustomerID == "" {
		return scope
	}
	return auth.UserScope(q.CustomerID)
}
