package sheet

import (
	"slices"
	"strings"
	"unicode"
)

const (
	headerRows = 10 // the header stands in one of the first rows (decisions §11)
	maxColumns = 32 // columns beside the header's that are kept
)

// cell is a value in a row.
type cell struct {
	column  int // from 0
	text    string
	formula bool
	shown   string // as the cell shows it; empty: as text
	broken  bool   // an error such as #N/A, which is no value
}

// value is what a cell beside the number brings.
func (c *cell) value() string {
	switch {
	case c.broken:
		return ""
	case c.shown != "":
		return c.shown
	}
	return c.text
}

// collector takes the rows of a file in order, finds the header and keeps what stands under it.
type collector struct {
	limits  Limits
	of      *Content
	want    string // the header that is looked for, folded
	at      int    // its place when it may name a column without header, else -1
	sheet   *Sheet
	found   bool
	main    int         // column of the header
	slots   map[int]int // column → place in Sheet.Columns
	preview [][]cell    // first rows of the first sheet that has any, while there is no header
	kept    bool        // the preview is of an earlier sheet
}

func newCollector(limits Limits, kind Kind, of *Content, column string) *collector {
	c := &collector{limits: limits, of: of, want: fold(of.Header), at: -1, sheet: &Sheet{Kind: kind}}
	if column != "" {
		c.want, c.at = fold(column), place(column)
	}
	return c
}

// begin is called before each sheet.
func (c *collector) begin() { c.kept = len(c.preview) > 0 }

// past reports that no header can come any more: the sheet needs no further reading.
func (c *collector) past(line int) bool { return !c.found && line > previewRows }

// row takes a row of the sheet; line counts from 1.
func (c *collector) row(line int, cells []cell) error {
	if !c.found {
		if data, err := c.look(line, cells); err != nil || !data {
			return err
		}
	}
	r := Row{Line: line}
	empty := true
	for _, v := range cells {
		if v.text != "" && empty {
			empty = blank(v.text)
		}
		if v.column == c.main {
			r.Text = v.text
			empty = empty && !v.formula // one without a saved result is a row without a number
		}
	}
	if empty {
		return nil
	}
	if len(c.sheet.Rows) >= c.limits.Rows {
		return tooManyRows(c.of, c.limits.Rows)
	}
	if len(c.slots) > 0 {
		r.Fields = make([]string, len(c.sheet.Columns))
		for _, v := range cells {
			if slot, ok := c.slots[v.column]; ok {
				r.Fields[slot] = v.value()
			}
		}
	}
	c.sheet.Rows = append(c.sheet.Rows, r)
	return nil
}

// look tries a row as the header. data reports that there is none and that the row is the first with a number.
func (c *collector) look(line int, cells []cell) (data bool, err error) {
	if !hasText(cells) {
		return false, nil
	}
	first := len(c.preview) == 0
	if line <= headerRows {
		if err := c.header(cells); err != nil || c.found {
			return false, err
		}
		if c.at >= 0 && first { // chosen by its column name
			c.found, c.main = true, c.at
			if c.of.in(cells) {
				return true, nil
			}
			c.name(cells)
			return false, nil
		}
	}
	if !c.kept && len(c.preview) < previewRows {
		c.preview = append(c.preview, slices.Clone(cells))
	}
	return false, nil
}

func (c *collector) header(cells []cell) error {
	for _, v := range cells {
		if !c.isHeader(v.text) {
			continue
		}
		if c.found {
			return twice(strings.TrimFunc(v.text, invisible))
		}
		c.found, c.main = true, v.column
	}
	if c.found {
		c.name(cells)
	}
	return nil
}

// name keeps the names of the columns beside the number's.
func (c *collector) name(cells []cell) {
	c.slots = map[int]int{}
	for _, v := range cells {
		name := strings.TrimFunc(v.text, invisible)
		if name == "" || v.column != c.main && len(c.sheet.Columns) == maxColumns {
			continue
		}
		if c.sheet.Heads = append(c.sheet.Heads, name); v.column == c.main {
			continue
		}
		c.slots[v.column] = len(c.sheet.Columns)
		c.sheet.Columns = append(c.sheet.Columns, name)
	}
}

// isHeader reports whether a name is the wanted one, in any case, spaces, width or byte order marks.
func (c *collector) isHeader(name string) bool {
	return len(name) <= 8*len(c.want)+64 && fold(name) == c.want
}

func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
}

func blank(s string) bool { return strings.TrimFunc(s, invisible) == "" }
