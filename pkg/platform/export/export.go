// Package export gives a list as a file (decisions §1): up to export.rows.inline rows at once, more of them in the
// background, with progress, a notice and a link. A module declares its list once; the same declaration is mounted as a route
// and run by the job function.
package export

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Later is the total of rows that take long to read: their file is always made in the background.
const Later = -2

// Rows are what a list gives. Total is how many; -1 when only reading tells. Each is run once.
type Rows[T any] struct {
	Total   int
	Each    iter.Seq2[*T, error]
	Columns []Column[T] // instead of the list's, where they depend on what is asked for; nil: the list's
}

// Of makes rows of a slice.
func Of[T any](rows []T) Rows[T] {
	return Rows[T]{Total: len(rows), Each: func(yield func(*T, error) bool) {
		for i := range rows {
			if !yield(&rows[i], nil) {
				return
			}
		}
	}}
}

// Column of a file. Title is a word ("name" is export.column.name): one that several modules use stands in this package's messages,
// any other in those of its module, as the list's own name does (export.list.x). Or it is a whole key of another
// module's. Value gives a string, int, int64, uint64, bool, money.Amount, time.Time, *time.Time, *money.Amount or nil; telephone
// numbers are strings, so that they keep their digits. With Dict the file shows the value's name in that dictionary.
type Column[T any] struct {
	Title string
	Own   bool // of Rows alone: the title is a text of the user's own file
	Dict  string
	Words []string // that the column can hold, where that is known
	Value func(*T) any
}

// List is a list that can be exported. I is the input of its page: the same filters and orders; T is its row.
type List[I, T any] struct {
	Name    string // of the file and of the task: one word, one list
	Path    string // of the route, ending in /export
	Perm    string
	Summary string
	Filters []store.Filter
	Columns []Column[T]
	Rows    func(ctx context.Context, in *I) (Rows[T], error)
	Admit   func(ctx context.Context) error // refuses a caller before its file is made; nil: refuses none
}

// title of a column: a message key, or a text of the user's own.
type title struct {
	text string
	own  bool
}

// key names the column in a request: the last word of its title, or "own." and the user's own text.
func (t title) key() string {
	if t.own {
		return "own." + t.text
	}
	return t.text[strings.LastIndexByte(t.text, '.')+1:]
}

// table is a list with its input, for any row type: the header's keys and a sequence of rows of cells.
type table struct {
	titles []title
	total  int
	rows   iter.Seq2[[]any, error]
}

// declared is a list of any row type.
type declared struct {
	name, perm string
	input      func() any
	open       func(ctx context.Context, in any) (table, error)
	keys       []string // of the columns that are declared
}

// read opens a list as the caller of the context, with an input as JSON. It checks the permission again, which may
// have been removed since the export began.
func (l *declared) read(ctx context.Context, text json.RawMessage) (table, error) {
	if l.perm != web.SignedIn && !auth.Must(ctx).Can(l.perm) {
		return table{}, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	in := l.input()
	if err := json.Unmarshal(text, in); err != nil {
		return table{}, fmt.Errorf("export %s: %w", l.name, err)
	}
	return l.open(ctx, in)
}

// Mount declares a list: its route in an API (nil in a function without routes), and its reader for the background.
func Mount[I, T any](a *web.API, d *Exporter, l List[I, T]) {
	own := &declared{name: l.Name, perm: l.Perm, input: func() any { return new(I) }, open: func(ctx context.Context, in any) (table, error) {
		rows, err := l.Rows(ctx, in.(*I))
		if err != nil {
			return table{}, err
		}
		return openTable(ctx, d, l.Columns, rows)
	}}
	for _, c := range l.Columns {
		key := title{text: c.Title}.key()
		if slices.Contains(own.keys, key) {
			panic("export: " + l.Name + " has the column " + key + " twice")
		}
		own.keys = append(own.keys, key)
	}
	d.declare(own)
	for _, c := range l.Columns {
		d.titles = append(d.titles, titleKey(c.Title))
		for _, word := range c.Words {
			d.words = append(d.words, [2]string{c.Dict, word})
		}
	}
	if a == nil {
		return
	}
	line := web.Route{Method: "GET", Path: l.Path, Perm: l.Perm, Summary: l.Summary, Filters: l.Filters}
	types := []string{typeOf(web.XLSX), typeOf(web.CSV)}
	web.HandleFile(a, line, types, own.keys, func(ctx context.Context, in *I, layout web.FileLayout) (*web.File[Started], error) {
		if l.Admit != nil {
			if err := l.Admit(ctx); err != nil {
				return nil, err
			}
		}
		return d.now(ctx, own, in, layout)
	})
}

func (d *Exporter) declare(l *declared) {
	if _, twice := d.lists[l.name]; twice {
		panic("export: " + l.name + " stands twice")
	}
	if d.lists == nil {
		d.lists = map[string]*declared{}
	}
	d.lists[l.name] = l
}

// now answers the route of a list. Faults: export.unknownColumn (400), and those of answer.
func (d *Exporter) now(ctx context.Context, l *declared, in any, layout web.FileLayout) (*web.File[Started], error) {
	t, err := l.open(ctx, in)
	if err != nil {
		return nil, err
	}
	if layout.Describes() {
		return &web.File[Started]{Columns: d.columnsOf(ctx, t)}, nil
	}
	if t, err = t.choose(layout.Columns); err != nil {
		return nil, err
	}
	return d.answer(ctx, order{l.name, in, layout}, t)
}
