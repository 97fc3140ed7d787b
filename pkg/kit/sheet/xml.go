package sheet

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

// errXML is any breach of well-formedness. The reader is strict, because a writer that is cut off leaves a sheet
// that looks whole to a lenient one.
var errXML = errors.New("not well-formed XML")

const maxDepth = 64

type token int

const (
	endOfFile token = iota
	startElement
	endElement
	characters
)

type attribute struct{ name, value []byte }

// xmlReader walks a document that is in memory. Names are without their prefix. A document type and entities of its
// own are refused: no table program writes them.
type xmlReader struct {
	data   []byte
	pos    int
	stack  [][]byte // qualified names of the open elements
	root   bool     // the root has been seen
	closed bool     // the last start was <a/>: its end comes next

	name  []byte      // of a start or end
	attrs []attribute // of a start
	text  []byte      // of characters, as written; literal when cdata
	cdata bool
}

// newXML checks the characters of a document once.
func newXML(data []byte) (*xmlReader, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.Contains(data, []byte("\ufffe")) || bytes.Contains(data, []byte("\uffff")) {
		return nil, errXML
	}
	for _, b := range data {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' {
			return nil, errXML
		}
	}
	return &xmlReader{data: data}, nil
}

// depth counts the open elements.
func (x *xmlReader) depth() int { return len(x.stack) }

// next gives the next token; endOfFile only when every element is closed.
func (x *xmlReader) next() (token, error) {
	if x.closed {
		x.closed = false
		x.stack = x.stack[:len(x.stack)-1]
		return endElement, nil
	}
	for x.pos < len(x.data) {
		rest := x.data[x.pos:]
		if rest[0] != '<' {
			return x.chars(rest)
		}
		switch {
		case bytes.HasPrefix(rest, []byte("</")):
			return x.end(rest)
		case bytes.HasPrefix(rest, []byte("<?")):
			if err := x.skip(rest, 2, "?>"); err != nil {
				return 0, err
			}
		case bytes.HasPrefix(rest, []byte("<!--")):
			if err := x.skip(rest, 4, "-->"); err != nil {
				return 0, err
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			from := x.pos + 9
			if err := x.skip(rest, 9, "]]>"); err != nil || len(x.stack) == 0 {
				return 0, errXML
			}
			x.text, x.cdata = x.data[from:x.pos-3], true
			return characters, nil
		default:
			return x.start(rest)
		}
	}
	if len(x.stack) > 0 || !x.root {
		return 0, errXML
	}
	return endOfFile, nil
}

func (x *xmlReader) skip(rest []byte, from int, until string) error {
	i := bytes.Index(rest[from:], []byte(until))
	if i < 0 {
		return errXML
	}
	x.pos += from + i + len(until)
	return nil
}

func (x *xmlReader) chars(rest []byte) (token, error) {
	n := bytes.IndexByte(rest, '<')
	if n < 0 {
		n = len(rest)
	}
	x.text, x.cdata = rest[:n], false
	x.pos += n
	if len(x.stack) == 0 && len(bytes.TrimSpace(x.text)) > 0 {
		return 0, errXML
	}
	if bytes.Contains(x.text, []byte("]]>")) || !entities(x.text) {
		return 0, errXML
	}
	return characters, nil
}

func (x *xmlReader) end(rest []byte) (token, error) {
	name, n := readName(rest[2:])
	n += 2
	n += spaces(rest[n:])
	if len(name) == 0 || n >= len(rest) || rest[n] != '>' || len(x.stack) == 0 || !bytes.Equal(name, x.stack[len(x.stack)-1]) {
		return 0, errXML
	}
	x.stack = x.stack[:len(x.stack)-1]
	x.name = local(name)
	x.pos += n + 1
	return endElement, nil
}

func (x *xmlReader) start(rest []byte) (token, error) {
	name, n := readName(rest[1:])
	if len(name) == 0 || len(x.stack) >= maxDepth || (len(x.stack) == 0 && x.root) {
		return 0, errXML
	}
	n++
	x.attrs = x.attrs[:0]
	for {
		gap := spaces(rest[n:])
		n += gap
		if n >= len(rest) {
			return 0, errXML
		}
		if rest[n] == '>' {
			break
		}
		if rest[n] == '/' {
			if n+1 >= len(rest) || rest[n+1] != '>' {
				return 0, errXML
			}
			n++
			x.closed = true
			break
		}
		size := 0
		if gap > 0 {
			size = x.attribute(rest[n:])
		}
		if size == 0 {
			return 0, errXML
		}
		n += size
	}
	x.root = true
	x.stack = append(x.stack, name)
	x.name = local(name)
	x.pos += n + 1
	return startElement, nil
}

// attribute reads name="value" and gives its length, 0 when it is none.
func (x *xmlReader) attribute(rest []byte) int {
	name, n := readName(rest)
	n += spaces(rest[n:])
	if len(name) == 0 || n >= len(rest) || rest[n] != '=' {
		return 0
	}
	n++
	n += spaces(rest[n:])
	if n >= len(rest) || (rest[n] != '"' && rest[n] != '\'') {
		return 0
	}
	end := bytes.IndexByte(rest[n+1:], rest[n])
	if end < 0 {
		return 0
	}
	value := rest[n+1 : n+1+end]
	if bytes.IndexByte(value, '<') >= 0 || !entities(value) {
		return 0
	}
	x.attrs = append(x.attrs, attribute{local(name), value})
	return n + end + 2
}

// attr is the value of an attribute of the last start, as written; nil when it is not there.
func (x *xmlReader) attr(name string) []byte {
	for _, a := range x.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

func readName(b []byte) (name []byte, n int) {
	for n < len(b) && nameByte(b[n], n == 0) {
		n++
	}
	return b[:n], n
}

func nameByte(c byte, first bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == ':', c >= utf8.RuneSelf:
		return true
	case '0' <= c && c <= '9', c == '-', c == '.':
		return !first
	}
	return false
}

func local(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

func spaces(b []byte) int {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t' || b[n] == '\n' || b[n] == '\r') {
		n++
	}
	return n
}
