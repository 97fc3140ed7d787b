package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// CSVType is the media type of what a CSV writer writes.
const CSVType = "text/csv; charset=utf-8"

// bom tells Excel that a CSV file is UTF-8.
const bom = "\ufeff"

// csvWriter is a Writer of CSV (RFC 4180): UTF-8 with a byte order mark, lines that end in CRLF, and quotes where a field needs them.
// Texts are neutralised as in an xlsx.
type csvWriter struct {
	out    *csv.Writer
	fields []string
}

// NewCSV begins a CSV file with its header row. Close must follow, or Drop.
func NewCSV(w io.Writer, columns []string) (Writer, error) {
	if _, err := io.WriteString(w, bom); err != nil {
		return nil, err
	}
	s := &csvWriter{out: csv.NewWriter(w)}
	s.out.UseCRLF = true
	cells := make([]any, len(columns))
	for i, c := range columns {
		cells[i] = c
	}
	return s, s.Row(cells...)
}

// Row writes a row.
func (s *csvWriter) Row(values ...any) error {
	s.fields = s.fields[:0]
	for _, v := range values {
		field, err := csvField(v)
		if err != nil {
			return err
		}
		s.fields = append(s.fields, field)
	}
	return s.out.Write(s.fields)
}

func csvField(v any) (string, error) {
	switch x := v.(type) {
	case nil:
		return "", nil
	case string:
		return neutralParts(strings.ToValidUTF8(x, "\ufffd")), nil
	case Number:
		return string(x), nil
	case int:
		return strconv.Itoa(x), nil
	case int64:
		return strconv.FormatInt(x, 10), nil
	case uint64:
		return strconv.FormatUint(x, 10), nil
	}
	return "", fmt.Errorf("sheet: a cell of type %T", v)
}

// inner is a character that begins a formula where a table program of another locale begins a cell or a row within a field.
var inner = regexp.MustCompile(`([;\t\r\n] *)([=+\-@])`)

// neutralParts is Neutral for each part of a text that a table program may take for a cell of its own: some locales divide cells by
// semicolons, and then a quoted field is none to them.
func neutralParts(text string) string { return inner.ReplaceAllString(Neutral(text), "$1'$2") }

// Close writes the file.
func (s *csvWriter) Close() error {
	s.out.Flush()
	return s.out.Error()
}

// Drop has nothing to forget.
func (*csvWriter) Drop() {}
