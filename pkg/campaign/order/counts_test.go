package order

import (
	"maps"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Packed counts are unpacked unchanged: states of every kind, zeros, and none at all. Damaged data is an error and no
// panic.
func TestCountsArePacked(t *testing.T) {
	for _, c := range []Counts{nil, {}, {"toSend": 0}, {"sent": 40, "arrived": 360, "unknown": 1_000_000},
		{"groups": 3, "read": 1, "made": 0}} {
		av, err := c.MarshalDynamoDBAttributeValue()
		if err != nil {
			t.Fatal(err)
		}
		var got Counts
		if err := got.UnmarshalDynamoDBAttributeValue(av); err != nil || !maps.Equal(got, c) || (got == nil) != (c == nil) {
			t.Errorf("%v became %v (%v)", c, got, err)
		}
		b, _ := av.(*types.AttributeValueMemberB)
		for i := range 20 {
			if b != nil && i < len(b.Value) {
				_ = got.UnmarshalDynamoDBAttributeValue(&types.AttributeValueMemberB{Value: b.Value[:i]})
			}
		}
	}
	var c Counts
	for _, damaged := range [][]byte{{0x80}, {0, 0, 0, 0, 0, 0, 0, 0, 9, 'x'}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 'x'}} {
		if c.UnmarshalDynamoDBAttributeValue(&types.AttributeValueMemberB{Value: damaged}) == nil {
			t.Errorf("%v is read as %v", damaged, c)
		}
	}
}
