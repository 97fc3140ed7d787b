package app

import (
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/voice"
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
