package sheet

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"
)

// ContentType is the media type of what Writer writes.
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const maxText = 32767 // characters of a cell in Excel

// Number is a decimal number to be written as one, e.g. an amount of credit.
type Number string

// Writer writes an xlsx of one sheet, row by row. Texts are text cells, so that telephone numbers keep their digits,
// and cannot be taken for formulas (decisions §11).
type Writer struct {
	zip  *zip.Writer
	out  *bufio.Writer
	line int
	err  error
}

// NewWriter writes the header row; the columns may be empty for a sheet without one.
func NewWriter(w io.Writer, columns []string) (*Writer, error) {
	z := zip.NewWriter(w)
	for _, p := range fixedParts {
		f, err := z.Create(p.name)
		if err == nil {
			_, err = io.WriteString(f, xmlHead+p.text)
		}
		if err != nil {
			return nil, err
		}
	}
	f, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	s := &Writer{zip: z, out: bufio.NewWriterSize(f, 32<<10)}
	s.out.WriteString(xmlHead + sheetHead) // bufio keeps the error for Flush
	if len(columns) > 0 {
		s.begin()
		for i, c := range columns {
			s.text(i, c, 2)
		}
		s.out.WriteString("</row>")
	}
	return s, nil
}

// Row writes a row. A value is a string, an int, int64 or uint64, a Number, or nil for an empty cell.
func (s *Writer) Row(values ...any) error {
	if s.err != nil {
		return s.err
	}
	if s.line >= maxRow {
		s.err = fmt.Errorf("sheet: more than %d rows", maxRow)
		return s.err
	}
	s.begin()
	for i, v := range values {
		switch v := v.(type) {
		case nil:
		case string:
			s.text(i, v, 1)
		case int:
			s.number(i, strconv.Itoa(v))
		case int64:
			s.number(i, strconv.FormatInt(v, 10))
		case uint64:
			s.number(i, strconv.FormatUint(v, 10))
		case Number:
			s.number(i, string(v))
		default:
			s.err = fmt.Errorf("sheet: a cell cannot hold %T", v)
			return s.err
		}
	}
	_, s.err = s.out.WriteString("</row>")
	return s.err
}

// Close ends the file; it does not close what it was written to.
func (s *Writer) Close() error {
	if s.err != nil {
		return s.err
	}
	s.out.WriteString("</sheetData></worksheet>") // bufio keeps the error for Flush
	if err := s.out.Flush(); err != nil {
		return err
	}
	return s.zip.Close()
}

// Write writes a whole table as rows come; it stops at the first error of the source.
func Write(w io.Writer, columns []string, rows iter.Seq2[[]any, error]) error {
	s, err := NewWriter(w, columns)
	if err != nil {
		return err
	}
	for values, err := range rows {
		if err != nil {
			return err
		}
		if err := s.Row(values...); err != nil {
			return err
		}
	}
	return s.Close()
}

func (s *Writer) begin() {
	s.line++
	s.out.WriteString(`<row r="`)
	s.out.WriteString(strconv.Itoa(s.line))
	s.out.WriteString(`">`)
}

func (s *Writer) open(column int) {
	s.out.WriteString(`<c r="`)
	var name [4]byte
	at := len(name)
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		at--
		name[at] = byte('A' + (n-1)%26)
	}
	s.out.Write(name[at:])
	s.out.WriteString(strconv.Itoa(s.line))
	s.out.WriteByte('"')
}

func (s *Writer) number(column int, text string) {
	s.open(column)
	s.out.WriteString("><v>")
	s.out.WriteString(text)
	s.out.WriteString("</v></c>")
}

func (s *Writer) text(column int, text string, style int) {
	if text == "" {
		return
	}
	s.open(column)
	s.out.WriteString(` s="`)
	s.out.WriteString(strconv.Itoa(style))
	s.out.WriteString(`" t="inlineStr"><is><t xml:space="preserve">`)
	s.escape(Neutral(text))
	s.out.WriteString("</t></is></c>")
}

// Neutral puts an apostrophe before a text that a table program would run as a formula: one that begins with
// = + - @ or a control character.
func Neutral(text string) string {
	if text == "" {
		return text
	}
	switch c := text[0]; {
	case c == '=', c == '+', c == '-', c == '@', c < ' ':
		return "'" + text
	}
	return text
}

// escape writes characters for XML; what XML cannot hold is written as Excel does, _x0001_.
func (s *Writer) escape(text string) {
	chars := 0
	for i, r := range text {
		if chars++; chars > maxText {
			return
		}
		switch {
		case r == '&':
			s.out.WriteString("&amp;")
		case r == '<':
			s.out.WriteString("&lt;")
		case r == '>':
			s.out.WriteString("&gt;")
		case r < ' ' && r != '\t' && r != '\n':
			fmt.Fprintf(s.out, "_x%04X_", r)
		case r == '_' && looksEncoded(text[i:]):
			s.out.WriteString("_x005F_")
		case r == 0xfffe || r == 0xffff:
			s.out.WriteRune(utf8.RuneError)
		default:
			s.out.WriteRune(r) // bytes that are no UTF-8 come as the replacement character
		}
	}
}

// looksEncoded reports a text that would be read as one of Excel's encoded characters.
func looksEncoded(text string) bool {
	if len(text) < 7 || text[1] != 'x' || text[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(text[2:6], 16, 16)
	return err == nil
}

const (
	xmlHead   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainSpace = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`
	relations = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	packSpace = `http://schemas.openxmlformats.org/package/2006/`
	mediaType = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
	sheetHead = `<worksheet xmlns="` + mainSpace + `"><cols><col min="1" max="16384" width="20" customWidth="1"/></cols><sheetData>`
)

// fixedParts are what stands around the sheet. Style 1 is text, style 2 bold text.
var fixedParts = []struct{ name, text string }{
	{"[Content_Types].xml", `<Types xmlns="` + packSpace + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + mediaType + `sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + mediaType + `worksheet+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + mediaType + `styles+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="` + packSpace + `relationships"><Relationship Id="rId1" Type="` + relations +
		`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relations +
		`"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packSpace + `relationships">` +
		`<Relationship Id="rId1" Type="` + relations + `/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="` + relations + `/styles" Target="styles.xml"/></Relationships>`},
	{"xl/styles.xml", `<styleSheet xmlns="` + mainSpace + `">` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`},
}
