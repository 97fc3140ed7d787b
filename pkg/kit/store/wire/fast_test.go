package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"pgregory.net/rapid"
)

// A row is encoded and decoded unchanged, by this package and by package json, which agree that it is JSON.
func TestRowsComeBack(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", `"`, `\`, "\u2028", "é", "<&>", "\x00", "{", "}"}))
	rapid.Check(t, func(t *rapid.T) {
		var draw func(depth int) types.AttributeValue
		draw = func(depth int) types.AttributeValue {
			switch rapid.IntRange(0, 5+min(depth, 2)).Draw(t, "kind") {
			case 0:
				return &types.AttributeValueMemberS{Value: text.Draw(t, "S")}
			case 1:
				return &types.AttributeValueMemberN{Value: "-1.5"}
			case 2:
				return &types.AttributeValueMemberB{Value: rapid.SliceOf(rapid.Byte()).Draw(t, "B")}
			case 3:
				return &types.AttributeValueMemberBOOL{Value: rapid.Bool().Draw(t, "BOOL")}
			case 4:
				return &types.AttributeValueMemberNULL{Value: true}
			case 5:
				return &types.AttributeValueMemberSS{Value: []string{text.Draw(t, "SS"), "b"}}
			case 6:
				return &types.AttributeValueMemberL{Value: []types.AttributeValue{draw(depth - 1), draw(depth - 1)}}
			}
			return &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{text.Draw(t, "name"): draw(depth - 1)}}
		}
		was := row{}
		for range rapid.IntRange(0, 4).Draw(t, "attributes") {
			was[text.Draw(t, "name")] = value{draw(2)}
		}
		raw, err := json.Marshal(was)
		if err != nil {
			t.Fatal(err)
		}
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, raw, "", " "); err != nil {
			t.Fatal(err)
		}
		for _, raw := range [][]byte{raw, spaced.Bytes()} { // the second is no plain row
			var is row
			if err := json.Unmarshal(raw, &is); err != nil || !reflect.DeepEqual(is, was) {
				t.Fatalf("%s: %v\n%#v\n%#v", raw, err, is, was)
			}
		}
	})
}
