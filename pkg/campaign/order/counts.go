package order

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Counts are recipients by state. In a row of a list they are packed, for the names would be a third of it.
type Counts map[string]int

// packed are the states that kinds with recipients count, in the order in which rows keep them: new ones come last.
var packed = [...]string{"toSend", "sending", "sent", "arrived", "read", "failed", "complained", "unknown"}

var errCounts = errors.New("order: damaged counts")

// MarshalDynamoDBAttributeValue packs the counts: a number above 0 for each packed state that is there, then others with their names.
func (c Counts) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	if c == nil {
		return &types.AttributeValueMemberNULL{Value: true}, nil
	}
	var b []byte
	for _, name := range packed {
		n, ok := c[name]
		if ok {
			n++
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !slices.Contains(packed[:], name) {
			b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
			b = binary.AppendUvarint(b, uint64(c[name]))
		}
	}
	return &types.AttributeValueMemberB{Value: b}, nil
}

// UnmarshalDynamoDBAttributeValue reads them.
func (c *Counts) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	*c = nil
	v, ok := av.(*types.AttributeValueMemberB)
	if !ok {
		return nil
	}
	b := v.Value
	next := func() (int, error) {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > 1<<40 {
			return 0, errCounts
		}
		b = b[size:]
		return int(n), nil
	}
	all := Counts{}
	for i := 0; len(b) > 0; i++ {
		n, err := next()
		switch {
		case err != nil:
			return err
		case i < len(packed):
			if n > 0 {
				all[packed[i]] = n - 1
			}
		case n > len(b):
			return errCounts
		default:
			name := string(b[:n])
			b = b[n:]
			if all[name], err = next(); err != nil {
				return err
			}
		}
	}
	*c = all
	return nil
}
