// Package call is the module for group calls: an order plays one recording to many people by phone, and stores their
// keys and words (business-domain §2, §3). Module order has the life of the order, dispatch the dialling. This module
// has the limits of a call, its recipients, and the instructions to the provider.
package call

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/blob"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Kind of these orders.
const Kind = "call"

// What the module adds to dictionaries of others: the service that has a price, of a minute, and what a country can be closed for.
const (
	service  = "call.voice"
	business = "call"
)

// channel is that of telephone calls.
const channel = "voice"

// Service is the module of group calls.
type Service struct {
	Engine     *dispatch.Engine
	Contacts   *contact.Service // of who makes and plans orders
	Files      *upload.Service  // likewise
	Recordings *voice.Store
	Blobs      blob.Store // of uploads, in which recordings lie
	scripts    scripts
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "call", ReviewPage: "call/order", New: func(p orderkind.Parts) orderkind.Kind {
		e := p.Engine()
		return New(&Service{Engine: e, Recordings: &voice.Store{DB: e.Flow.DB}})
	}}
}

// Lifecycle is the life cycle of its orders.
func (r *Service) Lifecycle() *order.Flow { return r.Engine.Flow }

// Figures counts a running order for the reports.
func (r *Service) Figures(ctx context.Context, id string) (order.Figure, error) {
	return r.Engine.Statistics().Figures(ctx, id)
}

// Use gives what taking and planning orders needs.
func (r *Service) Use(s orderkind.Services) {
	r.Contacts, r.Files, r.Blobs = s.Contacts, s.Files, s.Files.Blobs
}

// New completes a module whose fields are given.
func New(r *Service) *Service {
	r.Engine.Content = r
	dispatch.New(r.Engine)
	return r
}

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "CA", Path: "/call/order", Perm: "call:order", Summary: "Order group calls", Page: "/call/order",
		Ahead: order.AheadFar, File: "calls", Targets: "callTargets",
		Settled: "call.tell." + "settled", Metered: true, OwnIDs: true}
}

// ringSeconds is how long a telephone rings.
const ringSeconds = 30

// listenSeconds is what hearing an answer adds to a recording.
const listenSeconds = 10

// minutes are those that a call can begin: what is reserved for each recipient, and how long the provider lets it be.
func (w *Request) minutes(recording int) int {
	if w.CallType == Interactive {
		recording += listenSeconds
	}
	return max(1, (recording+59)/60)
}

// lasts is how long the calls of so many people take by a sender: as many begin in a second as it may, and no more are made at a time than
// it has lines.
func lasts(p *provider.Profile, n, seconds int) time.Duration {
	begin := time.Duration(n) * time.Second / time.Duration(max(1, p.PerSecond))
	hold := time.Duration(n) * time.Duration(seconds+ringSeconds/2) * time.Second / time.Duration(max(1, p.Lines))
	return max(begin, hold)
}
