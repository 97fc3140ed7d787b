// Package sdk calls AWS End User Messaging through the AWS SDK. Only functions carry it that send.
package sdk

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/pinpointsmsvoicev2"
	"github.com/aws/aws-sdk-go-v2/service/pinpointsmsvoicev2/types"
	"github.com/aws/smithy-go"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider/awssms"
)

type client struct {
	api *pinpointsmsvoicev2.Client
}

// Descriptor is the adapter with this client.
var Descriptor = awssms.Descriptor{NewClient: New}

// New makes a client of the service at endpoint, or of the region's own when that is empty. The SDK's own retries are off: none of
// its calls has a token by which the service would know a repetition.
func New(cfg aws.Config, endpoint string, once outbound.SingleAttempt) awssms.API {
	return client{pinpointsmsvoicev2.NewFromConfig(cfg, func(o *pinpointsmsvoicev2.Options) {
		o.HTTPClient, o.Retryer = once, aws.NopRetryer{}
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})}
}

// SendText makes one call.
func (c client) SendText(ctx context.Context, t awssms.Text) (string, error) {
	in := &pinpointsmsvoicev2.SendTextMessageInput{DestinationPhoneNumber: &t.To, MessageBody: &t.Body,
		MessageType: types.MessageTypePromotional,
		Context:     map[string]string{awssms.ReferenceKey: t.Reference}}
	if t.From != "" {
		in.OriginationIdentity = &t.From
	}
	if t.ConfigurationSet != "" {
		in.ConfigurationSetName = &t.ConfigurationSet
	}
	out, err := c.api.SendTextMessage(ctx, in)
	if err != nil {
		return "", refused(err)
	}
	return aws.ToString(out.MessageId), nil
}

// refused is the error of the service's own, when it is one.
func refused(err error) error {
	var e smithy.APIError
	if !errors.As(err, &e) {
		return err
	}
	r := &awssms.Refused{Name: e.ErrorCode(), Message: e.ErrorMessage()}
	var conflict *types.ConflictException
	var invalid *types.ValidationException
	var quota *types.ServiceQuotaExceededException
	var denied *types.AccessDeniedException
	switch {
	case errors.As(err, &conflict):
		r.Reason = string(conflict.Reason)
	case errors.As(err, &invalid):
		r.Reason = string(invalid.Reason)
	case errors.As(err, &quota):
		r.Reason = string(quota.Reason)
	case errors.As(err, &denied):
		r.Reason = string(denied.Reason)
	}
	return r
}
