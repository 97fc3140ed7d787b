package chunkrow

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"herald/pkg/kit/id"
)

// Reference is what the provider echoes in every receipt: it names the recipient and the attempt. Receipts are matched by it
// alone, never by phone number, which providers rewrite (facts §1.11).
type Reference struct {
	Order   string
	Gen     int
	Chunk   int
	Index   int
	Attempt int
	Sent    int64 // unix seconds of the attempt: how late a receipt is decides how long it may wait for others
}

func (r Reference) String() string {
	b := make([]byte, 0, 48)
	b = append(b, r.Order...)
	for _, n := range [...]int{r.Gen, r.Chunk, r.Index, r.Attempt} {
		b = append(b, '.')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, '.')
	return string(strconv.AppendInt(b, r.Sent, 36))
}

// ParseReference reads a reference of ours; an error means that it is none.
func ParseReference(text string) (Reference, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 6 || !id.Valid(parts[0]) {
		return Reference{}, fmt.Errorf("dispatch: %q is no reference", text)
	}
	var n [4]int
	for i, p := range parts[1:5] {
		v, err := strconv.Atoi(p)
		if err != nil || v < 0 {
			return Reference{}, fmt.Errorf("dispatch: %q is no reference", text)
		}
		n[i] = v
	}
	if n[2] >= ChunkSize {
		return Reference{}, fmt.Errorf("dispatch: %q is no reference", text)
	}
	sent, err := strconv.ParseInt(parts[5], 36, 64)
	if err != nil || sent < 0 {
		return Reference{}, fmt.Errorf("dispatch: %q is no reference", text)
	}
	return Reference{Sent: sent, Order: parts[0], Gen: n[0], Chunk: n[1], Index: n[2], Attempt: n[3]}, nil
}

// SameEmail tells whether a text is a reference to the same recipient in the same generation, whichever attempt.
func (r Reference) SameEmail(text string) bool {
	other, err := ParseReference(text)
	return err == nil && other.Order == r.Order && other.Gen == r.Gen && other.Chunk == r.Chunk && other.Index == r.Index
}

// BySending orders references by the time of sending.
func BySending(a, b string) int {
	x, _ := ParseReference(a)
	y, _ := ParseReference(b)
	return cmp.Or(cmp.Compare(x.Sent, y.Sent), cmp.Compare(a, b))
}
