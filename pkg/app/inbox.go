package app

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
)

// Inbox is the module of recipients' answers.
func (e *Env) Inbox() *inbox.Service {
	return &inbox.Service{DB: e.DB, Files: e.Uploader(), Settings: e.Settings(), Queues: e.Queues, Hub: e.Hub,
		Senders: e.Pipeline().Engine.Senders,
		Gate:    e.gate,
		Ledger:  e.Ledger(), Prices: e.Prices(), Now: e.Now, NewID: e.NewID, Log: e.Log, Text: e.Text, Assignee: e.assignee,
		Discount: func(ctx context.Context, tenant string) (int, error) {
			agreed, err := e.bounds(ctx, tenant)
			return agreed.Discount, err
		}}
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
