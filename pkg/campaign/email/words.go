package email

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Words is a long text. Rows hold it packed: an order has it twice, and a row ends at 400 KB.
type Words string

// mostUnpacked bounds what is unpacked of a row.
const mostUnpacked = 8 << 20

var errWords = errors.New("email: a damaged text")

// MarshalDynamoDBAttributeValue packs it.
func (w Words) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write([]byte(w)); err == nil {
		err = z.Close()
	}
	return &types.AttributeValueMemberB{Value: b.Bytes()}, err
}

// UnmarshalDynamoDBAttributeValue reads it, and what is not packed.
func (w *Words) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	switch v := av.(type) {
	case *types.AttributeValueMemberS:
		*w = Words(v.Value)
	case *types.AttributeValueMemberB:
		text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(v.Value)), mostUnpacked))
		if err != nil {
			return fmt.Errorf("%w: %w", errWords, err)
		}
		*w = Words(text)
	default:
		return errWords
	}
	return nil
}
