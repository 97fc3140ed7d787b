package store

import (
	"slices"
	"strings"
)

// ColumnKind decides how a column is filtered.
type ColumnKind uint8

const (
	Text   ColumnKind = iota // contains, in any case
	Exact                    // ids, codes, enums: is one of the filter's words, separated by commas
	Number                   // is one of the filter's numbers, or <name>Start … <name>End
	Time                     // <name>Start … <name>End, RFC 3339
)

// Column is a field of a list row, declared once: filter, sort order and column of the file come from it.
type Column[T any] struct {
	Name string
	Kind ColumnKind
	Sort bool
	// Get gives the value: a text, a number, a truth value, an amount, a time or a pointer to one; texts where a row has several.
	Get func(*T) any
	// Words are what an Exact column can hold, where that is known: a filter with another word is refused.
	Words []string
	// Filter: the wire can filter by it, a number with Range also by its bounds. Doc describes the parameter; with OneOf it is one of these.
	Filter bool
	Range  bool
	Doc    string
	OneOf  []string
	// Finds gives how a Text is searched; nil: it contains the filter, in any case.
	Finds func(filter string) func(value string) bool
	// Title is the word of the file's header, empty for a column that files do not have; with Dict a file shows the value's name
	// in that dictionary.
	Title, Dict string
}

// Filter is a parameter by which the wire filters a list. Several: it takes several words, separated by commas.
type Filter struct {
	Name, Doc string
	OneOf     []string
	Several   bool
}

// Filters are the parameters of a list, for its route.
func (l List[T]) Filters() []Filter { return l.engine().filters() }

// several tells whether a filter of the column is documented to take several words. Ids and truth values are given one at a time.
func (c column) several() bool {
	words := slices.Concat(c.Words, c.OneOf)
	isChoice := len(words) != 2 || words[0] != "true" && words[0] != "yes" && words[0] != "false"
	return (c.Kind == Exact || c.Kind == Number && !c.Range) && !strings.HasSuffix(c.Name, "Id") && isChoice
}

func (l *engine) filters() (all []Filter) {
	for _, c := range l.Columns {
		if !c.Filter {
			continue
		}
		if c.Kind != Time {
			all = append(all, Filter{c.Name, c.Doc, c.OneOf, c.several()})
		}
		if c.Kind == Time || c.Range {
			all = append(all, Filter{Name: c.Name + "Start", Doc: c.Doc}, Filter{Name: c.Name + "End", Doc: c.Doc})
		}
	}
	return all
}
