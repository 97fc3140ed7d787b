package provideraccount

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Service is the module.
type Service struct {
	*Store
	// Adapter tells what an adapter of a name has; what it can do is known without its keys.
	Adapter func(name string) Adapter
	// Build makes the senders of an account, without calling the provider. An error says that the adapter refuses its values.
	Build func(a *Account) ([]*provider.Account, error)
	// GroupSender is the sender of an account that makes groups for others; empty: it makes none.
	GroupSender func(a *Account) string
	// Senders are those of all accounts as they are now.
	Senders func() []*provider.Account
	// Standing tells of a sender why it sends nothing; empty when it does.
	Standing func(ctx context.Context, sender string) (string, error)
	// Orders are the numbers of orders that are not settled and go out by some senders, at most so many, and how many there are.
	Orders func(ctx context.Context, senders []string, most int) (numbers []string, n int, err error)
	Queues queue.Queues
	NewID  func(ctx context.Context) string
}

// Adapter is what the console tells of an adapter beside its accounts.
type Adapter struct {
	Profile  *provider.Profile // of a partner that makes groups; nil: those of its senders
	Payments *provider.PaymentProfile
	Used     bool // by this deployment
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

const (
	base = "/lop/provider"
	perm = "lop:provider"
)

type byID struct {
	ID string `path:"id" maxLength:"64"`
}

// Routes of the module. All are for staff.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	web.Handle(a, route("GET", "/{id}", "page", "Get a provider with its capabilities, accounts, senders and orders. Keys are never shown"),
		r.get)
	web.Handle(a, route("POST", "/account", "add", "Add an account of a provider. Its keys are write-only"), r.add)
	web.Handle(a, route("PUT", "/account", "edit",
		"Change an account. Missing fields and keys stay unchanged. A changed key holds within a minute"), r.edit)
	web.Handle(a, route("PUT", "/account/usable", "edit",
		"Enable or pause an account. A paused account sends nothing and still takes receipts"), r.usable)
	web.Handle(a, route("DELETE", "/account/{id}", "del",
		"Delete an account with its keys. That of the configuration returns to its values. 409: an order uses it"), r.remove)
	web.Handle(a, route("PUT", "/account/{id}/check", "check", "Ask the provider in the background whether an account works"), r.check)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

func by(ctx context.Context) string { return auth.Must(ctx).Name }
