package app

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
	"herald/pkg/provider/polly"
)

// NewSpeechClient makes the client of Amazon Polly in functions that synthesise.
type NewSpeechClient func(cfg aws.Config, endpoint string, via aws.HTTPClient) polly.API

// Speaking brings that client.
func Speaking(client NewSpeechClient) Part { return func(e *Env) { e.NewSpeechClient = client } }

// Voice is the module of recordings and voice engines.
func (e *Env) Voice() *voice.Service {
	files := e.Uploader()
	return &voice.Service{Store: voice.Store{DB: e.DB}, Files: files, Blobs: files.Blobs, Prices: e.Prices(), Settings: e.Settings(),
		Queues: e.Queues, Hub: e.Hub, Speech: e.speech, Sealer: e.engineKeys, Allowance: e.allowance(),
		Customer: e.tenant, Running: (&order.Store{DB: e.DB}).Running, Text: e.words, Now: e.Now, NewID: e.NewID, Log: e.Log}
}

// speech gives a provider of voices by its name; nil for one that is not there. One that this function cannot ask still tells what
// it can do.
func (e *Env) speech(name string) provider.Speech {
	if name != polly.Name {
		return nil
	}
	if e.NewSpeechClient == nil {
		return polly.New(nil)
	}
	c, cfg := e.Config.Speech, e.AWS
	cfg.Region, cfg.BaseEndpoint, cfg.APIOptions = c.Region, nil, nil
	var way http.RoundTripper = outbound.Transport(1)
	if e.ProviderTransport != nil {
		way = e.ProviderTransport
	}
	return polly.New(e.NewSpeechClient(cfg, c.URL, &http.Client{Transport: way}))
}

// engineKeys seal the keys of voice engines; nil in a function that was given nothing to seal with.
func (e *Env) engineKeys() *auth.Sealer {
	if len(e.Config.Speech.Seal) == 0 {
		return nil
	}
	s, err := auth.NewSealer(e.Config.Speech.Seal, voice.SealPurpose)
	if err != nil {
		panic(err) // of a key of any length a key of 32 bytes can be derived
	}
	return s
}
