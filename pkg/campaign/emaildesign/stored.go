package emaildesign

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// mostStored bounds what is unpacked of a row, which holds 400 KB.
const mostStored = 8 << 20

var errStored = errors.New("emaildesign: a damaged text")

// Pack is a long text as rows hold it.
func Pack(text []byte) (types.AttributeValue, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(text); err == nil {
		err = w.Close()
	}
	return &types.AttributeValueMemberB{Value: b.Bytes()}, err
}

// Unpack reads what Pack made.
func Unpack(av types.AttributeValue) ([]byte, error) {
	v, ok := av.(*types.AttributeValueMemberB)
	if !ok {
		return nil, errStored
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(v.Value)), mostStored))
	if err != nil {
		err = fmt.Errorf("%w: %w", errStored, err)
	}
	return text, err
}

// MarshalDynamoDBAttributeValue keeps a design in a row as packed JSON: rows of templates, drafts and orders hold it.
func (d Design) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return Pack(text)
}

// UnmarshalDynamoDBAttributeValue reads it.
func (d *Design) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	text, err := Unpack(av)
	if err != nil {
		return err
	}
	*d = Design{}
	return json.Unmarshal(text, d)
}
