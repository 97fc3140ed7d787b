package store

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
)

// choose filters and orders rows.
func (l *engine) choose(rows []any, q ListQuery) ([]any, error) {
	tests, err := l.tests(q.Filters)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(row any) bool { return !matches(row, tests) })
	slices.SortStableFunc(rows, l.order(q))
	return rows, nil
}

func matches(row any, tests []func(any) bool) bool {
	return !slices.ContainsFunc(tests, func(t func(any) bool) bool { return !t(row) })
}

// order compares two rows as a query wants them.
func (l *engine) order(q ListQuery) func(a, b any) int {
	fields := q.SortFields
	if len(fields) == 0 {
		fields = []string{"createTime"}
	}
	return func(a, b any) int {
		for i, f := range fields {
			n := l.compare(f, a, b)
			if i >= len(q.SortOrders) || q.SortOrders[i] != "ascend" {
				n = -n
			}
			if n != 0 {
				return n
			}
		}
		return 0
	}
}

func (l *engine) compare(field string, a, b any) int {
	for _, c := range l.Columns {
		if c.Name != field {
			continue
		}
		switch x, y := c.Get(a), c.Get(b); c.Kind {
		case Number:
			return cmp.Compare(numberOf(x), numberOf(y))
		case Time:
			return timeOf(x).Compare(timeOf(y))
		default:
			return strings.Compare(plain.Fold(textOf(x)), plain.Fold(textOf(y)))
		}
	}
	return 0
}

// textOf, numberOf and timeOf read a column's value by its kind.
func textOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case []string:
		return strings.Join(x, ",")
	}
	return fmt.Sprint(v)
}

func numberOf(v any) int64 {
	if n, ok := v.(int64); ok {
		return n
	}
	return reflect.ValueOf(v).Int()
}

func timeOf(v any) time.Time {
	switch x := v.(type) {
	case time.Time:
		return x
	case *time.Time:
		if x != nil {
			return *x
		}
	}
	return time.Time{}
}

// among tells whether a value, or one of several, is one of some words.
func among(v any, words []string) bool {
	if several, ok := v.([]string); ok {
		return slices.ContainsFunc(several, func(one string) bool { return slices.Contains(words, one) })
	}
	return slices.Contains(words, textOf(v))
}

// tests turns the wire's filters into predicates. An unknown name or a malformed value is a 400.
func (l *engine) tests(filters map[string]string) ([]func(any) bool, error) {
	var out []func(any) bool
	for name, want := range filters {
		t, ok, err := l.test(name, want)
		if err != nil || !ok {
			return nil, fault.Bad(name, "web.filter", "field", name).With(err)
		}
		out = append(out, t)
	}
	return out, nil
}

func (l *engine) test(name, want string) (func(any) bool, bool, error) {
	for _, c := range l.Columns {
		bound, isRange := strings.CutPrefix(name, c.Name)
		switch {
		case name == c.Name && c.Kind == Text && c.Finds != nil:
			finds := c.Finds(want)
			return func(r any) bool { return finds(textOf(c.Get(r))) }, true, nil
		case name == c.Name && c.Kind == Text:
			want = plain.Fold(strings.TrimSpace(want))
			return func(r any) bool { return strings.Contains(plain.Fold(textOf(c.Get(r))), want) }, true, nil
		case name == c.Name && c.Kind == Exact:
			values := strings.Split(want, ",")
			if c.Words != nil && slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(c.Words, v) }) {
				return nil, false, errors.New("no such word")
			}
			return func(r any) bool { return among(c.Get(r), values) }, true, nil
		case name == c.Name && c.Kind == Number:
			numbers, err := numbersOf(want)
			return func(r any) bool { return slices.Contains(numbers, numberOf(c.Get(r))) }, true, err
		case isRange && (bound == "Start" || bound == "End"):
			t, err := rangeTest(c, bound == "Start", want)
			return t, true, err
		}
	}
	return nil, false, nil
}

// numbersOf reads numbers that are separated by commas.
func numbersOf(text string) (all []int64, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func rangeTest(c column, start bool, want string) (func(any) bool, error) {
	switch c.Kind {
	case Number:
		n, err := strconv.ParseInt(want, 10, 64)
		return func(r any) bool {
			if v := numberOf(c.Get(r)); start {
				return v >= n
			} else {
				return v <= n
			}
		}, err
	case Time:
		at, err := time.Parse(time.RFC3339, want)
		return func(r any) bool {
			if v := timeOf(c.Get(r)); start {
				return !v.Before(at)
			} else {
				return !v.After(at)
			}
		}, err
	}
	return nil, errors.New("no range on this column")
}
