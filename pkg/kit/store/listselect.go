package store

import (
	"errors"
	"herald/pkg/kit/fault"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Select filters and sorts rows in place.
func (l List[T]) Select(rows []T, q ListQuery) ([]T, error) {
	tests, err := l.tests(q.Filters)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r T) bool {
		return !matches(&r, tests)
	})
	l.sort(rows, q)
	return rows, nil
}

func matches[T any](row *T, tests []func(*T) bool) bool {
	return !slices.ContainsFunc(tests, func(t func(*T) bool) bool { return !t(row) })
}

func (l List[T]) sort(rows []T, q ListQuery) {
	fields := q.SortFields
	if len(fields) == 0 {
		fields = []string{"createTime"}
	}
	slices.SortStableFunc(rows, func(a, b T) int {
		for i, f := range fields {
			n := l.compare(f, &a, &b)
			if i >= len(q.SortOrders) || q.SortOrders[i] != "ascend" {
				n = -n
			}
			if n != 0 {
				return n
			}
		}
		return 0
	})
}

func (l List[T]) compare(field string, a, b *T) int {
	for _, c := range l.Columns {
		if c.Name != field {
			continue
		}
		switch x := c.Get(a).(type) {
		case string:
			return strings.Compare(strings.ToLower(x), strings.ToLower(c.Get(b).(string)))
		case int64:
			return int(max(-1, min(1, x-c.Get(b).(int64))))
		case time.Time:
			return x.Compare(c.Get(b).(time.Time))
		}
	}
	return 0
}

// tests turns the wire's filters into predicates. An unknown name or a malformed value is a 400.
func (l List[T]) tests(filters map[string]string) ([]func(*T) bool, error) {
	var out []func(*T) bool
	for name, want := range filters {
		t, ok, err := l.test(name, want)
		if err != nil || !ok {
			return nil, fault.Bad(name, "web.filter", "field", name).With(err)
		}
		out = append(out, t)
	}
	return out, nil
}

func (l List[T]) test(name, want string) (func(*T) bool, bool, error) {
	for _, c := range l.Columns {
		bound, isRange := strings.CutPrefix(name, c.Name)
		switch {
		case name == c.Name && c.Kind == Text:
			want = strings.ToLower(want)
			return func(r *T) bool { return strings.Contains(strings.ToLower(c.Get(r).(string)), want) }, true, nil
		case name == c.Name && c.Kind == Exact:
			values := strings.Split(want, ",")
			if c.Words != nil && slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(c.Words, v) }) {
				return nil, false, errors.New("no such word")
			}
			return func(r *T) bool { return slices.Contains(values, c.Get(r).(string)) }, true, nil
		case name == c.Name && c.Kind == Number:
			n, err := strconv.ParseInt(want, 10, 64)
			return func(r *T) bool { return c.Get(r).(int64) == n }, true, err
		case isRange && (bound == "Start" || bound == "End"):
			t, err := rangeTest(c, bound == "Start", want)
			return t, true, err
		}
	}
	return nil, false, nil
}

func rangeTest[T any](c Column[T], start bool, want string) (func(*T) bool, error) {
	switch c.Kind {
	case Number:
		n, err := strconv.ParseInt(want, 10, 64)
		return func(r *T) bool {
			if v := c.Get(r).(int64); start {
				return v >= n
			} else {
				return v <= n
			}
		}, err
	case Time:
		at, err := time.Parse(time.RFC3339, want)
		return func(r *T) bool {
			if v := c.Get(r).(time.Time); start {
				return !v.Before(at)
			} else {
				return !v.After(at)
			}
		}, err
	}
	return nil, errors.New("no range on this column")
}
