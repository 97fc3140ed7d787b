package sheet

import (
	"encoding/xml"
	"errors"
	"strconv"

	"herald/pkg/kit/fault"
)

// Breaches of the sheet's own rules; Excel calls such a file damaged too.
var (
	errRow    = errors.New("a row number that cannot be")
	errColumn = errors.New("a column that cannot be")
	errShared = errors.New("a shared string that is not there")
	errNumber = errors.New("a number that is none")
	errRoot   = errors.New("not a worksheet")
	errPlace  = errors.New("a row or a cell where none can be")
	errValue  = errors.New("a value that cannot be read")
)

// tab reads one sheet row by row, twice: the walker goes first and says whether the row is sound and of which kinds its
// cells are, then excelize gives their values. As it reads on to the next row, or to the end of the rows, the walker has been
// there too.
type tab struct {
	book  *book
	walk  *walker
	rows  Rows
	at    int // rows that excelize has given
	out   *collector
	line  int
	marks []mark // of the row at line; none when it was given
	width int    // columns of that row
	cells []cell
}

// read gives the rows of a sheet to the collector and goes on to the end of the part, so that what is cut off or
// broken behind the rows is noticed. Only a sheet that cannot have a header any more is left early.
func (b *book) read(name string, c *collector) error {
	data, w, err := b.pack.walk(name)
	if err != nil {
		return err
	}
	t := &tab{book: b, walk: w, out: c}
	if t.rows, err = b.file.Rows(whole(data)); err == nil {
		err = t.read()
	}
	if err != nil && fault.As(err) == nil {
		return damaged("part %s at byte %d, row %d: %w", name, w.in.InputOffset(), t.line, err)
	}
	return err
}

func (t *tab) read() error {
	inData, done := false, false
	for {
		k, err := t.walk.next()
		if err != nil {
			return err
		}
		if k == nil || t.out.past(t.line) {
			return nil
		}
		switch k := k.(type) {
		case xml.StartElement:
			switch name := k.Name.Local; {
			case t.walk.depth() == 1 && name != "worksheet":
				return errRoot
			case name == "sheetData":
				if inData || done || t.walk.depth() != 2 {
					return errPlace
				}
				inData = true
			case inData && name == "row" && t.walk.depth() == 3:
				if err := t.row(k); err != nil {
					return err
				}
			case !done && (name == "row" || name == "c"):
				return errPlace
			}
		case xml.EndElement:
			if inData && t.walk.depth() == 1 {
				inData, done = false, true
				if err := t.give(); err != nil {
					return err
				}
			}
		}
	}
}

// row reads the row that has just begun.
func (t *tab) row(e xml.StartElement) error {
	line := t.line + 1
	for _, a := range e.Attr {
		if a.Name.Local == "r" {
			line, _ = strconv.Atoi(a.Value)
		}
	}
	if line <= t.line || line > maxRow {
		return errRow
	}
	if err := t.give(); err != nil || t.out.past(t.line) {
		return err
	}
	t.line, t.width = line, 0
	for {
		k, err := t.walk.next()
		if err != nil {
			return err
		}
		switch k := k.(type) {
		case xml.StartElement:
			switch name := k.Name.Local; {
			case name == "c" && t.walk.depth() == 4:
				if err := t.cell(k); err != nil {
					return err
				}
			case name == "c", name == "row":
				return errPlace
			}
		case xml.EndElement:
			if t.walk.depth() < 3 {
				return nil
			}
		}
	}
}

// give has excelize read the row that was walked, and gives it to the collector.
func (t *tab) give() error {
	if len(t.marks) == 0 {
		return nil
	}
	if err := t.walk.spend(t.width); err != nil {
		return err
	}
	for ; t.at < t.line; t.at++ {
		if !t.rows.Next() {
			return errRow
		}
	}
	values, err := t.rows.Columns()
	if err != nil {
		return err
	}
	t.cells = t.cells[:0]
	for _, m := range t.marks {
		c := cell{column: m.column, formula: m.formula}
		if m.column < len(values) {
			c.text = values[m.column]
		}
		if t.book.lost(m, c.text) {
			return errValue
		}
		raw := c.text
		if c.text, err = t.book.display(m, c.text); err != nil {
			return err
		}
		if c.broken = m.kind == "e"; m.kind == "" || m.kind == "n" {
			c.shown = t.book.dates.look(c.text, raw, m.style)
		}
		t.cells = append(t.cells, c)
	}
	t.marks = t.marks[:0]
	return t.out.row(t.line, t.cells)
}
