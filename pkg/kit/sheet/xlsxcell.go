package sheet

import (
	"encoding/xml"
	"strconv"
)

// mark is what excelize does not tell of a cell.
type mark struct {
	column  int
	kind    string // its type: s, str, inlineStr, b, e, d, n or none
	style   int
	formula bool
	filled  bool // it has a value
	shared  int  // index of its shared string
}

// cell walks the cell that has just begun. One that does not name its column stands behind the last.
func (t *tab) cell(e xml.StartElement) error {
	m := mark{column: t.width, style: -1}
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "r":
			var line int
			if m.column, line = reference(a.Value); line != t.line {
				return errRow
			}
		case "s":
			style, err := strconv.Atoi(a.Value)
			if err != nil {
				return errValue
			}
			m.style = style
		case "t":
			m.kind = a.Value
		}
	}
	if m.column < t.width || m.column >= maxColumn {
		return errColumn
	}
	if err := t.value(&m); err != nil {
		return err
	}
	t.marks, t.width = append(t.marks, m), m.column+1
	return nil
}

// value walks to the end of the cell: its f, v or is, each once.
func (t *tab) value(m *mark) error {
	var value []byte
	seen := map[string]bool(nil)
	inline, inlined := false, false
	for {
		k, err := t.walk.next()
		if err != nil {
			return err
		}
		switch k := k.(type) {
		case xml.StartElement:
			name := k.Name.Local
			if name != "v" && name != "f" && name != "is" && name != "c" && name != "row" {
				continue
			}
			if t.walk.depth() != 5 || seen[name] || name == "c" || name == "row" {
				return errPlace
			}
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			switch name {
			case "f":
				m.formula = true
			case "is":
				inlined = true
				if inline, err = t.walk.richText(); err != nil {
					return err
				}
			}
		case xml.EndElement:
			if t.walk.depth() < 4 {
				m.filled = len(value) > 0
				if m.kind == "inlineStr" && inlined {
					m.filled = inline
				}
				return t.book.check(m, value)
			}
		case xml.CharData:
			if t.walk.depth() == 5 && t.walk.open[4].Local == "v" {
				value = append(value, k...)
			}
		}
	}
}

// check looks for what excelize lets pass: an index of no shared string.
func (b *book) check(m *mark, value []byte) error {
	if m.kind != "s" || len(value) == 0 {
		return nil
	}
	var err error
	if m.shared, err = strconv.Atoi(string(value)); err != nil || m.shared < 0 || m.shared >= b.shared {
		return errShared
	}
	return nil
}

// lost reports a cell whose value excelize gave up for some other part of it, without a word.
func (b *book) lost(m mark, text string) bool {
	if text != "" || !m.filled {
		return false
	}
	if m.kind != "s" {
		return true
	}
	shared, ok := b.file.Shared(m.shared)
	return !ok || shared != ""
}

// display gives a value as its user sees it, numbers with all their digits.
func (b *book) display(m mark, text string) (string, error) {
	switch {
	case m.kind == "b":
		return truth(text == "1" || text == "true"), nil
	case m.kind == "str":
		return decodeControls(text), nil
	case text == "", m.kind == "s", m.kind == "inlineStr", m.kind == "e", m.kind == "d":
		return text, nil
	}
	out, ok := b.dates.number(text, m.style)
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
func reference(ref string) (column, line int) {
	i := 0
	for i < len(ref) && i < 4 {
		c := ref[i] &^ 0x20 // upper case
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A'+1)
		i++
	}
	n, err := strconv.Atoi(ref[i:])
	if i == 0 || i == 4 || err != nil {
		return -1, n
	}
	return column - 1, n
}
