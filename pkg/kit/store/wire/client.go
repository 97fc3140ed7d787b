package wire

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	smithyauth "github.com/aws/smithy-go/auth"
)

// Client is the SDK's client over a transport that ends at a Server. Requests are not signed, which costs half of their
// time and which nothing here checks; options can set the client up as production does (retries, time-outs).
func Client(transport http.RoundTripper, options ...func(*dynamodb.Options)) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String("http://dynamodb.wire"), HTTPClient: &http.Client{Transport: transport},
		AuthSchemeResolver: unsigned{}, DisableValidateResponseChecksum: true,
	}, options...)
}

type unsigned struct{}

func (unsigned) ResolveAuthSchemes(context.Context, *dynamodb.AuthResolverParameters) ([]*smithyauth.Option, error) {
	return []*smithyauth.Option{{SchemeID: smithyauth.SchemeIDAnonymous}}, nil
}
