package email

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/campaign/emaildesign"
)

// Words is a long text. Rows hold it packed: an order has it twice, and a row ends at 400 KB.
type Words string

// MarshalDynamoDBAttributeValue packs it.
func (w Words) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	return emaildesign.Pack([]byte(w))
}

// UnmarshalDynamoDBAttributeValue reads it, and what is not packed.
func (w *Words) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) error {
	if plain, ok := av.(*types.AttributeValueMemberS); ok {
		*w = Words(plain.Value)
		return nil
	}
	text, err := emaildesign.Unpack(av)
	*w = Words(text)
	return err
}
