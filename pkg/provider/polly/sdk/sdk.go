// Package sdk calls Amazon Polly through the AWS SDK. Only the function carries it that synthesises.
package sdk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/polly"
	"github.com/aws/aws-sdk-go-v2/service/polly/types"
	"github.com/aws/smithy-go"

	own "herald/pkg/provider/polly"
)

type client struct{ api *polly.Client }

// Descriptor is the adapter with this client.
var Descriptor = own.Descriptor{NewClient: New}

// New makes a client of the service at endpoint, or of the region's own when that is empty. Retries are left to who asks: a text that was
// spoken twice was paid twice.
func New(cfg aws.Config, endpoint string, via aws.HTTPClient) own.API {
	return client{polly.NewFromConfig(cfg, func(o *polly.Options) {
		o.HTTPClient, o.Retryer = via, aws.NopRetryer{}
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})}
}

// mostBytes of a sound: more than the longest text gives.
const mostBytes = 64 << 20

// mostTime of a call with its sound, which comes while it is spoken. A function has 120 s.
const mostTime = 60 * time.Second

// Synthesize makes one call, and reads the sound.
func (c client) Synthesize(ctx context.Context, r own.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	in := &polly.SynthesizeSpeechInput{Text: &r.SSML, TextType: types.TextTypeSsml, VoiceId: types.VoiceId(r.Voice),
		Engine:       types.Engine(r.Engine),
		LanguageCode: types.LanguageCode(r.Language), OutputFormat: types.OutputFormatPcm, SampleRate: aws.String(strconv.Itoa(r.Rate))}
	out, err := c.api.SynthesizeSpeech(ctx, in, func(o *polly.Options) {
		if r.AccessKey != "" {
			o.Credentials = credentials.NewStaticCredentialsProvider(r.AccessKey, r.Secret, "")
		}
	})
	if err != nil {
		var e smithy.APIError
		if errors.As(err, &e) {
			return nil, &own.Refused{Name: e.ErrorCode(), Message: e.ErrorMessage()}
		}
		return nil, err
	}
	defer out.AudioStream.Close()
	samples, err := io.ReadAll(io.LimitReader(out.AudioStream, mostBytes+1))
	if err == nil && len(samples) > mostBytes {
		err = fmt.Errorf("polly: more than %d bytes of sound", mostBytes)
	}
	return samples, err
}
