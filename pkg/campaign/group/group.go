// Package group is the module for group creation: an order of groups that are made of an audience, each with staff who answer, a name, a
// picture and a greeting (business-domain §2, §5). The life of the order is order's, the building build's; here is what a group may be,
// who its people are, and what is said to them.
package group

import (
	"context"

	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/provider"
)

// Kind of these orders.
const Kind = "group"

// What the module adds to dictionaries of others: the service that has a price, and what a country can be closed for.
const (
	service  = "group"
	business = "group"
)

// Service is the module of group creation.
type Service struct {
	Engine   *groupbuild.Engine
	Contacts *contact.Service // of who makes and plans orders
	Staff    *staff.Service
	// Offers returns the profiles of the providers that make groups; the default comes first.
	Offers func() []provider.Profile

	intake *order.Intake[Request, Draft, *Draft]
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "bgo", ReviewPage: "bgo/group", New: func(p orderkind.Parts) orderkind.Kind {
		return New(&Service{Engine: p.Groups(), Offers: p.Offers})
	}}
}

// Lifecycle is the life cycle of its orders.
func (r *Service) Lifecycle() *order.Flow { return r.Engine.Flow }

// Figures counts a running order for the reports.
func (r *Service) Figures(ctx context.Context, id string) (order.Figure, error) {
	return r.Engine.Flow.Listing().Figures(ctx, id)
}

// Use gives what taking and planning orders needs.
func (r *Service) Use(s orderkind.Services) {
	r.Contacts, r.Engine.Files, r.Staff = s.Contacts, s.Files, s.Staff
}

// New completes a module whose fields are given.
func New(r *Service) *Service {
	r.Engine.Plans = r
	groupbuild.New(r.Engine)
	r.intake = &order.Intake[Request, Draft, *Draft]{Flow: r.Engine.Flow, Head: head, Tidy: (*Request).tidy, Quote: r.quote, Keep: r.keepFiles,
		Audience: r.recipients, Listed: drafts,
		For: func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
	return r
}

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "GB", Path: "/bgo/buildgroup", Perm: "bgo:buildgroup", Summary: "Order group creation",
		Page:  "/group/order",
		Ahead: order.AheadFar, File: "grouporders", Targets: "groupmembers",
		Settled: "group.tell." + "settled", Dict: "group_order_status"}
}

// offer returns the profile of the named provider; the first one without a name. false when there is none.
func (r *Service) offer(name string) (provider.Profile, bool) {
	for _, p := range r.Offers() {
		if name == "" || p.Provider == name {
			return p, true
		}
	}
	return provider.Profile{}, false
}
