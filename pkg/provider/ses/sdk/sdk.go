// Package sdk calls Amazon SES through the AWS SDK. Only functions carry it that send emails or manage domains.
package sdk

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider/ses"
)

type client struct {
	api *sesv2.Client
}

// Descriptor is the adapter with this client.
var Descriptor = ses.Descriptor{NewClient: New}

// New makes a client of the service at endpoint, or of the region's own when that is empty. The SDK's own retries are off: none of
// its calls has a token by which the service would know a repetition.
func New(cfg aws.Config, endpoint string, once outbound.SingleAttempt) ses.API {
	return client{sesv2.NewFromConfig(cfg, func(o *sesv2.Options) {
		o.HTTPClient, o.Retryer = once, aws.NopRetryer{}
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})}
}

// Send makes one call of SendEmail.
func (c client) Send(ctx context.Context, m ses.Mail) (string, error) {
	utf8 := aws.String("UTF-8")
	body := &types.Body{}
	if m.Text != "" {
		body.Text = &types.Content{Data: &m.Text, Charset: utf8}
	}
	if m.HTML != "" {
		body.Html = &types.Content{Data: &m.HTML, Charset: utf8}
	}
	simple := &types.Message{Subject: &types.Content{Data: &m.Subject, Charset: utf8}, Body: body}
	for _, h := range m.Headers {
		simple.Headers = append(simple.Headers, types.MessageHeader{Name: &h.Name, Value: &h.Value})
	}
	in := &sesv2.SendEmailInput{FromEmailAddress: &m.From, Destination: &types.Destination{ToAddresses: []string{m.To}},
		Content: &types.EmailContent{Simple: simple}, ConfigurationSetName: optional(m.ConfigurationSet), TenantName: optional(m.Tenant)}
	if m.ReplyTo != "" {
		in.ReplyToAddresses = []string{m.ReplyTo}
	}
	for _, t := range m.Tags {
		in.EmailTags = append(in.EmailTags, types.MessageTag{Name: &t.Name, Value: &t.Value})
	}
	out, err := c.api.SendEmail(ctx, in)
	if err != nil {
		return "", refused(err)
	}
	return aws.ToString(out.MessageId), nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// refused is the error of the service's own, when it is one.
func refused(err error) error {
	var e smithy.APIError
	if !errors.As(err, &e) {
		return err
	}
	return &ses.Refused{Name: e.ErrorCode(), Message: e.ErrorMessage()}
}
