package polly

import (
	"cmp"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Descriptor builds the provider of voices. NewClient makes the SDK's client; it is nil in programs that do not speak.
type Descriptor struct {
	NewClient func(cfg aws.Config, endpoint string, via aws.HTTPClient) API
}

var _ provider.SpeechDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return Name }

// NewSpeech makes the adapter. Without a client it tells what Polly can do and speaks nothing. A call goes out in one piece: net/http would
// cut the connection of a sound that it still reads (outbound.BufferedTransport).
func (d Descriptor) NewSpeech(s provider.Setup) provider.Speech {
	if d.NewClient == nil {
		return New(nil)
	}
	var way http.RoundTripper = outbound.Transport(1)
	if s.Transport != nil {
		way = s.Transport
	}
	region := cmp.Or(s.Settings.Text("polly.region"), s.Region)
	return New(d.NewClient(s.AWSOf(region), s.Settings.Text("polly.url"), outbound.SingleAttempt{Transport: way}))
}
