package sheet

import (
	"errors"
	"strconv"
)

// Breaches of the sheet's own rules; Excel calls such a file damaged too.
var (
	errRow    = errors.New("a row number that cannot be")
	errColumn = errors.New("a column that cannot be")
	errShared = errors.New("a shared string that is not there")
	errNumber = errors.New("a number that is none")
	errRoot   = errors.New("not a worksheet")
)

// tab walks one sheet.
type tab struct {
	book  *book
	x     *xmlReader
	out   *collector
	line  int
	cells []cell
}

// read gives the rows of a sheet to the collector and goes on to the end of the part, so that what is cut off or
// broken behind the rows is noticed. Only a sheet that cannot have a header any more is left early.
func (b *book) read(name string, c *collector) error {
	x, err := b.pack.xml(name)
	if err != nil {
		return err
	}
	t := &tab{book: b, x: x, out: c}
	err = t.walk()
	switch {
	case errors.Is(err, errXML), errors.Is(err, errRow), errors.Is(err, errColumn), errors.Is(err, errShared),
		errors.Is(err, errNumber), errors.Is(err, errRoot):
		return damaged("part %s at byte %d, row %d: %w", name, x.pos, t.line, err)
	}
	return err
}

func (t *tab) walk() error {
	inData := false
	for {
		k, err := t.x.next()
		if err != nil {
			return err
		}
		if k == endOfFile || t.out.past(t.line) {
			return nil
		}
		if k == characters {
			continue
		}
		switch name := string(t.x.name); {
		case k == startElement && t.x.depth() == 1 && name != "worksheet":
			return errRoot
		case name == "sheetData":
			inData = k == startElement
		case k == startElement && inData && name == "row":
			if err := t.row(); err != nil {
				return err
			}
		}
	}
}

// row reads the row that has just begun.
func (t *tab) row() error {
	line := t.line + 1
	if r := t.x.attr("r"); r != nil {
		n, err := strconv.Atoi(string(r))
		if err != nil || n <= t.line {
			return errRow
		}
		line = n
	}
	if line > maxRow {
		return errRow
	}
	t.line, t.cells = line, t.cells[:0]
	depth := t.x.depth()
	column := 0
	for {
		k, err := t.x.next()
		if err != nil {
			return err
		}
		if k == endElement && t.x.depth() < depth {
			return t.out.row(t.line, t.cells)
		}
		if k == startElement && string(t.x.name) == "c" {
			if column, err = t.cell(column); err != nil {
				return err
			}
		}
	}
}

// cell reads the cell that has just begun and gives the column behind it. next is the column of a cell that does not
// name its own.
func (t *tab) cell(next int) (int, error) {
	column := next
	if r := t.x.attr("r"); r != nil {
		var line int
		if column, line = reference(r); line != t.line {
			return 0, errRow
		}
	}
	if column < 0 || column >= maxColumn {
		return 0, errColumn
	}
	if n := len(t.cells); n > 0 && column <= t.cells[n-1].column {
		return 0, errColumn
	}
	kind, style := string(t.x.attr("t")), -1
	if s := t.x.attr("s"); s != nil {
		style, _ = strconv.Atoi(string(s)) // only chooses how a date is written
	}
	text, formula, err := t.value(kind)
	if err != nil {
		return 0, err
	}
	if text, err = t.book.display(kind, text, style); err != nil {
		return 0, err
	}
	t.cells = append(t.cells, cell{column, text, formula})
	return column + 1, nil
}

// value reads to the end of the cell: its v or is.
func (t *tab) value(kind string) (text string, formula bool, err error) {
	depth := t.x.depth()
	if t.x.closed {
		_, err = t.x.next()
		return "", false, err
	}
	var out []byte
	for {
		k, err := t.x.next()
		if err != nil {
			return "", false, err
		}
		switch {
		case k == endElement && t.x.depth() < depth:
			return string(out), formula, nil
		case k == startElement && t.x.depth() == depth+1:
			name := string(t.x.name)
			formula = formula || name == "f"
			if name == "is" {
				inline, err := richText(t.x)
				if err != nil {
					return "", false, err
				}
				if kind == "inlineStr" {
					out = append(out[:0], inline...)
				}
			}
		case k == characters && t.x.depth() == depth+1 && string(local(t.x.stack[depth])) == "v":
			out = t.x.appendText(out)
		}
	}
}

// display gives a value as its user sees it, numbers with all their digits.
func (b *book) display(kind, text string, style int) (string, error) {
	switch kind {
	case "s":
		if text == "" {
			return "", nil
		}
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || i >= len(b.shared) {
			return "", errShared
		}
		return b.shared[i], nil
	case "str":
		return decodeControls(text), nil
	case "inlineStr", "e", "d":
		return text, nil
	case "b":
		return truth(text == "1" || text == "true"), nil
	}
	if text == "" {
		return "", nil
	}
	out, ok := b.dates.number(text, style)
	if !ok {
		return "", errNumber
	}
	return out, nil
}

func truth(b bool) string {
	if b {
		return "TRUE"
	}
	return "FALSE"
}

// reference reads A1 into its column from 0 and its row; column -1 when it is none.
func reference(ref []byte) (column, line int) {
	i := 0
	for i < len(ref) && i < 4 {
		c := ref[i] &^ 0x20 // upper case
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A'+1)
		i++
	}
	n, err := strconv.Atoi(string(ref[i:]))
	if i == 0 || i == 4 || err != nil {
		return -1, n
	}
	return column - 1, n
}
