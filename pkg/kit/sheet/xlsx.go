package sheet

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

const (
	maxRow    = 1 << 20 // rows and columns of a sheet of Excel
	maxColumn = 1 << 14
	maxSheets = 64      // that are looked at for a header
	maxShared = 1 << 19 // shared strings: more than a file of 1 MiB has use for
)

// book is what the sheets of an xlsx share. Its parts are found, unpacked and walked here under any names, and given
// to the engine one by one: it never sees an unchecked part.
type book struct {
	pack   *pack
	sheets []string // parts, in the order of the tabs
	file   Workbook
	shared int // strings
	dates  dateStyles
}

// readXLSX gives the rows of the first sheet that has a header to the collector.
func readXLSX(e Engine, data []byte, c *collector) error {
	if e == nil {
		return errNoEngine
	}
	b := &book{file: e.NewWorkbook()}
	var err error
	if b.pack, err = openPack(data, c.limits.Unpacked); err != nil {
		return err
	}
	if err := b.open(); err != nil {
		return err
	}
	for _, name := range b.sheets {
		c.begin()
		if err := b.read(name, c); err != nil || c.found {
			return err
		}
	}
	return nil
}

// open finds the parts of the book by their relations, as names differ between writers.
func (b *book) open() error {
	root, err := b.pack.relations("")
	if err != nil {
		return err
	}
	main := "xl/workbook.xml"
	for _, r := range root {
		if r.kind == "officeDocument" {
			main = r.target
		}
	}
	rels, err := b.pack.relations(main)
	if err != nil {
		return err
	}
	if err := b.tabs(main, rels); err != nil {
		return err
	}
	for _, r := range rels { // a part that is named and missing is damage
		switch r.kind {
		case "sharedStrings":
			err = b.strings(r.target)
		case "styles":
			err = b.styles(r.target)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *book) tabs(main string, rels map[string]relation) error {
	var hidden []string
	seen := map[string]bool{}
	err := b.pack.each(main, func(_ *walker, t xml.StartElement) error {
		if t.Name.Local == "workbookPr" {
			v := value(t, "date1904")
			b.dates.from1904 = v == "1" || v == "true"
		}
		r := rels[value(t, "id")] // r:id with any prefix; not sheetId
		if t.Name.Local != "sheet" || r.kind != "worksheet" || seen[r.target] || len(seen) == maxSheets {
			return nil
		}
		seen[r.target] = true
		if state := value(t, "state"); state == "hidden" || state == "veryHidden" {
			hidden = append(hidden, r.target)
			return nil
		}
		b.sheets = append(b.sheets, r.target)
		return nil
	})
	b.sheets = append(b.sheets, hidden...) // visible sheets come before hidden ones (decisions §13)
	if err == nil && len(b.sheets) == 0 {
		err = damaged("no worksheet in %s", main)
	}
	return err
}

// strings hands the table of shared strings to excelize.
func (b *book) strings(name string) error {
	data, w, err := b.pack.walk(name)
	if err != nil {
		return err
	}
	b.file.Strings(whole(data))
	return b.pack.walked(name, w, func(w *walker, t xml.StartElement) error {
		if err := w.spend(3); err != nil || t.Name.Local != "si" { // excelize keeps them in memory, with all their runs
			return err
		}
		if b.shared++; w.depth() != 2 {
			return errPlace
		}
		if b.shared > maxShared {
			return bomb()
		}
		_, err := w.richText()
		return err
	})
}

// styles finds which cell styles show a number as a date.
func (b *book) styles(name string) error {
	return b.pack.each(name, func(w *walker, t xml.StartElement) error {
		id, _ := strconv.Atoi(value(t, "numFmtId")) // absent: 0, general
		switch {
		case t.Name.Local == "numFmt":
			b.dates.format(id, value(t, "formatCode"))
		case t.Name.Local == "xf" && w.parent() == "cellXfs":
			b.dates.style(id)
		}
		return nil
	})
}

// encoded matches a character as Excel encodes it.
var encoded = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`_x[0-9a-fA-F]{4}_`) })

// whole makes a part one of which excelize drops nothing: half a character, encoded, becomes the replacement character.
func whole(data []byte) []byte {
	if !bytes.Contains(data, []byte("_xd")) && !bytes.Contains(data, []byte("_xD")) {
		return data
	}
	return encoded().ReplaceAllFunc(data, func(c []byte) []byte {
		if r, _ := strconv.ParseUint(string(c[2:6]), 16, 16); r >= 0xd800 && r < 0xe000 {
			return []byte("\ufffd")
		}
		return c
	})
}

// decodeControls reads _x000D_, as Excel writes characters that XML does not allow.
func decodeControls(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if i+7 <= len(s) && s[i] == '_' && s[i+1] == 'x' && s[i+6] == '_' {
			if r, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(rune(r))
				i += 6
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
