package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"herald/pkg/kit/fault"
)

// workBudget counts the elements of all parts that are read, and the columns of their rows, which excelize fills up: more than
// a sheet has that is within DefaultLimits.
const workBudget = 8 << 20

// inflation is more than deflate can do: a part that claims to unpack further lies.
const inflation = 1100

// pack is an xlsx as a zip of parts. All reads count against one budget, so that many small parts are bounded as one
// large one is.
type pack struct {
	parts  map[string]*zip.File // by lower-case name with slashes
	budget int
	work   int // the rest of workBudget
}

func openPack(data []byte, budget int) (*pack, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, damaged("zip: %w", err)
	}
	p := &pack{parts: make(map[string]*zip.File, len(r.File)), budget: budget, work: workBudget}
	for _, f := range r.File {
		name := partName(f.Name)
		if _, twice := p.parts[name]; !twice {
			p.parts[name] = f
		}
	}
	return p, nil
}

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

func (p *pack) has(name string) bool { return p.parts[partName(name)] != nil }

// read unpacks a part whole. A part that is shorter or longer than it says, or has another checksum, is damaged.
func (p *pack) read(name string) ([]byte, error) {
	f := p.parts[partName(name)]
	if f == nil {
		return nil, damaged("part %s is missing", name)
	}
	if f.Flags&1 != 0 {
		return nil, password()
	}
	size := f.UncompressedSize64
	if size > f.CompressedSize64*inflation+inflation {
		return nil, damaged("part %s lies about its size", name)
	}
	if size > uint64(p.budget) {
		return nil, bomb()
	}
	p.budget -= int(size)
	r, err := f.Open()
	if err != nil {
		return nil, damaged("part %s: %w", name, err)
	}
	data := make([]byte, size)
	_, err = io.ReadFull(r, data)
	if err == nil { // the checksum is compared when the end is met
		if _, err = io.ReadFull(r, make([]byte, 1)); errors.Is(err, io.EOF) {
			err = nil
		} else if err == nil {
			err = errors.New("longer than it says")
		}
	}
	if err != nil {
		return nil, damaged("part %s: %w", name, err)
	}
	return data, nil
}

// walk unpacks a part and makes it ready to be walked.
func (p *pack) walk(name string) ([]byte, *walker, error) {
	data, err := p.read(name)
	if err != nil {
		return nil, nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	w, err := newWalker(data, &p.work)
	if errors.Is(err, errXML) {
		err = damaged("part %s: %w", name, err)
	}
	return data, w, err
}

// relation is a link from a part to another.
type relation struct {
	kind   string // last segment of the type, e.g. worksheet
	target string // name of the part
}

// relations are the links of a part ("" for the file itself) by their id. A part without any has none.
func (p *pack) relations(of string) (map[string]relation, error) {
	dir, base := path.Split(of)
	name := dir + "_rels/" + base + ".rels"
	out := map[string]relation{}
	if !p.has(name) {
		return out, nil
	}
	err := p.each(name, func(_ *walker, t xml.StartElement) error {
		if t.Name.Local != "Relationship" || value(t, "TargetMode") == "External" {
			return nil
		}
		target := value(t, "Target")
		if !strings.HasPrefix(target, "/") && !strings.HasPrefix(target, `\`) {
			target = path.Join(dir, strings.ReplaceAll(target, `\`, "/"))
		}
		out[value(t, "Id")] = relation{path.Base(value(t, "Type")), target}
		return nil
	})
	return out, err
}

// each walks a part to its end and calls f at every start of an element.
func (p *pack) each(name string, f func(*walker, xml.StartElement) error) error {
	_, w, err := p.walk(name)
	if err != nil {
		return err
	}
	return p.walked(name, w, f)
}

func (p *pack) walked(name string, w *walker, f func(*walker, xml.StartElement) error) error {
	for {
		k, err := w.next()
		if e, ok := k.(xml.StartElement); ok && err == nil {
			err = f(w, e)
		}
		switch {
		case err != nil && fault.As(err) == nil:
			return damaged("part %s at byte %d: %w", name, w.in.InputOffset(), err)
		case err != nil || k == nil:
			return err
		}
	}
}
