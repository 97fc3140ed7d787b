package app

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/quickreply"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Inbox is the module of recipients' answers.
func (e *Env) Inbox() *inbox.Service {
	return &inbox.Service{DB: e.DB, Files: e.Uploader(), Settings: e.Settings(), Queues: e.Queues, Hub: e.Hub,
		Senders: e.Pipeline().Engine.Senders,
		Gate:    e.gate,
		Ledger:  e.Ledger(), Prices: e.Prices(), Now: e.Now, NewID: e.NewID, Log: e.Log, Text: e.Text, Assignee: e.assignee,
		ContactName: contactName(e),
		Discount: func(ctx context.Context, tenant string) (int, error) {
			agreed, err := e.bounds(ctx, tenant)
			return agreed.Discount, err
		}}
}

// QuickReplies is the module of canned answers.
func QuickReplies(e *Env) *quickreply.Service {
	return &quickreply.Service{DB: e.DB, Now: e.Now, NewID: e.NewID, Customer: e.tenant}
}

// contactName returns the name of a recipient of an order as the order's contact list has it; "" when that is unknown.
func contactName(e *Env) func(ctx context.Context, orderID string, number uint64) (string, error) {
	return func(ctx context.Context, orderID string, number uint64) (string, error) {
		o, ok, err := store.Load[order.Order](ctx, e.DB, order.Key(orderID), false)
		if err != nil || !ok || o.Group == "" {
			return "", err
		}
		return contact.NameOf(ctx, e.Contacts(), o.Group, number)
	}
}

// gate asks for a reply what is asked before each message of an order.
func (e *Env) gate(ctx context.Context, tenant string, to inbox.Recipient, answers bool, counts string) (reason string, until time.Time,
	err error) {
	return e.Pipeline().Engine.Gate().Check(ctx, gate.Approach{Tenant: tenant, Country: to.Country, Channel: to.Channel, Number: to.Number,
		Answers: answers, Counts: counts})
}

func (e *Env) assignee(ctx context.Context, scope auth.Scope, of auth.Owner, userID string) (string, error) {
	u, err := e.Users().Find(ctx, scope, userID)
	if err == nil && u.Type != auth.Admin && u.ID != of.Agent && u.Owner().Tenant != of.Tenant {
		err = fault.Missing()
	}
	return u.Name, err
}
