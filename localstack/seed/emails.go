package main

import (
	"context"
	"encoding/json"
	"fmt"

	"herald/localstack/client"
)

// The first email order goes to addresses whose local parts are what the simulated mailboxes do: most take the email, one does not
// exist, one is full, and one complains.
const (
	emailsName   = "Novidades da primavera"
	emailsList   = "Clientes por e-mail"
	emailsSender = "ofertas@herald.test"
	resetsSender = "login@herald.test"
	emailsBrand  = "Ipê Cosméticos"
	emailsStart  = "promotion"
)

var emailsTo = []string{"ana.silva", "bia.lima", "caio.rocha", "davi.melo", "elisa.nunes", "felipe.costa", "gabi.alves", "hugo.reis",
	"iara.dias", "joao.prado", "karla.pinto", "lucas.brito", "marina.leal", "nina.castro", "otto.braga", "paula.mota", "rafa+open",
	"sofia+click", "bounce.tereza", "softbounce.ugo", "complaint.vera"}

type emailStarter struct {
	Key, Subject string
	Design       json.RawMessage
}

// emails makes a template, a list of addresses and an order that sends the one to the other, so that their lists are not empty. The
// emails are sent while people sign in, and a product in which that fails still starts: that is where one finds out why.
func (s *seed) emails(ctx context.Context) error {
	for key, value := range map[string]string{"email.default.from": emailsSender, "email.default.name": emailsBrand,
		"session.mail.from": resetsSender} {
		if err := s.byAdmin.Set(ctx, key, value); err != nil {
			return err
		}
	}
	if err := s.emailed(ctx); err != nil {
		fmt.Printf("there are no emails: %v\n", err)
	}
	return nil
}

func (s *seed) emailed(ctx context.Context) error {
	page, err := client.Get[client.Page[client.Order]](ctx, s.byCustomer, "/edm/order/page?size=1")
	if err != nil || page.Total > 0 {
		return err
	}
	template, err := s.emailTemplate(ctx)
	if err != nil {
		return err
	}
	list, err := client.Post[struct{ ID string }](ctx, s.byCustomer, "/aty/contactsgroup",
		map[string]any{"name": emailsList, "countryCode": "BR", "type": "email"})
	if err != nil {
		return err
	}
	var addresses []string
	for _, name := range emailsTo {
		addresses = append(addresses, name+"@gmail.com")
	}
	if _, err = client.Post[any](ctx, s.byCustomer, "/aty/contactsgroup/"+list.ID+"/member", map[string]any{"emails": addresses}); err != nil {
		return err
	}
	made, err := client.Post[struct{ ID string }](ctx, s.byCustomer, "/edm/order",
		map[string]any{"name": emailsName, "countryCode": "BR", "groupId": list.ID, "templateId": template,
			"placeholders": []map[string]string{{"name": "name", "content": "cliente"}}})
	if err != nil {
		return err
	}
	_, err = client.Put[any](ctx, s.byAdmin, "/edm/order/review", map[string]any{"ids": []string{made.ID}, "pass": true})
	return err
}

// emailTemplate makes a template of one of the starters.
func (s *seed) emailTemplate(ctx context.Context) (string, error) {
	starters, err := client.Get[[]emailStarter](ctx, s.byCustomer, "/edm/template/gallery")
	if err != nil {
		return "", err
	}
	for _, one := range starters {
		if one.Key != emailsStart {
			continue
		}
		made, err := client.Post[struct{ ID string }](ctx, s.byCustomer, "/edm/template",
			map[string]any{"name": emailsName, "subject": one.Subject, "design": one.Design})
		return made.ID, err
	}
	return "", fmt.Errorf("there is no starter %s", emailsStart)
}
