package email

import (
	"unicode/utf8"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/fault"
)

// A value of a recipient may be as long as a file, and stand in an email many times. So an email has a largest size with its values too.

// mostFilled is the largest email of format text in bytes: longer than one whose text has mostText characters.
const mostFilled = mostText*utf8.UTFMax + 100_000

// weigh notes how large an email is without values, and at how many places each value stands.
func (c *compiled) weigh() {
	if c.program != nil {
		c.bytes, c.most, c.places = c.program.Size, mostHTML, c.program.Places()
		return
	}
	c.most, c.places = mostFilled, map[string]int{}
	for _, line := range c.lines {
		c.bytes += len(line) + 1
		for name, n := range emaildesign.Places(line) {
			c.places[name] += n
		}
	}
}

// sizeWith is about how many bytes an email has with some values.
func (c *compiled) sizeWith(values emaildesign.Values) int {
	return emaildesign.Filled(c.bytes, c.places, values)
}

// looked reports that the size depends on more than the address.
func (c *compiled) looked() bool {
	for name := range c.places {
		if name != emaildesign.Free[0] {
			return true
		}
	}
	return false
}

// excess is the first recipient whose email is too large.
type excess struct {
	bytes, most int
	address     string
}

// look weighs the emails of recipients; rows are their values in the order of names, of which the first is the address.
func (e *excess) look(w *Request, all []*compiled, names []string, rows [][]string) {
	for _, own := range rows {
		if e.bytes > 0 {
			return
		}
		values := valuesOf(w, names, own)
		for _, c := range all {
			if n := c.sizeWith(values); n > c.most && len(own) > 0 {
				*e = excess{n, c.most, own[0]}
			}
		}
	}
}

func (e *excess) fault() error {
	if e.bytes == 0 {
		return nil
	}
	return fault.Bad("placeholders", "edm.filled", "address", e.address, "kb", e.bytes>>10, "max", e.most>>10)
}
