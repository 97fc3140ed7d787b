package sheet

import "strings"

// scanner cuts text into records and fields. A record that is quoted over several lines is one row, as a table
// program shows it.
type scanner struct {
	text      string
	delimiter byte // 0: the line is one field
	pos       int
	line      int // of the last record, from 1
	cells     []cell
}

// more moves to the next record, if there is one.
func (s *scanner) more() bool {
	if s.pos >= len(s.text) {
		return false
	}
	s.line++
	return true
}

// rest gives the line at hand as it stands and moves behind it.
func (s *scanner) rest() string {
	line := s.text[s.pos:]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	s.pos += len(line)
	s.endLine()
	return line
}

// endLine moves behind a line break of any system.
func (s *scanner) endLine() {
	if s.pos < len(s.text) && s.text[s.pos] == '\r' {
		s.pos++
		if s.pos < len(s.text) && s.text[s.pos] == '\n' {
			s.pos++
		}
	} else if s.pos < len(s.text) && s.text[s.pos] == '\n' {
		s.pos++
	}
}

// record gives the fields of the record at hand. closed is false when a quotation mark is open at the end of the text.
// The cells are valid until the next call.
func (s *scanner) record() (cells []cell, closed bool) {
	s.cells = s.cells[:0]
	for column := 0; ; column++ {
		field, ok := s.field()
		if !ok {
			return nil, false
		}
		if column < maxColumn {
			s.cells = append(s.cells, cell{column: column, text: field})
		}
		if s.pos < len(s.text) && s.delimiter != 0 && s.text[s.pos] == s.delimiter {
			s.pos++
			continue
		}
		s.endLine()
		return s.cells, true
	}
}

// field gives the field at hand and stops at what ends it.
func (s *scanner) field() (string, bool) {
	if s.pos < len(s.text) && s.text[s.pos] == '"' {
		quoted, ok := s.quoted()
		if !ok {
			return "", false
		}
		return literal(quoted + s.plain()), true
	}
	return literal(s.plain()), true
}

// literal takes a text out of the formula by which digits are kept from being shortened: ="5511…".
func literal(field string) string {
	if len(field) > 3 && strings.HasPrefix(field, `="`) && field[len(field)-1] == '"' {
		return field[2 : len(field)-1]
	}
	return field
}

func (s *scanner) plain() string {
	from := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c == '\n' || c == '\r' || (s.delimiter != 0 && c == s.delimiter) {
			break
		}
		s.pos++
	}
	return s.text[from:s.pos]
}

func (s *scanner) quoted() (string, bool) {
	s.pos++
	from := s.pos
	var joined strings.Builder
	for {
		i := strings.IndexByte(s.text[s.pos:], '"')
		if i < 0 {
			return "", false
		}
		s.pos += i + 1
		if s.pos < len(s.text) && s.text[s.pos] == '"' { // a doubled mark stands for one
			joined.WriteString(s.text[from:s.pos])
			s.pos++
			from = s.pos
			continue
		}
		if joined.Len() == 0 {
			return s.text[from : s.pos-1], true
		}
		joined.WriteString(s.text[from : s.pos-1])
		return joined.String(), true
	}
}
