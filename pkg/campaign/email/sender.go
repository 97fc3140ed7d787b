package email

import (
	"cmp"
	"context"

	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

// Sender is who an email comes from.
type Sender struct {
	ID         string `dynamodbav:"i"`
	Address    string `dynamodbav:"a"`
	Name       string `dynamodbav:"n,omitempty"`
	ReplyTo    string `dynamodbav:"r,omitempty"`
	Domain     string `dynamodbav:"d,omitempty"`
	Account    string `dynamodbav:"ac,omitempty"` // sender of the provider that it goes out by; empty: the first of the channel
	Host       string `dynamodbav:"h,omitempty"`  // verified tracking host of its domain; empty: the platform's own
	Verified   bool   `dynamodbav:"v"`
	DailyLimit int    `dynamodbav:"l,omitempty"`
}

// PlatformSender is the id of the platform's own sender, which every customer may use: the address of setting email.default.from. It
// serves customers without a domain of their own.
const PlatformSender = "default"

// ReplyTo is where answers go.
type ReplyTo struct {
	Address string `json:"address" dynamodbav:"a" maxLength:"254"`
	Name    string `json:"name,omitempty" dynamodbav:"n,omitempty" maxLength:"100"`
}

// from finds the sender of a request. Faults: 404 for one that the customer does not have, edm.senderUnverified, edm.noSender.
func (r *Service) from(ctx context.Context, tenant, id string) (s Sender, err error) {
	if id = cmp.Or(id, PlatformSender); id == PlatformSender {
		s, err = r.platformSender(ctx)
	} else if r.Sender == nil {
		err = fault.Missing()
	} else {
		s, err = r.Sender(ctx, tenant, id)
	}
	if err == nil && !s.Verified {
		err = fault.Bad("senderId", "edm.senderUnverified", "sender", s.Address)
	}
	return s, err
}

func (r *Service) platformSender(ctx context.Context) (Sender, error) {
	from, err := r.Engine.Flow.Settings.String(ctx, "email.default.from")
	if err != nil {
		return Sender{}, err
	}
	name, err := r.Engine.Flow.Settings.String(ctx, "email.default.name")
	if err != nil {
		return Sender{}, err
	}
	address, ok := email.Normalise(from)
	if !ok {
		return Sender{}, fault.State("edm.noSender")
	}
	return Sender{ID: PlatformSender, Address: address, Name: name, Domain: email.Domain(address), Verified: true}, nil
}

// account is the sender of the provider by which a sender's emails go out.
func (r *Service) account(s *Sender) (*provider.Account, error) {
	account := r.Engine.Senders.For(channel)
	if s.Account != "" {
		account = r.Engine.Senders.Sender(s.Account)
	}
	if account == nil {
		return nil, fault.State("edm.noProvider")
	}
	return account, nil
}
