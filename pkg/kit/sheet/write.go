package sheet

import (
	"io"
	"iter"
)

// ContentType is the media type of what Writer writes.
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Number is a decimal number to be written as one, e.g. an amount of credit.
type Number string

// Write writes a whole table as rows come; it stops at the first error of the source.
func Write(e Engine, w io.Writer, columns []string, rows iter.Seq2[[]any, error]) error {
	s, err := NewWriter(e, w, columns)
	if err != nil {
		return err
	}
	defer s.Drop()
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

// NewWriter begins a file with its header row; the columns may be empty for a sheet without one. Close must follow, or Drop.
func NewWriter(e Engine, w io.Writer, columns []string) (Writer, error) {
	if e == nil {
		return nil, errNoEngine
	}
	return e.Writer(w, columns)
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
