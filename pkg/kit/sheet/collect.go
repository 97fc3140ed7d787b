package sheet

import (
	"strings"
	"unicode"
)

const (
	headerRows = 10 // the header stands in one of the first rows (decisions §11)
	maxColumns = 32 // columns beside phoneNumber that are kept
	header     = "phonenumber"
)

// cell is a value in a row.
type cell struct {
	column  int // from 0
	text    string
	formula bool
}

// collector takes the rows of a file in order, finds the header and keeps what stands under it.
type collector struct {
	limits Limits
	sheet  *Sheet
	found  bool
	phone  int         // column of the number
	slots  map[int]int // column → place in Sheet.Columns
}

// past reports that no header can come any more: the sheet needs no further reading.
func (c *collector) past(line int) bool { return !c.found && line > headerRows }

// row takes a row of the sheet; line counts from 1.
func (c *collector) row(line int, cells []cell) error {
	if !c.found {
		if line <= headerRows {
			c.header(cells)
		}
		return nil
	}
	r := Row{Line: line}
	empty := true
	for _, v := range cells {
		if v.text != "" && empty {
			empty = blank(v.text)
		}
		if v.column == c.phone {
			r.Phone = v.text
			empty = empty && !v.formula // one without a saved result is a row without a number
		}
	}
	if empty {
		return nil
	}
	if len(c.sheet.Rows) >= c.limits.Rows {
		return tooManyRows(c.limits.Rows)
	}
	if len(c.slots) > 0 {
		r.Fields = make([]string, len(c.sheet.Columns))
		for _, v := range cells {
			if slot, ok := c.slots[v.column]; ok {
				r.Fields[slot] = v.text
			}
		}
	}
	c.sheet.Rows = append(c.sheet.Rows, r)
	return nil
}

func (c *collector) header(cells []cell) {
	for _, v := range cells {
		if isHeader(v.text) {
			c.found, c.phone = true, v.column
			break
		}
	}
	if !c.found {
		return
	}
	c.slots = map[int]int{}
	for _, v := range cells {
		name := strings.TrimFunc(v.text, invisible)
		if v.column == c.phone || name == "" || len(c.sheet.Columns) == maxColumns {
			continue
		}
		c.slots[v.column] = len(c.sheet.Columns)
		c.sheet.Columns = append(c.sheet.Columns, name)
	}
}

// isHeader reports the name phoneNumber, whatever its case, spaces, width or byte order marks.
func isHeader(name string) bool {
	rest := header
	for _, r := range name {
		if invisible(r) {
			continue
		}
		if r > 0xff00 && r < 0xff5f {
			r -= 0xfee0 // full-width letters
		}
		if rest == "" || unicode.ToLower(r) != rune(rest[0]) {
			return false
		}
		rest = rest[1:]
	}
	return rest == ""
}

func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Zs, r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r)
}

func blank(s string) bool { return strings.TrimFunc(s, invisible) == "" }
