package emaildesign_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/campaign/emaildesign"
)

// A design survives its row, packed, and a damaged one is an error.
func TestADesignIsKeptInARow(t *testing.T) {
	d := &emaildesign.Design{Version: 1, Blocks: []emaildesign.Block{{ID: "1", Type: emaildesign.ContainerBlock, Blocks: []emaildesign.Block{
		{ID: "2", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: strings.Repeat("<p>Olá {name}</p>", 500)}}}}}}
	row, err := attributevalue.Marshal(struct{ D *emaildesign.Design }{d})
	if err != nil {
		t.Fatal(err)
	}
	packed := row.(*types.AttributeValueMemberM).Value["D"].(*types.AttributeValueMemberB)
	if len(packed.Value) > 1000 {
		t.Errorf("%d bytes", len(packed.Value))
	}
	var back struct{ D *emaildesign.Design }
	if err := attributevalue.Unmarshal(row, &back); err != nil || !reflect.DeepEqual(back.D, d) {
		t.Errorf("%v %+v", err, back.D)
	}
	packed.Value = packed.Value[:20]
	if err := attributevalue.Unmarshal(row, &back); err == nil {
		t.Error("a damaged design was read")
	}
}
