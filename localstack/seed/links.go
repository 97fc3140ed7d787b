package main

import (
	"context"
	"fmt"
	"net/url"

	"herald/localstack/client"
	"herald/pkg/kit/money"
)

type body = map[string]any

// Names of the demo's short link, sales channel, card dealer and batch of numbers.
const (
	linkName    = "Loja no WhatsApp"
	channelName = "Feira de primavera"
	dealerName  = "Cartões do Sul"
	batchNo     = "BR-DEMO-01"
	numberPrice = 5 * money.Credit
)

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// links makes a short link to two numbers of the demo customer, and a sales channel that it belongs to with the people who came by it.
func (s *seed) links(ctx context.Context) error {
	known, err := client.Get[client.Page[named]](ctx, s.byCustomer, "/shunt/link/page")
	if err != nil || len(known.Records) > 0 {
		return err
	}
	link, err := client.Post[named](ctx, s.byCustomer, "/shunt/link", body{"name": linkName, "kind": "number", "countryCode": "BR",
		"greeting": "Olá! Vim pelo link da loja."})
	if err != nil {
		return err
	}
	for weight, number := range []string{"5511987650101", "5511987650102"} {
		if _, err := client.Post[named](ctx, s.byCustomer, "/shunt/number",
			body{"linkId": link.ID, "phoneNumber": number, "weight": weight + 1}); err != nil {
			return err
		}
	}
	channel, err := client.Post[named](ctx, s.byCustomer, "/channel/sales", body{"name": channelName, "kind": "event", "linkId": link.ID})
	if err != nil {
		return err
	}
	for i, person := range []body{
		{"name": "Ana Ribeiro", "phoneNumber": "5511987650111", "message": "Quero conhecer os planos para minha loja."},
		{"name": "Bruno Costa", "phoneNumber": "5511987650112", "email": "bruno@exemplo.com.br"},
		{"name": "Carla Dias", "phoneNumber": "5511987650113"},
	} {
		person["channelId"] = channel.ID
		lead, err := client.Post[named](ctx, s.byCustomer, "/channel/lead", person)
		if err != nil {
			return err
		}
		for _, status := range []string{"contacted", "qualified"}[:i] {
			if _, err := client.Put[any](ctx, s.byCustomer, "/channel/lead/status", body{"id": lead.ID, "status": status}); err != nil {
				return err
			}
		}
	}
	return nil
}

// numbers gives staff a card dealer with a batch of WhatsApp numbers, which customers can order at a price.
func (s *seed) numbers(ctx context.Context) error {
	if err := s.byAdmin.Price(ctx, "platform", "channel.whatsapp", "*", numberPrice); err != nil {
		return err
	}
	known, err := client.Get[client.Page[named]](ctx, s.byAdmin, "/kfsms/dealer/page?name="+url.QueryEscape(dealerName))
	if err != nil || len(known.Records) > 0 {
		return err
	}
	dealer, err := client.Post[named](ctx, s.byAdmin, "/kfsms/dealer", body{"name": dealerName})
	if err != nil {
		return err
	}
	file := "phoneNumber\n"
	for i := range 20 {
		file += fmt.Sprintf("55119876502%02d\n", i)
	}
	up, err := s.byAdmin.Upload(ctx, "numeros.txt", []byte(file))
	if err != nil {
		return err
	}
	_, err = client.Post[named](ctx, s.byAdmin, "/kfsms/batch", body{"batchNo": batchNo, "dealerId": dealer.ID, "countryCode": "BR",
		"type": "whatsapp", "quality": "high", "age": "new", "fileId": up.ID})
	return err
}
