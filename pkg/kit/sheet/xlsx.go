package sheet

import (
	"strconv"
	"strings"
)

const (
	maxRow    = 1 << 20 // rows and columns of a sheet of Excel
	maxColumn = 1 << 14
	maxSheets = 64      // that are looked at for a header
	maxShared = 2 << 20 // shared strings: more than a file of 1 MiB has use for
)

// book is what the sheets of an xlsx share.
type book struct {
	pack   *pack
	sheets []string // parts, in the order of the tabs
	shared []string
	dates  dateStyles
}

// readXLSX gives the rows of the first sheet that has a header to the collector.
func readXLSX(data []byte, c *collector) error {
	b := &book{}
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
	err := b.pack.each(main, "sheet", func(x *xmlReader) {
		id := ""
		for _, a := range x.attrs { // r:id, whatever its prefix; not sheetId
			if string(a.name) == "id" {
				id = string(unescape(a.value))
			}
		}
		r := rels[id]
		if r.kind != "worksheet" || seen[r.target] || len(seen) == maxSheets {
			return
		}
		seen[r.target] = true
		if state := string(x.attr("state")); state == "hidden" || state == "veryHidden" {
			hidden = append(hidden, r.target)
			return
		}
		b.sheets = append(b.sheets, r.target)
	})
	if err != nil {
		return err
	}
	b.sheets = append(b.sheets, hidden...) // visible sheets come before hidden ones (decisions §13)
	if len(b.sheets) == 0 {
		return damaged("no worksheet in %s", main)
	}
	return b.pack.each(main, "workbookPr", func(x *xmlReader) {
		v := string(x.attr("date1904"))
		b.dates.from1904 = v == "1" || v == "true"
	})
}

// strings reads the table of shared strings.
func (b *book) strings(name string) error {
	x, err := b.pack.xml(name)
	if err != nil {
		return err
	}
	for {
		t, err := x.next()
		switch {
		case err != nil:
			return damaged("part %s at byte %d: %w", name, x.pos, err)
		case t == endOfFile:
			return nil
		case t == startElement && string(x.name) == "si":
			if len(b.shared) == maxShared {
				return bomb()
			}
			text, err := richText(x)
			if err != nil {
				return damaged("part %s at byte %d: %w", name, x.pos, err)
			}
			b.shared = append(b.shared, text)
		}
	}
}

// richText reads the element that has just begun (si or is) to its end: the text of all its runs, without the
// phonetic guides.
func richText(x *xmlReader) (string, error) {
	depth := x.depth() - 1
	if x.closed {
		_, err := x.next()
		return "", err
	}
	var out []byte
	phonetic := 0 // depth of an open rPh
	for {
		t, err := x.next()
		if err != nil {
			return "", err
		}
		switch t {
		case startElement:
			if string(x.name) == "rPh" && phonetic == 0 {
				phonetic = x.depth()
			}
		case endElement:
			if x.depth() == depth {
				return decodeControls(string(out)), nil
			}
			if x.depth() < phonetic {
				phonetic = 0
			}
		case characters:
			if phonetic == 0 && string(local(x.stack[len(x.stack)-1])) == "t" {
				out = x.appendText(out)
			}
		}
	}
}

// appendText adds the characters of the last token.
func (x *xmlReader) appendText(out []byte) []byte {
	if x.cdata {
		return append(out, x.text...)
	}
	return append(out, unescape(x.text)...)
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

// styles finds which cell styles show a number as a date.
func (b *book) styles(name string) error {
	x, err := b.pack.xml(name)
	if err != nil {
		return err
	}
	inCells := false
	for {
		t, err := x.next()
		if err != nil {
			return damaged("part %s at byte %d: %w", name, x.pos, err)
		}
		if t == endOfFile {
			return nil
		}
		if t == characters {
			continue
		}
		switch element := string(x.name); {
		case element == "cellXfs":
			inCells = t == startElement
		case t == startElement && element == "numFmt":
			id, _ := strconv.Atoi(string(x.attr("numFmtId"))) // a format without id is never asked for
			b.dates.format(id, string(unescape(x.attr("formatCode"))))
		case t == startElement && element == "xf" && inCells:
			id, _ := strconv.Atoi(string(x.attr("numFmtId"))) // absent: 0, general
			b.dates.style(id)
		}
	}
}
