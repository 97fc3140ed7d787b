package sheet

import (
	"encoding/binary"
	"errors"
	"math"
	"unicode/utf16"
)

// errBIFF is a workbook stream that breaks off or contradicts itself.
var errBIFF = errors.New("workbook stream is damaged")

// Records of BIFF5 and BIFF8 that are read.
const (
	recFormula  = 0x06
	recEOF      = 0x0a
	recDate1904 = 0x22
	recFilePass = 0x2f
	recContinue = 0x3c
	recCodePage = 0x42
	recBound    = 0x85
	recMulRK    = 0xbd
	recRString  = 0xd6
	recXF       = 0xe0
	recSST      = 0xfc
	recLabelSST = 0xfd
	recNumber   = 0x203
	recLabel    = 0x204
	recBoolErr  = 0x205
	recString   = 0x207
	recFormula4 = 0x406
	recRK       = 0x27e
	recFormat   = 0x41e
	recBOF      = 0x809
)

const (
	biff5 = 0x0500
	biff8 = 0x0600
)

// records walks a workbook stream.
type records struct {
	data []byte
	pos  int
	id   uint16
	body []byte
}

// next gives the next record; an error when the stream ends without one.
func (r *records) next() error {
	if r.pos+4 > len(r.data) {
		return errBIFF
	}
	r.id = u16(r.data[r.pos:])
	size := int(u16(r.data[r.pos+2:]))
	if r.pos+4+size > len(r.data) {
		return errBIFF
	}
	r.body = r.data[r.pos+4 : r.pos+4+size]
	r.pos += 4 + size
	return nil
}

// need reports an error when the record at hand is shorter.
func (r *records) need(n int) error {
	if len(r.body) < n {
		return errBIFF
	}
	return nil
}

// long gives the record at hand as the segments into which it was cut, and moves behind them.
func (r *records) long() *segments {
	s := &segments{now: r.body}
	for r.pos+4 <= len(r.data) && u16(r.data[r.pos:]) == recContinue {
		size := int(u16(r.data[r.pos+2:]))
		if r.pos+4+size > len(r.data) {
			break // next will notice
		}
		s.rest = append(s.rest, r.data[r.pos+4:r.pos+4+size])
		r.pos += 4 + size
	}
	return s
}

// segments are the bytes of a record and its continuations. The characters of a string that crosses into a new segment
// begin there with a byte that tells their width anew.
type segments struct {
	now  []byte
	rest [][]byte
}

func (s *segments) step() bool {
	if len(s.rest) == 0 {
		return false
	}
	s.now, s.rest = s.rest[0], s.rest[1:]
	return true
}

func (s *segments) empty() bool {
	for len(s.now) == 0 {
		if !s.step() {
			return true
		}
	}
	return false
}

// take gives n bytes across segments; n is at most 8.
func (s *segments) take(n int) ([]byte, error) {
	if len(s.now) >= n {
		b := s.now[:n]
		s.now = s.now[n:]
		return b, nil
	}
	out := make([]byte, 0, n)
	for len(out) < n {
		if s.empty() {
			return nil, errBIFF
		}
		out = append(out, s.now[0])
		s.now = s.now[1:]
	}
	return out, nil
}

func (s *segments) skip(n int) error {
	for n > 0 {
		if s.empty() {
			return errBIFF
		}
		k := min(n, len(s.now))
		s.now = s.now[k:]
		n -= k
	}
	return nil
}

// str reads a string of BIFF8 whose length in characters has two bytes.
func (s *segments) str() (string, error) {
	head, err := s.take(3)
	if err != nil {
		return "", err
	}
	chars, flags := int(u16(head)), head[2]
	after := 0
	if flags&8 != 0 { // runs of formatting behind the characters
		b, err := s.take(2)
		if err != nil {
			return "", err
		}
		after += 4 * int(u16(b))
	}
	if flags&4 != 0 { // phonetic data
		b, err := s.take(4)
		if err != nil {
			return "", err
		}
		if u32(b) > math.MaxInt32 {
			return "", errBIFF
		}
		after += int(u32(b))
	}
	text, err := s.chars(chars, flags&1 != 0)
	if err != nil {
		return "", err
	}
	return text, s.skip(after)
}

func (s *segments) chars(n int, wide bool) (string, error) {
	var units []uint16
	for n > 0 {
		if len(s.now) == 0 {
			if !s.step() || len(s.now) == 0 {
				return "", errBIFF
			}
			wide = s.now[0]&1 != 0
			s.now = s.now[1:]
			continue
		}
		if wide {
			if len(s.now) < 2 {
				return "", errBIFF
			}
			units = append(units, u16(s.now))
			s.now = s.now[2:]
		} else {
			units = append(units, uint16(s.now[0]))
			s.now = s.now[1:]
		}
		n--
	}
	return string(utf16.Decode(units)), nil
}

// rk reads the short form of a number.
func rk(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

func f64(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
