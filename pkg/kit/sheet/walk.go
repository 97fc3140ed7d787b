package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// errXML is any breach of well-formedness. The walk is strict and goes to the end of a part. excelize takes the end
// of readable content for the end of the sheet: a cut or broken sheet would be imported in part.
var errXML = errors.New("not well-formed XML")

const (
	maxDepth = 64
	maxSpan  = 1 << 20 // bytes from one < to the next: 32,767 characters need less, and attributes are bounded by it
)

// walker walks a part that is in memory, before excelize reads the same place of it. A document type and entities of its
// own are refused: no table program writes them.
type walker struct {
	in   *xml.Decoder
	data []byte
	open []xml.Name
	root bool // the root has been seen
	work *int // the rest of the budget
}

// newWalker checks the bytes of a part once; work is the budget that its elements are counted against.
func newWalker(data []byte, work *int) (*walker, error) {
	last := 0
	for at := 0; ; {
		n := bytes.IndexByte(data[at:], '<')
		if n < 0 {
			n = len(data) - at
		}
		if at += n; at-last > maxSpan {
			return nil, bomb()
		}
		last = at
		if at++; at >= len(data) {
			break
		}
	}
	if surrogate(data) {
		return nil, errXML
	}
	return &walker{in: xml.NewDecoder(bytes.NewReader(data)), data: data, work: work}, nil
}

// depth counts the open elements.
func (w *walker) depth() int { return len(w.open) }

// next gives the next start, end or characters; nil when the part is at its end and every element is closed.
func (w *walker) next() (xml.Token, error) {
	for {
		from := w.in.InputOffset()
		token, err := w.in.RawToken()
		switch {
		case errors.Is(err, io.EOF) && len(w.open) == 0 && w.root:
			return nil, nil
		case err != nil:
			return nil, fmt.Errorf("%w: %w", errXML, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			return token, w.start(t, w.data[from:w.in.InputOffset()])
		case xml.EndElement:
			if len(w.open) == 0 || w.open[len(w.open)-1] != t.Name {
				return nil, errXML
			}
			w.open = w.open[:len(w.open)-1]
			return token, nil
		case xml.CharData:
			if len(w.open) > 0 {
				return token, nil
			}
			if len(bytes.TrimSpace(t)) > 0 {
				return nil, errXML
			}
		case xml.Directive:
			return nil, errXML
		}
	}
}

func (w *walker) start(t xml.StartElement, tag []byte) error {
	if len(w.open) == 0 && w.root || len(w.open) >= maxDepth || len(t.Attr) > 1 && !spaced(tag) {
		return errXML
	}
	w.root = true
	w.open = append(w.open, t.Name)
	return w.spend(1)
}

func (w *walker) spend(n int) error {
	if *w.work -= n; *w.work < 0 {
		return bomb()
	}
	return nil
}

// parent is the name of the element around the one that has just begun.
func (w *walker) parent() string {
	if len(w.open) < 2 {
		return ""
	}
	return w.open[len(w.open)-2].Local
}

// spaced reports that the attributes of a tag are apart, which encoding/xml does not ask for.
func spaced(tag []byte) bool {
	quote := byte(0)
	for i, c := range tag {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
			if i+1 < len(tag) && bytes.IndexByte([]byte(" \t\r\n/>?"), tag[i+1]) < 0 {
				return false
			}
		}
	}
	return true
}

// surrogate reports a reference to half a character, for which encoding/xml puts another.
func surrogate(data []byte) bool {
	for {
		i := bytes.Index(data, []byte("&#"))
		if i < 0 {
			return false
		}
		data = data[i+2:]
		end := bytes.IndexByte(data[:min(len(data), 12)], ';')
		if end < 1 {
			continue // encoding/xml will refuse it
		}
		base, digits := 10, string(data[:end])
		if digits[0] == 'x' {
			base, digits = 16, digits[1:]
		}
		if r, err := strconv.ParseUint(digits, base, 32); err == nil && r >= 0xd800 && r < 0xe000 {
			return true
		}
	}
}

// errTwice is a text where excelize does not look for it, or after another in its place.
var errTwice = errors.New("a text that stands twice or where none can be")

// value gives an attribute with any prefix.
func value(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// richText walks the element that has just begun (si or is) to its end. filled reports that it has text; text is where excelize
// looks for it, else the part is refused.
func (w *walker) richText() (filled bool, err error) {
	depth := w.depth()
	outer := w.open[depth-1].Local
	texts, runs, inRun := 0, 0, 0
	for {
		k, err := w.next()
		if err != nil {
			return false, err
		}
		switch k := k.(type) {
		case nil:
			return false, errXML
		case xml.StartElement:
			switch parent := w.parent(); {
			case k.Name.Local == "r" && parent == outer && w.depth() == depth+1:
				runs, inRun = runs+1, 0
			case k.Name.Local == "t" && parent == outer && w.depth() == depth+1:
				if texts++; texts > 1 || runs > 0 {
					return false, errTwice
				}
			case k.Name.Local == "t" && parent == "r" && w.depth() == depth+2:
				if inRun++; inRun > 1 {
					return false, errTwice
				}
			case k.Name.Local == "t" && parent != "rPh", k.Name.Local == "r":
				return false, errTwice
			}
		case xml.EndElement:
			if w.depth() < depth {
				return filled, nil
			}
		case xml.CharData:
			n := len(w.open)
			filled = filled || w.open[n-1].Local == "t" && w.open[n-2].Local != "rPh"
		}
	}
}
