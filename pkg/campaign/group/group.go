// Package group is the room of group creation: an order of groups that are made of an audience, each with staff who answer, a name, a
// picture and a greeting (business-domain §2, §5). The life of the order is order's; here is what a group may be, how an audience is
// dealt out to groups (plan.go), and how each is built, step by step (build.go, step.go). A group is a row under a revision, and a
// doorbell on the queue build.
package group

import (
	"context"
	"errors"
	"time"

	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Kind of these orders.
const Kind = "group"

// What the room adds to dictionaries of others: the service that has a price, and what a country can be closed for.
const (
	service  = "group"
	business = "group"
)

// Room is the room of group creation.
type Room struct {
	*order.Flow
	Contacts   *contact.Room // of who makes and plans orders
	Files      *upload.Room  // likewise, and of who builds
	Staff      *staff.Room
	Suppressed *suppression.Store
	Rates      *rate.Slots
	// Offers are the profiles of who makes groups, the one first that is taken when nobody chooses; Builder is one of them, by its name.
	Offers  func() []provider.Profile
	Builder func(name, sender string) (provider.GroupBuilder, error)
	Wait    func(ctx context.Context, at time.Time) error // for a moment of Now; nil: Now is the time of day

	intake *order.Intake[Request, Draft]
}

// New completes a room whose fields are given.
func New(r *Room) *Room {
	r.Kind = r
	r.intake = &order.Intake[Request, Draft]{Flow: r.Flow, Head: head, Tidy: (*Request).tidy, Quote: r.quote, Keep: r.keepFiles,
		Audience: r.whom, Listed: drafts, Draft: func(h order.DraftHead, w *Request) Draft { return Draft{h, *w} }, Opened: opened,
		For: func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
	return r
}

// Spec names the kind.
func (r *Room) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "GB", Path: "/bgo/buildgroup", Perm: "bgo:buildgroup", Summary: "Order groups", Page: "/group/order", File: "grouporders", Targets: "groupmembers",
		Settled: "group.tell." + "settled", Dict: "group_order_status", States: []string{Waiting, Building, Created, Failed, Unknown}}
}

// Tick is the janitor's minute: orders, and groups of which something is missing.
func (r *Room) Tick(ctx context.Context) error {
	return errors.Join(r.Flow.Tick(ctx), r.lookAfter(ctx))
}

// offer is the profile of who is to make the groups; the first without a name. false for nobody.
func (r *Room) offer(name string) (provider.Profile, bool) {
	for _, p := range r.Offers() {
		if name == "" || p.Provider == name {
			return p, true
		}
	}
	return provider.Profile{}, false
}
