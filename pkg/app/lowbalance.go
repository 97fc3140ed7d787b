package app

import (
	"context"
	"errors"

	"herald/pkg/credit/lowbalance"
	"herald/pkg/kit/email"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

// lowBalance is the module of low-balance alerts.
func (e *Env) lowBalance() *lowbalance.Service {
	return &lowbalance.Service{DB: e.DB, Ledger: e.Ledger(), Users: e.Users(), Notices: e.Notifier(), Queues: e.Queues, Now: e.Now,
		Max: e.setting("recharge.max"), MailFrom: e.mailFrom, Public: e.Config.PublicURL}
}

// mailFrom is the sender of the platform's own emails; empty: they are not sent.
func (e *Env) mailFrom(ctx context.Context) (string, error) {
	from, err := e.Settings().String(ctx, "session.mail.from")
	address, ok := email.Normalise(from)
	if err != nil || !ok || e.Config.PublicURL == "" {
		return "", err
	}
	return address, nil
}

// lowBalanceMails are the tasks of the emails of alerts, of the function that has the keys of the email provider.
func lowBalanceMails(e *Env) Tasks {
	return Tasks{lowbalance.Task: func(ctx context.Context, m queue.Message) error {
		mail, isDue, err := lowbalance.ReadMail(m, e.Now())
		if err != nil || !isDue {
			return err
		}
		account := e.Senders().For(provider.ChannelEmail)
		if account == nil {
			e.Log(map[string]any{"warning": "low balance: there is no email account", "user": mail.User})
			return nil
		}
		first, err := e.Notifier().Claim(ctx, mail.User, mail.Key)
		if err != nil || !first {
			return err
		}
		subject, text, page := mail.Text(e.ownParts().texts())
		out := account.Messenger.Send(ctx, provider.Message{To: mail.To, Reference: mail.Key, Kind: provider.Email,
			Email: &provider.EmailPart{From: mail.From, FromName: "Herald", Subject: subject, Text: text, HTML: page}})
		if out.Verdict == provider.Retry {
			return errors.Join(errors.New("low balance: "+out.Detail), e.Notifier().Unclaim(ctx, mail.User, mail.Key))
		}
		if out.Verdict != provider.Accepted {
			e.Log(map[string]any{"warning": "low balance: " + out.Detail, "user": mail.User, "code": out.Code})
		}
		return nil
	}}
}
