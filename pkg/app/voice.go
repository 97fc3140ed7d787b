package app

import (
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
)

// Voice is the module of recordings and voice engines.
func (e *Env) Voice() *voice.Service {
	files := e.Uploader()
	return &voice.Service{Store: voice.Store{DB: e.DB}, Files: files, Blobs: files.Blobs, Prices: e.Prices(), Settings: e.Settings(),
		Queues: e.Queues, Hub: e.Hub, Speech: e.speech, Sealer: e.engineKeys, Allowance: e.allowance(),
		Customer: e.tenant, Running: (&order.Store{DB: e.DB}).Running, Text: e.words, Now: e.Now, NewID: e.NewID, Log: e.Log}
}

// engineKeys seal the keys of voice engines; nil in a function that was given nothing to seal with.
func (e *Env) engineKeys() *auth.Sealer {
	return sealerOf(e, manifest.SpeechSeal, voice.SealPurpose)
}
