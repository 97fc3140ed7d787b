package whatsapp

import (
	"bytes"
	"encoding/json"
)

// scanner walks JSON without decoding it. A webhook call carries hundreds of statuses of which we need five fields,
// and encoding/json would cost more than all other work for a receipt. It is lenient inside values and strict about
// structure: a body that ends early sets bad, and every method then stops.
type scanner struct {
	b   []byte
	i   int
	bad bool
}

// next skips white space and tells the next byte; 0 at the end.
func (s *scanner) next() byte {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return c
		}
	}
	return 0
}

// take consumes an expected byte.
func (s *scanner) take(c byte) {
	if s.bad || s.next() != c {
		s.bad = true
		return
	}
	s.i++
}

// object calls f with each key; f must consume the value.
func (s *scanner) object(f func(key []byte)) {
	s.take('{')
	if s.next() == '}' {
		s.i++
		return
	}
	for !s.bad {
		key := s.quoted()
		s.take(':')
		if s.bad {
			return
		}
		f(key)
		if s.next() != ',' {
			s.take('}')
			return
		}
		s.i++
	}
}

// array calls f for each item; f must consume it.
func (s *scanner) array(f func()) {
	s.take('[')
	if s.next() == ']' {
		s.i++
		return
	}
	for !s.bad {
		f()
		if s.next() != ',' {
			s.take(']')
			return
		}
		s.i++
	}
}

// quoted consumes a string and gives what stands between its quotes, escapes and all.
func (s *scanner) quoted() []byte {
	s.take('"')
	start := s.i
	for !s.bad {
		n := bytes.IndexByte(s.b[s.i:], '"')
		if n < 0 {
			s.bad = true
			break
		}
		end := s.i + n
		s.i = end + 1
		slashes := 0
		for end-slashes > start && s.b[end-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return s.b[start:end]
		}
	}
	return nil
}

// skip consumes any value and gives its bytes.
func (s *scanner) skip() []byte {
	c := s.next()
	start := s.i
	switch c {
	case '"':
		s.quoted()
	case '{', '[':
		s.nested()
	default:
		for s.i < len(s.b) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(s.b[s.i])) {
			s.i++
		}
		s.bad = s.bad || s.i == start
	}
	if s.bad {
		return nil
	}
	return s.b[start:s.i]
}

// nested consumes an object or a list by counting brackets outside of strings.
func (s *scanner) nested() {
	for depth := 0; s.i < len(s.b) && !s.bad; {
		switch s.b[s.i] {
		case '"':
			s.quoted()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.i++
		if depth == 0 {
			return
		}
	}
	s.bad = true
}

// text consumes a value; one that is not a string is "".
func (s *scanner) text() string {
	if s.next() != '"' {
		s.skip()
		return ""
	}
	start := s.i
	raw := s.quoted()
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw)
	}
	var out string
	if json.Unmarshal(s.b[start:s.i], &out) != nil {
		return ""
	}
	return out
}

// number consumes an integer, written as a number or as a string; ok is false for anything else.
func (s *scanner) number() (n int64, ok bool) {
	raw := bytes.Trim(s.skip(), `"`)
	if len(raw) == 0 || len(raw) > 18 {
		return 0, false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
