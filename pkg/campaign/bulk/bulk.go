// Package bulk is the module for bulk sends: an order of one message to many recipients. The life of the order is order's, the
// sending dispatch's; here is what a message may be, and who its recipients are.
package bulk

import (
	"context"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/platform/upload"
)

// Kind of these orders.
const Kind = "bulk"

// Service is the bulk module. It calls lower modules directly, since each of them has one implementation.
type Service struct {
	Engine   *dispatch.Engine
	Contacts *contact.Service // of who makes and plans orders
	Files    *upload.Service  // likewise
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "gc", ReviewPage: "gc/order", New: func(p orderkind.Parts) orderkind.Kind {
		return New(&Service{Engine: p.Engine()})
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
	dispatch.New(r.Engine)
	return r
}

// intake is made where orders are taken: workers need not carry what reads contact files.
func (r *Service) intake() *order.Intake[Request, Draft, *Draft] {
	return &order.Intake[Request, Draft, *Draft]{Flow: r.Engine.Flow, Head: head, Tidy: (*Request).normalize, Quote: r.quote,
		Keep: r.keepFiles, Audience: r.audience,
		Listed: drafts,
		For:    func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
}

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "GS", Path: "/gc/groupsendorder", Perm: "gc:groupsendorder", Summary: "Order a bulk send",
		Page: "/send/order", File: "orders", Targets: "targets",
		Settled: "bulk.tell." + "settled"}
}
