package emailsender

import (
	"context"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
)

// EmailSender is what an order needs of a sender.
type EmailSender struct {
	ID          string
	Name        string // that recipients see
	Address     string
	Domain      string // as name servers know it: the part of the address after the @
	ReplyTo     string // empty: the sender's own address
	ReplyToName string
	Account     string // registry id of the account that sends; empty: the default of channel email
	Verified    bool   // the domain has its proof and its DKIM records
	State       string // Usable, or why nothing is sent
	DailyLimit  int    // emails that it can send today in all, with its warm-up; 0: no limit
}

// Find gives a sender that a caller of a scope can use: its own, its customer's for a secondary user, or one that the platform shares. The
// 404 fault for any other id. Of a request, the scope is the caller's.
func (r *Service) Find(ctx context.Context, scope auth.Scope, id string) (EmailSender, error) {
	if p := auth.From(ctx); p != nil && p.Scope() == scope {
		scope = domain.Scope(p)
	}
	e, err := r.find(ctx, scope, id)
	if fault.Is(err, "web.notFound") {
		e, err = r.find(ctx, sharedScope, id)
	}
	if err != nil {
		return EmailSender{}, err
	}
	return r.complete(ctx, e)
}

// ForOrder is Find for a new order. It refuses a sender that is switched off: fault emailsender.disabled of field senderId. An unverified
// domain is for the order to refuse.
func (r *Service) ForOrder(ctx context.Context, scope auth.Scope, id string) (EmailSender, error) {
	s, err := r.Find(ctx, scope, id)
	if err == nil && s.State == Disabled {
		err = fault.Bad("senderId", "emailsender.disabled", "name", s.Name)
	}
	return s, err
}

// Load gives a sender without regard to a scope, for an order that was allowed to use it. The 404 fault for one that is gone.
func (r *Service) Load(ctx context.Context, id string) (EmailSender, error) {
	e, err := r.load(ctx, id)
	if err != nil {
		return EmailSender{}, err
	}
	return r.complete(ctx, e)
}

func (r *Service) complete(ctx context.Context, e *entity) (EmailSender, error) {
	all, err := r.Domains.Load(ctx, e.DomainID)
	if err != nil {
		return EmailSender{}, err
	}
	d := all[e.DomainID]
	stopped, err := r.stopped(ctx, d.Account)
	if err != nil {
		return EmailSender{}, err
	}
	return EmailSender{ID: e.ID, Name: e.Name, Address: e.Address, Domain: e.Address[len(e.Mailbox)+1:], ReplyTo: e.ReplyTo,
		ReplyToName: e.ReplyToName, Account: d.Account, Verified: d.Sending, State: e.stateOf(&d.Domain, stopped),
		DailyLimit: e.limit(r.now())}, nil
}
