package contact

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

const (
	packValues = 200_000 // bytes of values in a new pack: one with longer values has fewer members, and a row ends at 400 KB
	mostValues = 300_000 // bytes of a pack's values, packed: later values of members
	mostRaw    = 64 << 20
)

// values are the values that files gave for the numbers of a pack: by column, in the order of the numbers.
type values struct {
	Names []string   `json:"c"`
	Cells [][]string `json:"v"` // by column and number
}

func (v *values) empty() bool { return len(v.Names) == 0 }

// at is the place of a column; it is added when it is none yet.
func (v *values) at(name string, n int) int {
	i := columnOf(v.Names, name)
	if i < 0 {
		i = len(v.Names)
		v.Names, v.Cells = append(v.Names, name), append(v.Cells, make([]string, n))
	}
	return i
}

// pick gives the values of some numbers of a pack, by their places.
func (v *values) pick(places []int) values {
	out := values{}
	for c, name := range v.Names {
		cells, any := make([]string, len(places)), false
		for i, p := range places {
			cells[i] = v.Cells[c][p]
			any = any || cells[i] != ""
		}
		if any {
			out.Names, out.Cells = append(out.Names, name), append(out.Cells, cells)
		}
	}
	return out
}

// rows gives the values of some columns by number; nil when the pack knows none of them.
func (v *values) rows(names []string, n int) [][]string {
	var out [][]string
	for k, name := range names {
		c := columnOf(v.Names, name)
		if c < 0 {
			continue
		}
		if out == nil {
			cells := make([]string, n*len(names))
			for i := range n {
				out = append(out, cells[i*len(names):(i+1)*len(names):(i+1)*len(names)])
			}
		}
		for i := range n {
			out[i][k] = v.Cells[c][i]
		}
	}
	return out
}

func (v *values) clone() values {
	out := values{Names: slices.Clone(v.Names)}
	for _, cells := range v.Cells {
		out.Cells = append(out.Cells, slices.Clone(cells))
	}
	return out
}

func deflated(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err == nil {
		_, err = z.Write(raw)
	}
	if err == nil {
		err = z.Close()
	}
	return out.Bytes(), err
}

func inflated(packed []byte, v any) error {
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostRaw))
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	return err
}

func (v *values) encode() ([]byte, error) {
	if v.empty() {
		return nil, nil
	}
	return deflated(v)
}

func decodeValues(packed []byte, n int) (v values, err error) {
	if len(packed) == 0 {
		return v, nil
	}
	if err = inflated(packed, &v); err != nil {
		return v, fmt.Errorf("contact: values: %w", err)
	}
	for _, cells := range v.Cells {
		if len(cells) != n || len(v.Cells) != len(v.Names) {
			return v, errTable
		}
	}
	return v, nil
}
