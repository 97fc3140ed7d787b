package email

import (
	"context"

	"herald/pkg/campaign/emailsender"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

// Sender is who an email comes from, as an order keeps it.
type Sender struct {
	ID      string  `dynamodbav:"i"`
	Address string  `dynamodbav:"a"`
	Name    string  `dynamodbav:"n,omitempty"`
	ReplyTo ReplyTo `dynamodbav:"r,omitempty"`
	Account string  `dynamodbav:"ac,omitempty"` // sender of the provider that it goes out by; empty: the first of the channel
}

// PlatformSender is the id of the platform's own sender, which every customer may use: the address of setting email.default.from. It
// serves customers without a domain of their own.
const PlatformSender = "default"

// ReplyTo is where answers go.
type ReplyTo struct {
	Address string `json:"address" dynamodbav:"a" maxLength:"254"`
	Name    string `json:"name,omitempty" dynamodbav:"n,omitempty" maxLength:"100"`
}

// from finds the sender of a request, of those that the customer may use who pays: an agent does not send its own orders by the senders
// of its customers. Faults: 404 for one that the scope does not see, edm.senderUnverified, edm.noSender.
func (r *Service) from(ctx context.Context, scope auth.Scope, id string) (Sender, error) {
	if id == "" || id == PlatformSender {
		return r.platformSender(ctx)
	}
	if r.Senders == nil {
		return Sender{}, fault.Missing()
	}
	found, err := r.Senders.Find(ctx, scope, id)
	if err != nil {
		return Sender{}, err
	}
	if err := usable(&found); err != nil {
		return Sender{}, err
	}
	return Sender{ID: found.ID, Address: found.Address, Name: found.Name, Account: found.Account,
		ReplyTo: ReplyTo{Address: found.ReplyTo, Name: found.ReplyToName}}, nil
}

// usable refuses a sender that sends nothing before its customer changes something. One whose account rests sends later.
func usable(s *emailsender.EmailSender) error {
	switch {
	case s.State == emailsender.Disabled:
		return fault.Bad("senderId", "emailsender.disabled", "name", s.Name)
	case !s.Verified:
		return fault.Bad("senderId", "edm.senderUnverified", "sender", s.Address)
	}
	return nil
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
	return Sender{ID: PlatformSender, Address: address, Name: name}, nil
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
