// Package excel is the engine of package sheet: excelize, as far as it is used. It stands apart because excelize costs every
// function that carries it 1 to 3 MB and 3 ms at its start, whether it touches a spreadsheet or not.
package excel

import (
	"io"

	"github.com/xuri/excelize/v2"

	"herald/pkg/kit/sheet"
)

// Engine is a sheet.Engine.
type Engine struct{}

// Writer begins a file, see NewWriter.
func (Engine) Writer(w io.Writer, columns []string) (sheet.Writer, error) {
	return NewWriter(w, columns)
}

// NewWorkbook gives an empty workbook. Its values come raw: package sheet decides how numbers and dates are shown,
// the same for an xls.
func (Engine) NewWorkbook() sheet.Workbook {
	return &book{excelize.NewFile(excelize.Options{RawCellValue: true})}
}

// Where the one sheet of an excelize file lies, and its shared strings.
const (
	theSheet    = "Sheet1"
	sheetPart   = "xl/worksheets/sheet1.xml"
	stringsPart = "xl/sharedStrings.xml"
)

type book struct{ file *excelize.File }

func (b *book) Strings(part []byte) { b.file.Pkg.Store(stringsPart, part) }

func (b *book) Rows(part []byte) (sheet.Rows, error) {
	b.file.Sheet.Delete(sheetPart)
	b.file.Pkg.Store(sheetPart, part)
	r, err := b.file.Rows(theSheet)
	return rows{r}, err
}

func (b *book) Shared(i int) (text string, ok bool) {
	if s := b.file.SharedStrings; s != nil && i < len(s.SI) {
		return s.SI[i].String(), true
	}
	return "", false
}

type rows struct{ *excelize.Rows }

func (r rows) Columns() ([]string, error) { return r.Rows.Columns() }
