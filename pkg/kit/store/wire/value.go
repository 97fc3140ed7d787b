package wire

import (
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/store"
)

// value is an attribute value on the wire.
type value struct{ types.AttributeValue }

type row map[string]value

// UnmarshalJSON takes every row.
func (r *row) UnmarshalJSON(b []byte) error {
	if got, rest, ok := takeRow(b); ok && len(rest) == 0 {
		*r = got
		return nil
	}
	return json.Unmarshal(b, (*map[string]value)(r))
}

func (r row) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return putRow(make([]byte, 0, 64*len(r)), r)
}

func (v value) MarshalJSON() ([]byte, error) { return putValue(nil, v) }

// UnmarshalJSON takes every value.
func (v *value) UnmarshalJSON(b []byte) error {
	if got, rest, ok := takeValue(b); ok && len(rest) == 0 {
		*v = got
		return nil
	}
	var in struct {
		S    *string
		N    *string
		B    *[]byte
		BOOL *bool
		NULL *bool
		M    row
		L    []value
		SS   []string
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	switch {
	case in.S != nil:
		v.AttributeValue = &types.AttributeValueMemberS{Value: *in.S}
	case in.N != nil:
		v.AttributeValue = &types.AttributeValueMemberN{Value: *in.N}
	case in.B != nil:
		v.AttributeValue = &types.AttributeValueMemberB{Value: *in.B}
	case in.BOOL != nil:
		v.AttributeValue = &types.AttributeValueMemberBOOL{Value: *in.BOOL}
	case in.NULL != nil:
		v.AttributeValue = &types.AttributeValueMemberNULL{Value: *in.NULL}
	case in.M != nil:
		v.AttributeValue = &types.AttributeValueMemberM{Value: in.M.item()}
	case in.L != nil:
		list := make([]types.AttributeValue, len(in.L))
		for i, e := range in.L {
			list[i] = e.AttributeValue
		}
		v.AttributeValue = &types.AttributeValueMemberL{Value: list}
	case in.SS != nil:
		v.AttributeValue = &types.AttributeValueMemberSS{Value: in.SS}
	default:
		return fmt.Errorf("no attribute value that this server knows: %s", b)
	}
	return nil
}

func (r row) item() store.Item {
	it := make(store.Item, len(r))
	for k, v := range r {
		it[k] = v.AttributeValue
	}
	return it
}

// rowOut is nil for no row.
func rowOut(it store.Item) row {
	if it == nil {
		return nil
	}
	r := make(row, len(it))
	for k, v := range it {
		r[k] = value{v}
	}
	return r
}
