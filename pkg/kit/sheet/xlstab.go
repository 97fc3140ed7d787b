package sheet

import (
	"cmp"
	"slices"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// xlsTab collects the cells of a sheet.
type xlsTab struct {
	book  *workbook
	cells []xlsCell
	open  int // 1 + the index of the formula whose text comes in a record of its own
}

func (t *xlsTab) add(b []byte, text string) {
	t.cells = append(t.cells, xlsCell{row: u16(b), column: u16(b[2:]), text: text})
}

func (t *xlsTab) last() *xlsCell { return &t.cells[len(t.cells)-1] }

func (t *xlsTab) number(b []byte, f float64) {
	style := int(u16(b[4:]))
	t.add(b, t.book.dates.styled(f, style))
	t.last().shown = t.book.dates.shown(f, style, "")
}

// shortest is the least length of the records that hold cells.
var shortest = map[uint16]int{recLabelSST: 10, recNumber: 14, recRK: 10, recMulRK: 6, recLabel: 8, recRString: 8,
	recFormula: 14, recFormula4: 14, recBoolErr: 8, recString: 2}

func (t *xlsTab) record(r *records) error {
	least, known := shortest[r.id]
	if !known {
		return nil
	}
	if err := r.need(least); err != nil {
		return err
	}
	b := r.body
	switch r.id {
	case recLabelSST:
		i := u32(b[6:])
		if uint64(i) >= uint64(len(t.book.shared)) {
			return errBIFF
		}
		t.add(b, t.book.shared[i])
	case recNumber:
		t.number(b, f64(b[6:]))
	case recRK:
		t.number(b, rk(u32(b[6:])))
	case recMulRK:
		return t.several(b)
	case recLabel, recRString, recString:
		return t.label(r)
	case recFormula, recFormula4:
		t.formula(b)
	case recBoolErr:
		if b[7] == 0 {
			t.add(b, truth(b[6] != 0))
		} else {
			t.add(b, errorText(b[6]))
			t.last().broken = true
		}
	}
	return nil
}

// several reads a run of short numbers in one row.
func (t *xlsTab) several(b []byte) error {
	first, last := int(u16(b[2:])), int(u16(b[len(b)-2:]))
	if last < first || len(b) != 6+6*(last-first+1) {
		return errBIFF
	}
	for i := 0; i <= last-first; i++ {
		run := b[4+6*i:]
		f, style := rk(u32(run[2:])), int(u16(run))
		t.cells = append(t.cells, xlsCell{row: u16(b), column: uint16(first + i), text: t.book.dates.styled(f, style),
			shown: t.book.dates.shown(f, style, "")})
	}
	return nil
}

// formula reads a saved result; a text comes in a record that follows.
func (t *xlsTab) formula(b []byte) {
	t.open = 0
	if u16(b[12:]) != 0xffff {
		t.number(b, f64(b[6:]))
		return
	}
	switch b[6] {
	case 0:
		t.add(b, "")
		t.cells[len(t.cells)-1].formula = true
		t.open = len(t.cells)
	case 1:
		t.add(b, truth(b[8] != 0))
	case 2:
		t.add(b, errorText(b[8]))
		t.last().broken = true
	default: // an empty text
		t.add(b, "")
		t.cells[len(t.cells)-1].formula = true
	}
}

// label reads a text that is not shared.
func (t *xlsTab) label(r *records) error {
	id, b := r.id, r.body
	s := r.long()
	if id != recString {
		s.now = s.now[6:]
	}
	var text string
	var err error
	if t.book.version == biff8 {
		text, err = s.str()
	} else {
		text, err = t.bytes(s)
	}
	if err != nil {
		return err
	}
	if id != recString {
		t.add(b, text)
	} else if t.open > 0 {
		t.cells[t.open-1].text = text
		t.open = 0
	}
	return nil
}

// bytes reads a string of BIFF5.
func (t *xlsTab) bytes(s *segments) (string, error) {
	head, err := s.take(2)
	if err != nil {
		return "", err
	}
	n := int(u16(head))
	if len(s.now) < n {
		return "", errBIFF
	}
	if !t.book.chinese {
		return western(s.now[:n]), nil
	}
	out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(s.now[:n])
	if err != nil {
		return "", errBIFF
	}
	return string(out), nil
}

// give hands the rows over in their order.
func (t *xlsTab) give(c *collector) error {
	slices.SortStableFunc(t.cells, func(a, b xlsCell) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	var row []cell
	for i := 0; i < len(t.cells); {
		line := t.cells[i].row
		row = row[:0]
		for ; i < len(t.cells) && t.cells[i].row == line; i++ {
			row = append(row, cell{column: int(t.cells[i].column), text: t.cells[i].text, formula: t.cells[i].formula, shown: t.cells[i].shown,
				broken: t.cells[i].broken})
		}
		if err := c.row(int(line)+1, row); err != nil {
			return err
		}
	}
	return nil
}

func errorText(code byte) string {
	if text, ok := map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0f: "#VALUE!", 0x17: "#REF!", 0x1d: "#NAME?", 0x24: "#NUM!",
		0x2a: "#N/A"}[code]; ok {
		return text
	}
	return "#ERR"
}
