package app

import (
	"net/http"

	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/voice"
	"herald/pkg/provider"
	voicecalls "herald/pkg/provider/telephony"
)

// newCalls is the module of calls on an engine, without contacts and files.
func (e *Env) newCalls(engine func() *dispatch.Engine) *call.Service {
	return call.New(&call.Service{Engine: engine(), Recordings: &voice.Store{DB: e.DB}})
}

// call is the whole module.
func (e *Env) call() *call.Service {
	e.Pipeline()
	r := e.singletons.calls
	r.Contacts, r.Files = e.Contacts(), e.Uploader()
	r.Blobs = r.Files.Blobs
	return r
}

// callHook is the module for the callbacks of the provider of calls: with the recordings alone.
func (e *Env) callHook() *call.Service {
	e.Pipeline()
	r := e.singletons.calls
	r.Blobs = e.Uploader().Blobs
	return r
}

// telephone is nil without an error where there is no provider of calls.
func (e *Env) telephone() (*provider.Account, error) {
	c := e.Config.Voice
	if c.URL == "" {
		return nil, nil
	}
	a, err := voicecalls.New(voicecalls.Config{BaseURL: c.URL, InsightsURL: c.Insights, AccountSID: c.Account, AuthTokens: c.AuthTokens,
		From: c.From, CallbackURL: c.Callback,
		PerSecond: c.PerSecond, Lines: c.Lines, Client: &http.Client{Transport: e.manyCalls()}, Now: e.Now})
	if err != nil {
		return nil, err
	}
	return a.Account(), nil
}
