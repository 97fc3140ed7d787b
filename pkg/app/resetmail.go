package app

import (
	"context"
	"errors"

	"herald/pkg/kit/queue"
	"herald/pkg/platform/session/resetmail"
	"herald/pkg/provider"
)

// resetMails are the tasks of links to a new password, of the function that has the keys of the email provider.
func resetMails(e *Env) Tasks {
	return Tasks{resetmail.Task: func(ctx context.Context, m queue.Message) error {
		w, send, err := resetmail.Read(m, e.Now())
		if err != nil || !send {
			return err
		}
		return sendResetMail(ctx, e, w.Write(e.ownParts().texts()))
	}}
}

// sendResetMail sends an email by the default email account. One of unknown outcome is not sent again, and neither is a refused one: the
// log tells of it without the link.
func sendResetMail(ctx context.Context, e *Env, m *resetmail.Email) error {
	account := e.Senders().For(provider.ChannelEmail)
	if account == nil {
		e.Log(map[string]any{"warning": "reset mail: there is no email account", "reference": m.Reference})
		return nil
	}
	out := account.Messenger.Send(ctx, provider.Message{To: m.To, Reference: m.Reference, Kind: provider.Email,
		Email: &provider.EmailPart{From: m.From, FromName: m.FromName, Subject: m.Subject, Text: m.Text, HTML: m.HTML}})
	switch out.Verdict {
	case provider.Accepted:
		return nil
	case provider.Retry:
		return errors.New("reset mail: " + out.Detail)
	}
	e.Log(map[string]any{"warning": "reset mail: " + out.Detail, "reference": m.Reference, "code": out.Code})
	return nil
}
