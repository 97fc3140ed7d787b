package excel

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"herald/pkg/kit/sheet"
)

// Writer is a sheet.Writer. The rows wait in memory, above 16 MiB in a temporary file, for Close.
type Writer struct {
	file  *excelize.File
	rows  *excelize.StreamWriter
	style int // of text cells
	line  int
	width int // of the widest row
	cells []any
	err   error
}

// NewWriter writes the header row; the columns may be empty for a sheet without one. Close must follow, or Drop.
func NewWriter(w io.Writer, columns []string) (*Writer, error) {
	s := &Writer{file: excelize.NewFile()}
	s.file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return parts{zip.NewWriter(w), s} }) // not by way of a buffer
	text := excelize.Style{NumFmt: 49}
	bold := excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true}}
	title, err := s.file.NewStyle(&bold)
	if err == nil {
		s.style, err = s.file.NewStyle(&text)
	}
	if err == nil { // else the library's author is that of every file
		err = s.file.SetDocProps(&excelize.DocProperties{Creator: "Herald"})
	}
	if err == nil {
		s.rows, err = s.file.NewStreamWriter(theSheet)
	}
	if err == nil {
		err = s.rows.SetColWidth(1, excelize.MaxColumns, 20)
	}
	if err != nil || len(columns) == 0 {
		return s, err
	}
	for _, c := range columns {
		s.text(c, title)
	}
	return s, s.flush()
}

// Row writes a row.
func (s *Writer) Row(values ...any) error {
	if s.err != nil {
		return s.err
	}
	for _, v := range values {
		switch v := v.(type) {
		case nil, int, int64, uint64:
			s.cells = append(s.cells, v)
		case string:
			s.text(v, s.style)
		case sheet.Number:
			f, err := strconv.ParseFloat(string(v), 64)
			if err != nil {
				s.err = fmt.Errorf("sheet: %w", err)
				return s.err
			}
			s.cells = append(s.cells, f)
		default:
			s.err = fmt.Errorf("sheet: a cell cannot hold %T", v)
			return s.err
		}
	}
	return s.flush()
}

func (s *Writer) text(text string, style int) {
	if text == "" {
		s.cells = append(s.cells, nil)
		return
	}
	s.cells = append(s.cells, excelize.Cell{StyleID: style, Value: encode(sheet.Neutral(text))})
}

// flush hands a row to excelize, which refuses one too many.
func (s *Writer) flush() error {
	s.line++
	s.width = max(s.width, len(s.cells))
	s.err = s.rows.SetRow("A"+strconv.Itoa(s.line), s.cells)
	s.cells = s.cells[:0]
	return s.err
}

// Close writes the file.
func (s *Writer) Close() error {
	defer s.Drop()
	if s.err == nil {
		s.err = s.rows.Flush()
	}
	if s.err == nil {
		s.err = s.file.Write(io.Discard) // its zip writer is ours
	}
	return s.err
}

// Drop forgets the rows.
func (s *Writer) Drop() { _ = s.file.Close() } // a temporary file that stays goes with the function's disk

// underscore stands for _ until a part is written. excelize encodes what looks encoded in its own way, which loses control
// characters and texts like _x0041_x0042_: it must not see any. The byte itself is written as _x007F_.
const underscore = '\x7f'

// encode writes what XML cannot hold as Excel does, _x0001_, and a text that looks like that.
func encode(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == '_' || r == underscore }) < 0 {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\t', r == '\n', r == '\r', r == '_' && !looksEncoded(text[i:]):
			b.WriteRune(r)
		case r < ' ', r == '_', r == underscore:
			fmt.Fprintf(&b, "%cx%04X%c", underscore, r, underscore)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// looksEncoded reports a text that would be read as one of Excel's encoded characters.
func looksEncoded(text string) bool {
	if len(text) < 7 || text[1] != 'x' || text[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(text[2:6], 16, 16)
	return err == nil
}

// parts is the zip into which excelize writes.
type parts struct {
	*zip.Writer
	of *Writer
}

func (p parts) Create(name string) (io.Writer, error) {
	w, err := p.Writer.Create(name)
	if strings.HasPrefix(name, "xl/worksheets/") {
		return &dimension{Writer: underscores{w}, ref: p.of.ref()}, err
	}
	return underscores{w}, err
}

// ref is the range of the cells that were written.
func (s *Writer) ref() string {
	last, err := excelize.CoordinatesToCellName(max(1, s.width), max(1, s.line))
	if err != nil || last == "A1" {
		return "A1"
	}
	return "A1:" + last
}

// dimension states the real range of a sheet. excelize's stream begins with that of an empty one, and readers that trust it see one cell.
type dimension struct {
	io.Writer
	ref  string
	done bool
}

var emptyRange = []byte(`<dimension ref="A1"`)

// Write replaces the range in the first write, which holds all that stands before the rows.
func (d *dimension) Write(data []byte) (int, error) {
	if d.done {
		return d.Writer.Write(data)
	}
	d.done = true
	if _, err := d.Writer.Write(bytes.Replace(data, emptyRange, []byte(`<dimension ref="`+d.ref+`"`), 1)); err != nil {
		return 0, err
	}
	return len(data), nil
}

// underscores writes what encode left to be replaced.
type underscores struct{ io.Writer }

func (u underscores) Write(data []byte) (int, error) {
	if bytes.IndexByte(data, underscore) < 0 {
		return u.Writer.Write(data)
	}
	_, err := u.Writer.Write(bytes.ReplaceAll(data, []byte{underscore}, []byte("_")))
	return len(data), err
}
