// Package orderkind defines how an order kind joins the platform: a Registration names it and makes it from shared parts. Package
// app holds the one list of registrations. It derives the modules, tasks, callbacks, review queues and figures of all kinds from it.
package orderkind

import (
	"context"

	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Registration is an order kind in the list of package app.
type Registration struct {
	Name       string // of the kind in Spec, and of its module
	Group      string // route group that serves it, as package app names it: gc
	ReviewPage string // page of the console where its orders are reviewed, by its uri in the menu; empty: none
	New        func(Parts) Kind
}

// Parts make what a kind is built on. A kind calls the one that it needs, once.
type Parts struct {
	Flow   func() *order.Flow        // the life cycle alone
	Engine func() *dispatch.Engine   // a life cycle, and what reaches recipients one by one
	Groups func() *groupbuild.Engine // a life cycle, and what makes groups
	Offers func() []provider.Profile // of providers that make groups, the default first
	// Workers knows the partners that fulfil work items; nil without an error where there are none.
	Workers func() (provider.WorkPartners, error)
}

// Services are what a kind needs to take and plan orders. Functions that only work on orders do not make them.
type Services struct {
	Contacts *contact.Service
	Files    *upload.Service
	Staff    *staff.Service
}

// Kind is an order kind that was made. Its optional interfaces are those of a module, and Sender, Builder, Receiver and
// EventReceiver.
type Kind interface {
	module.Module
	// Lifecycle is the life cycle of its orders.
	Lifecycle() *order.Flow
	// Figures counts a running order for the reports.
	Figures(ctx context.Context, id string) (order.Figure, error)
	// Use gives what taking and planning orders needs.
	Use(Services)
}

// Sender handles tasks of the send queue, by the task's kind.
type Sender interface {
	SendTasks() map[string]queue.Handler
}

// Builder handles tasks of the queue of groups, by the task's kind.
type Builder interface {
	BuildTasks() map[string]queue.Handler
}

// EventReceiver receives events of providers' callbacks.
type EventReceiver interface {
	EventReceivers() []webhook.Receiver
}

// Receiver has requests of providers that its provider sends while work is done.
type Receiver interface {
	CallbackRoutes(a *web.API, files *upload.Service)
}
