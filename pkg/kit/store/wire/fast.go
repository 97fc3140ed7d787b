package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Rows are encoded and decoded by hand where nothing needs escaping. Nearly all rows are such, package json takes
// four times as long, and the simulation depends on the speed. Other rows go through package json (value.go).

// takeRow takes {"name":{"S":"text"},…} off the front of b.
func takeRow(b []byte) (r row, rest []byte, ok bool) {
	if !starts(b, '{') {
		return nil, b, false
	}
	r = row{}
	if b = b[1:]; starts(b, '}') {
		return r, b[1:], true
	}
	for {
		var name string
		var v value
		if name, b, ok = takeText(b); !ok || !starts(b, ':') {
			return nil, b, false
		}
		if v, b, ok = takeValue(b[1:]); !ok {
			return nil, b, false
		}
		r[name] = v
		switch {
		case starts(b, ','):
			b = b[1:]
		case starts(b, '}'):
			return r, b[1:], true
		default:
			return nil, b, false
		}
	}
}

func starts(b []byte, c byte) bool { return len(b) > 0 && b[0] == c }

// takeText takes "text" off the front, when it needs no unescaping.
func takeText(b []byte) (text string, rest []byte, ok bool) {
	if !starts(b, '"') {
		return "", b, false
	}
	end := bytes.IndexByte(b[1:], '"')
	if end < 0 || bytes.IndexByte(b[1:1+end], '\\') >= 0 {
		return "", b, false
	}
	return string(b[1 : 1+end]), b[end+2:], true
}

func takeValue(b []byte) (v value, rest []byte, ok bool) {
	if !starts(b, '{') {
		return v, b, false
	}
	kind, b, ok := takeText(b[1:])
	if !ok || !starts(b, ':') {
		return v, b, false
	}
	b = b[1:]
	switch kind {
	case "S", "N", "B":
		var text string
		if text, b, ok = takeText(b); ok {
			v.AttributeValue, ok = scalar(kind, text)
		}
	case "BOOL":
		switch {
		case bytes.HasPrefix(b, []byte("true")):
			v.AttributeValue, b = &types.AttributeValueMemberBOOL{Value: true}, b[4:]
		case bytes.HasPrefix(b, []byte("false")):
			v.AttributeValue, b = &types.AttributeValueMemberBOOL{}, b[5:]
		default:
			return v, b, false
		}
	case "M":
		var r row
		r, b, ok = takeRow(b)
		v.AttributeValue = &types.AttributeValueMemberM{Value: r.item()}
	default:
		return v, b, false
	}
	if !ok || !starts(b, '}') {
		return v, b, false
	}
	return v, b[1:], true
}

func scalar(kind, text string) (types.AttributeValue, bool) {
	switch kind {
	case "S":
		return &types.AttributeValueMemberS{Value: text}, true
	case "N":
		return &types.AttributeValueMemberN{Value: text}, true
	}
	body, err := base64.StdEncoding.DecodeString(text)
	return &types.AttributeValueMemberB{Value: body}, err == nil
}

// putText appends a JSON string.
func putText(to []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, _ := json.Marshal(text) // every string marshals
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

func putRow(to []byte, r row) ([]byte, error) {
	to = append(to, '{')
	var err error
	for i, name := range slices.Sorted(maps.Keys(r)) {
		if i > 0 {
			to = append(to, ',')
		}
		if to, err = putValue(append(putText(to, name), ':'), r[name]); err != nil {
			return nil, err
		}
	}
	return append(to, '}'), nil
}

func putValue(to []byte, v value) ([]byte, error) {
	var err error
	switch a := v.AttributeValue.(type) {
	case *types.AttributeValueMemberS:
		to = putText(append(to, `{"S":`...), a.Value)
	case *types.AttributeValueMemberN:
		to = putText(append(to, `{"N":`...), a.Value)
	case *types.AttributeValueMemberB:
		to = append(base64.StdEncoding.AppendEncode(append(to, `{"B":"`...), a.Value), '"')
	case *types.AttributeValueMemberBOOL:
		to = fmt.Appendf(to, `{"BOOL":%t`, a.Value)
	case *types.AttributeValueMemberNULL:
		to = append(to, `{"NULL":true`...)
	case *types.AttributeValueMemberM:
		to, err = putRow(append(to, `{"M":`...), rowOut(a.Value))
	case *types.AttributeValueMemberL:
		to = append(to, `{"L":[`...)
		for i, e := range a.Value {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = putValue(to, value{e}); err != nil {
				return nil, err
			}
		}
		to = append(to, ']')
	case *types.AttributeValueMemberSS:
		var list []byte
		list, err = json.Marshal(a.Value)
		to = append(append(to, `{"SS":`...), list...)
	default:
		err = fmt.Errorf("no attribute value that this server knows: %T", v.AttributeValue)
	}
	return append(to, '}'), err
}
