package app

import (
	"context"
	"fmt"
	"maps"

	"herald/pkg/account/customer"
	"herald/pkg/audience/consent"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/commenttemplate"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/review"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// orderKinds is the list of order kinds: one line adds a kind to the platform.
func orderKinds() []orderkind.Registration {
	return []orderkind.Registration{
		bulk.OrderKind(),
		group.OrderKind(),
		call.OrderKind(),
		email.OrderKind(),
		comment.OrderKind(),
		channelorder.OrderKind(),
	}
}

// flow is the life that orders of a kind have.
func (e *Env) flow() *order.Flow {
	return &order.Flow{DB: e.DB, Orders: e.Orders(), Settings: e.Settings(), Queues: e.Queues, Hub: e.Hub, Now: e.Now, NewID: e.NewID,
		Text: e.Text, Log: e.Log, Notices: e.Notifier(),
		Credit: order.Credit{Ledger: e.Ledger(), Prices: e.Prices(), Stock: e.stock(), Services: e.Subscriptions(), Bounds: e.bounds,
			Allowance: e.allowance(), Limits: e.staffLimits()},
		Rules: order.Rules{Countries: e.countries(), Templates: &template.Store{DB: e.DB}}}
}

// bounds are what staff agreed with a customer that orders.
func (e *Env) bounds(ctx context.Context, tenant string) (order.Bounds, error) {
	t, weight, err := customer.TermsOf(ctx, e.DB, tenant)
	return order.Bounds{Weight: weight, Daily: t.DailyBatch, PerSecond: t.MaxThroughput, Discount: t.Discount}, err
}

// engine is what a kind sends with that reaches recipients one by one.
func (e *Env) engine() *dispatch.Engine {
	return &dispatch.Engine{Flow: e.flow(), Suppressed: e.suppressed(), Consents: &consent.Store{DB: e.DB}, Senders: e.Senders(),
		Rates: &rate.Slots{DB: e.DB, Now: e.Now}, Lines: &rate.Lines{DB: e.DB, Now: e.Now}, Shares: &rate.Shares{DB: e.DB, Now: e.Now},
		Numbers: e.numbers(), Wait: e.Wait, Memory: e.Config.MemoryMB,
		Metrics: e.Metrics, Replies: e.replyReceivers()}
}

// orderKind is an order kind of this function.
type orderKind struct {
	orderkind.Registration
	made orderkind.Kind
}

// makeKinds makes every order kind from parts.
func (e *Env) makeKinds(parts orderkind.Parts) []orderKind {
	var all []orderKind
	for _, r := range append(orderKinds(), e.ExtraKinds...) {
		all = append(all, orderKind{r, r.New(parts)})
	}
	return all
}

// kinds are the order kinds without contacts and files, for workers. Their life cycles know each other.
func (e *Env) kinds() []orderKind {
	return e.singletons.kinds.get(func() []orderKind {
		all := e.makeKinds(orderkind.Parts{Flow: e.flow, Engine: e.engine,
			Groups: func() *groupbuild.Engine { return e.groupEngine(e.flow()) }, Offers: e.groupOffers,
			Workers: func() (provider.WorkPartners, error) { return workPartners(e) }})
		flows := make([]*order.Flow, len(all))
		for i, k := range all {
			flows[i] = k.made.Lifecycle()
		}
		order.Join(flows...)
		channelOrders(e, kindOf[*channelorder.Service](all))
		mail := kindOf[*email.Service](all)
		mail.Links, mail.Senders, mail.ImportHTML = EmailLinks(e), EmailSenders(e), e.Designs.Import
		mail.Engine.Activity = emailActivity(e)
		return all
	})
}

// servedKinds are the order kinds as they take and plan orders.
func (e *Env) servedKinds() []orderKind {
	return e.singletons.served.get(func() []orderKind {
		all := e.kinds()
		for _, k := range all {
			k.made.Use(orderkind.Services{Contacts: e.Contacts(), Files: e.Uploader(), Staff: e.staff()})
		}
		return all
	})
}

// kindModules are the modules of the order kinds that a route group serves.
func (e *Env) kindModules(group string) Modules {
	var all Modules
	for _, k := range e.servedKinds() {
		if k.Group == group {
			all = append(all, Registration{k.Name, k.made})
		}
	}
	return all
}

// kindOf is the order kind of a type.
func kindOf[T orderkind.Kind](kinds []orderKind) T {
	for _, k := range kinds {
		if made, ok := k.made.(T); ok {
			return made
		}
	}
	var none T
	panic(fmt.Sprintf("app: no order kind is a %T", none))
}

// Pipeline is the bulk module without contacts and files, for workers. It knows the flows of the other kinds.
func (e *Env) Pipeline() *bulk.Service { return kindOf[*bulk.Service](e.kinds()) }

// Bulk is the whole module.
func (e *Env) Bulk() *bulk.Service { return kindOf[*bulk.Service](e.servedKinds()) }

// Comments is the module of comment orders.
func Comments(e *Env) *comment.Service { return kindOf[*comment.Service](e.servedKinds()) }

// CommentTemplates is the module of templates of comments.
func CommentTemplates(e *Env) *commenttemplate.Service {
	return &commenttemplate.Service{DB: e.DB, Settings: e.Settings(), Queues: e.Queues, Now: e.Now, NewID: e.NewID, Log: e.Log, Text: e.Text,
		Customer: e.tenant}
}

// dispatchers are the engines of the kinds that reach recipients one by one.
func dispatchers(kinds []orderKind) []*dispatch.Engine {
	return []*dispatch.Engine{kindOf[*bulk.Service](kinds).Engine, kindOf[*call.Service](kinds).Engine,
		kindOf[*email.Service](kinds).Engine}
}

// sendTasks are the workers' of all kinds.
func (e *Env) sendTasks() Tasks {
	all := Tasks{}
	for _, k := range e.kinds() {
		if s, ok := k.made.(orderkind.Sender); ok {
			all.add(k.Name, s.SendTasks())
		}
	}
	maps.Copy(all, e.Inbox().SendTasks())
	maps.Copy(all, accountTasks(e))
	maps.Copy(all, resetMails(e))
	maps.Copy(all, lowBalanceMails(e))
	return all
}

// BuildTasks are what makes groups.
func BuildTasks(e *Env) Tasks {
	all := Tasks{}
	for _, k := range e.servedKinds() {
		if b, ok := k.made.(orderkind.Builder); ok {
			all.add(k.Name, b.BuildTasks())
		}
	}
	maps.Copy(all, accountTasks(e))
	return all
}

// onGroupEvents queries the groups of an event.
func (e *Env) onGroupEvents(ctx context.Context, m queue.Message) error {
	return kindOf[*group.Service](e.kinds()).Engine.OnEvents(ctx, m)
}

// reviewQueues are where orders are reviewed, and templates.
func (e *Env) reviewQueues() []review.QueueHandler {
	var all []review.QueueHandler
	for _, k := range e.kinds() {
		if k.ReviewPage != "" {
			all = append(all, review.QueueHandler{Kind: order.ReviewOf(k.Name), Page: k.ReviewPage,
				Perm: k.made.Lifecycle().Kind.Spec().Perm + ":review"})
		}
	}
	return append(all, template.ReviewQueue(), commenttemplate.ReviewQueue(), commentitem.ReviewQueue())
}

// figures count the running orders of each kind. The adapter is not needed for it.
func (e *Env) figures() map[string]order.Figures {
	flow := func() *order.Flow {
		return &order.Flow{DB: e.DB, Orders: e.Orders(), Settings: e.Settings(), Now: e.Now}
	}
	all := map[string]order.Figures{}
	for _, k := range e.makeKinds(orderkind.Parts{Flow: flow, Engine: func() *dispatch.Engine { return &dispatch.Engine{Flow: flow()} },
		Groups: func() *groupbuild.Engine { return e.groupEngine(flow()) }, Offers: e.groupOffers}) {
		all[k.Name] = k.made.Figures
	}
	return all
}

// numbers tell how the senders stand.
func (e *Env) numbers() *sender.Store {
	e.singletons.numbers.Do(func() {
		e.singletons.numbers.it = &sender.Store{DB: e.DB, Now: e.Now,
			Shared: func(id string) string { return e.Pipeline().Engine.Senders.Shared(id) },
			Paused: func(id string) bool { return pausedSender(e, id) }}
	})
	return e.singletons.numbers.it
}
