package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// marks are bookmarks: the number of rows whose id is below a key, both rising. A key is no id but the shortest text that
// divides two of them, so a bookmark takes some two bytes.
type marks struct {
	keys []string
	at   []int
}

// with adds bookmarks to m for ids of which the first has the offset base. Of the places around the wanted one the roundest is
// taken. Where there are too many bookmarks every second one goes.
func (m marks) with(ids []string, base, apart int) marks {
	next := marks{slices.Clip(m.keys), slices.Clip(m.at)}
	for i := apart / 2; i < len(ids)-behind-apart/8; i += apart {
		best := 0
		for j := max(1, i-apart/8); j <= i+apart/8; j++ {
			if best == 0 || len(divide(ids[j-1], ids[j])) < len(divide(ids[best-1], ids[best])) {
				best = j
			}
		}
		next.keys, next.at = append(next.keys, divide(ids[best-1], ids[best])), append(next.at, base+best)
	}
	for len(next.keys) > marksMost {
		half := marks{}
		for i := 0; i < len(next.keys); i += 2 {
			half.keys, half.at = append(half.keys, next.keys[i]), append(half.at, next.at[i])
		}
		next = half
	}
	return next
}

// divide gives the shortest text above a and not above b, which is larger than a.
func divide(a, b string) string { return b[:min(len(b), common(a, b)+1)] }

// common is how many bytes two texts begin alike with.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// MarshalDynamoDBAttributeValue packs bookmarks: what each has in common with the one before is left out.
func (m marks) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	var raw []byte
	key, at := "", 0
	for i, k := range m.keys {
		same := common(key, k)
		raw = binary.AppendUvarint(raw, uint64(same))
		raw = binary.AppendUvarint(raw, uint64(len(k)-same))
		raw = append(raw, k[same:]...)
		raw = binary.AppendUvarint(raw, uint64(m.at[i]-at))
		key, at = k, m.at[i]
	}
	packed, err := deflate(raw)
	return &types.AttributeValueMemberB{Value: packed}, err
}

// UnmarshalDynamoDBAttributeValue unpacks bookmarks.
func (m *marks) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	b, ok := av.(*types.AttributeValueMemberB)
	if !ok {
		return errors.New("store: bookmarks are no bytes")
	}
	raw, err := inflate(b.Value)
	if err != nil {
		return err
	}
	r := bytes.NewReader(raw)
	key, at := "", 0
	for r.Len() > 0 {
		same, _ := binary.ReadUvarint(r)
		rest, err := binary.ReadUvarint(r)
		if err != nil || same > uint64(len(key)) || rest > uint64(r.Len()) {
			return errors.New("store: bookmarks are damaged")
		}
		var text strings.Builder
		text.WriteString(key[:same])
		_, _ = io.CopyN(&text, r, int64(rest)) // there are so many
		more, err := binary.ReadUvarint(r)
		if err != nil {
			return err
		}
		key, at = text.String(), at+int(more)
		m.keys, m.at = append(m.keys, key), append(m.at, at)
	}
	return nil
}

func deflate(raw []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(raw); err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// inflated is how much a packed row can hold.
const inflated = 16 << 20

func inflate(packed []byte) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), inflated+1))
	if err == nil && len(raw) > inflated {
		err = errors.New("store: a packed row is too large")
	}
	return raw, err
}
