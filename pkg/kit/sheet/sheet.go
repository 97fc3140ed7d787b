// Package sheet reads contact files of any program (decisions §11), and writes tables as xlsx and CSV.
//
// A file is read whole or not at all: Open gives every row or an error, so that a damaged sheet cannot be imported
// in part. Limits bound memory and time, for any size that the file claims.
package sheet

import (
	"errors"
	"io"
)

// Kind is what a file is by its content.
type Kind string

const (
	XLSX Kind = "xlsx"
	XLS  Kind = "xls"
	Text Kind = "text" // txt and csv, in UTF-8, UTF-16, GB18030 or Windows-1252
)

// Limits bound a file; zero fields take those of DefaultLimits.
type Limits struct {
	Bytes    int // of the file
	Rows     int // that are not empty, behind the header
	Unpacked int // bytes that the parts of an xlsx may take together
}

// DefaultLimits are the figures of decisions §11; 64 MiB unpacked is 60 times the largest file.
var DefaultLimits = Limits{Bytes: 1 << 20, Rows: 70_000, Unpacked: 64 << 20}

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = DefaultLimits.Bytes
	}
	if l.Rows <= 0 {
		l.Rows = DefaultLimits.Rows
	}
	if l.Unpacked <= 0 {
		l.Unpacked = DefaultLimits.Unpacked
	}
	return l
}

// Sheet is the content of a contact file.
type Sheet struct {
	Kind    Kind
	Heads   []string // names of the columns in order, the number's among them
	Columns []string // those beside the number's, as written
	Rows    []Row
}

// Row is a row that is not empty.
type Row struct {
	Line   int      // as the user sees it: 1 for the first row of the file
	Text   string   // the cell under the header as written; a number without exponent
	Fields []string // the cells under Sheet.Columns
}

// Open reads a contact file whose numbers stand under phoneNumber. It fails as Sniff does, and with KeyPassword,
// KeyDamaged, KeyBomb, KeyTooManyRows, KeyNoHeader (its data are the existing []Column), KeyTwice, KeyNoRows or
// KeyQuote.
func Open(e Engine, data []byte, limits Limits) (*Sheet, error) {
	return OpenColumn(e, data, limits, "")
}

// OpenColumn reads a contact file whose numbers stand under the column of that name, as KeyNoHeader's data name them; ""
// is phoneNumber.
func OpenColumn(e Engine, data []byte, limits Limits, column string) (*Sheet, error) {
	return OpenContent(e, data, limits, Phones, column)
}

// OpenContent is OpenColumn for a file that lists something else than numbers: "" is the header of the content. Its refusals are those
// of the content: KeyNoEmail, KeyTooManyEmails and KeyNoEmailRows for addresses.
func OpenContent(e Engine, data []byte, limits Limits, of *Content, column string) (*Sheet, error) {
	limits = limits.orDefault()
	kind, err := Sniff(data, limits)
	if err != nil {
		return nil, err
	}
	c := newCollector(limits, kind, of, column)
	switch kind {
	case XLSX:
		err = readXLSX(e, data, c)
	case XLS:
		err = readXLS(data, c)
	default:
		err = readText(data, c)
	}
	if err != nil {
		return nil, err
	}
	if !c.found {
		return nil, noHeader(of, column, c.columns())
	}
	if len(c.sheet.Rows) == 0 {
		return nil, noRows(of)
	}
	return c.sheet, nil
}

// Engine is what reads and writes xlsx: package excel. Functions that touch no spreadsheet go without it.
type Engine interface {
	NewWorkbook() Workbook
	Writer(w io.Writer, columns []string) (Writer, error)
}

// errNoEngine is a function that was built without what it needs.
var errNoEngine = errors.New("sheet: the function has no engine for xlsx")

// Workbook is a workbook of which the engine is given the parts that were checked.
type Workbook interface {
	Strings(part []byte)
	Rows(part []byte) (Rows, error)
	Shared(i int) (text string, ok bool) // a shared string, once a row was read
}

// Rows are the rows of a sheet, also the empty ones between them: Next moves to the next, Columns reads it.
type Rows interface {
	Next() bool
	Columns() ([]string, error)
}

// Writer writes a table row by row, as an xlsx of one sheet or as CSV. A value is a string, an int, int64 or uint64, a Number, or nil
// for an empty cell. In an xlsx texts are text cells, so that telephone numbers keep their digits. In neither they can be taken for
// formulas (decisions §11).
type Writer interface {
	Row(values ...any) error
	Close() error // writes the file; it does not close what it is written to
	Drop()        // forgets the rows of a file that is not wanted any more; after Close it does nothing
}

// Excerpt is the beginning of a value, short enough for a list of errors.
func Excerpt(value string) string {
	const most = 100
	n := 0
	for i := range value {
		if n++; n > most {
			return value[:i] + "…"
		}
	}
	return value
}
