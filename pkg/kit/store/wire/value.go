package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/store"
)

// value is an attribute value on the wire.
type value struct{ types.AttributeValue }

type row map[string]value

// UnmarshalJSON takes what is short and plain apart by itself: nearly every value is, and the simulation lives on their speed.
func (v *value) UnmarshalJSON(b []byte) error {
	if kind, text, ok := plain(b); ok {
		switch kind {
		case 'S':
			v.AttributeValue = &types.AttributeValueMemberS{Value: text}
			return nil
		case 'N':
			v.AttributeValue = &types.AttributeValueMemberN{Value: text}
			return nil
		case 'B':
			body, err := base64.StdEncoding.DecodeString(text)
			v.AttributeValue = &types.AttributeValueMemberB{Value: body}
			return err
		}
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

// plain gives the kind and the text of {"S":"text"} when the text needs no unescaping.
func plain(b []byte) (kind byte, text string, ok bool) {
	const head, tail = len(`{"S":"`), len(`"}`)
	if len(b) < head+tail || b[1] != '"' || b[3] != '"' || b[4] != ':' || b[5] != '"' || b[len(b)-2] != '"' || b[len(b)-1] != '}' {
		return 0, "", false
	}
	inner := b[head : len(b)-tail]
	if bytes.IndexByte(inner, '\\') >= 0 || bytes.IndexByte(inner, '"') >= 0 {
		return 0, "", false
	}
	return b[2], string(inner), true
}

// quoted writes {"S":"text"} when the text needs no escaping.
func quoted(kind byte, text string) ([]byte, bool) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f || c == '<' || c == '>' || c == '&' {
			return nil, false
		}
	}
	out := append(make([]byte, 0, len(text)+8), '{', '"', kind, '"', ':', '"')
	return append(append(out, text...), '"', '}'), true
}

func (v value) MarshalJSON() ([]byte, error) {
	switch a := v.AttributeValue.(type) {
	case *types.AttributeValueMemberS:
		if out, ok := quoted('S', a.Value); ok {
			return out, nil
		}
		return json.Marshal(map[string]string{"S": a.Value})
	case *types.AttributeValueMemberN:
		if out, ok := quoted('N', a.Value); ok {
			return out, nil
		}
		return json.Marshal(map[string]string{"N": a.Value})
	case *types.AttributeValueMemberB:
		if a.Value == nil {
			return []byte(`{"B":""}`), nil
		}
		return json.Marshal(map[string][]byte{"B": a.Value})
	case *types.AttributeValueMemberBOOL:
		return json.Marshal(map[string]bool{"BOOL": a.Value})
	case *types.AttributeValueMemberNULL:
		return []byte(`{"NULL":true}`), nil
	case *types.AttributeValueMemberM:
		return json.Marshal(map[string]row{"M": rowOut(a.Value)})
	case *types.AttributeValueMemberL:
		list := make([]value, len(a.Value))
		for i, e := range a.Value {
			list[i] = value{e}
		}
		return json.Marshal(map[string][]value{"L": list})
	case *types.AttributeValueMemberSS:
		return json.Marshal(map[string][]string{"SS": a.Value})
	}
	return nil, fmt.Errorf("no attribute value that this server knows: %T", v.AttributeValue)
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
