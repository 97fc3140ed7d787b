// Package email is the module for email campaigns: an order sends one email to many addresses (business-domain §3). Module order has
// the life of the order, dispatch the sending, emaildesign the compiler. This module has what an email may say, its recipients, and
// which of them are charged.
package email

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/campaign/emailtemplate"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Kind of these orders.
const Kind = "email"

// What the module adds to dictionaries of others: the service that has a price, of a recipient, and what a country can be closed for.
const (
	service  = "email"
	business = "email"
)

const channel = provider.ChannelEmail

// Service is the module of email campaigns.
type Service struct {
	Engine    *dispatch.Engine
	Contacts  *contact.Service // of who makes and plans orders
	Files     *upload.Service  // likewise
	Templates *emailtemplate.Store
	Senders   *emailsender.Service // without them there is the platform's sender alone
	Links     *emaillink.Service   // in the footer and of clicks; without a key nothing is ordered or sent
	// ImportHTML reads HTML as a design (emaildesign/htmlimport). Only the function edm has it.
	ImportHTML func(html string) (*emaildesign.Design, []emaildesign.Problem, error)
	kept       programs
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "edm", ReviewPage: "edm/order", New: func(p orderkind.Parts) orderkind.Kind {
		e := p.Engine()
		return New(&Service{Engine: e, Templates: &emailtemplate.Store{DB: e.Flow.DB}})
	}}
}

// Lifecycle is the life cycle of its orders.
func (r *Service) Lifecycle() *order.Flow { return r.Engine.Flow }

// Figures counts a running order for the reports.
func (r *Service) Figures(ctx context.Context, id string) (order.Figure, error) {
	return r.Engine.Statistics().Figures(ctx, id)
}

// Use gives what taking and planning orders needs.
func (r *Service) Use(s orderkind.Services) { r.Contacts, r.Files = s.Contacts, s.Files }

// New completes a module whose fields are given.
func New(r *Service) *Service {
	r.Engine.Content = r
	r.Engine.Quota = r.quota()
	dispatch.New(r.Engine)
	return r
}

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "EM", Path: "/edm/order", Perm: "edm:order", Summary: "Order an email campaign",
		Page: "/email/order", Ahead: order.AheadFar, File: "emails", Targets: "emailTargets", Settled: "edm.tell." + "settled", Addressed: true}
}

// lasts is how long the emails to so many recipients take.
func lasts(n, pace int) time.Duration {
	return time.Duration(n) * time.Second / time.Duration(max(1, pace))
}
