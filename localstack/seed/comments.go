package main

import (
	"context"

	"herald/localstack/client"
	"herald/pkg/kit/money"
)

// Price of a comment in the demo, and the names of its template and order.
const (
	commentPrice    = 3 * money.Credit
	commentTemplate = "Boas-vindas"
	commentsName    = "Loja no Facebook"
)

// comments lets comments be ordered: their price, a template that staff approved, and an order that a simulated partner works on.
func (s *seed) comments(ctx context.Context) error {
	if err := s.byAdmin.Price(ctx, "platform", "comment", "*", commentPrice); err != nil {
		return err
	}
	type row struct {
		ID string `json:"id"`
	}
	known, err := client.Get[client.Page[row]](ctx, s.byCustomer, "/comment/template/page")
	if err != nil || len(known.Records) > 0 {
		return err
	}
	made, err := client.Post[row](ctx, s.byCustomer, "/comment/template", map[string]any{"name": commentTemplate, "platform": "facebook",
		"texts": []string{"Adorei a loja!", "Entrega rápida e produto ótimo.", "Atendimento excelente, recomendo."}})
	if err != nil {
		return err
	}
	answer := map[string]any{"ids": []string{made.ID}, "pass": true}
	if _, err := client.Put[any](ctx, s.byAdmin, "/comment/template/review", answer); err != nil {
		return err
	}
	order, err := client.Post[row](ctx, s.byCustomer, "/comment/order", map[string]any{"name": commentsName, "countryCode": "BR",
		"platform": "facebook", "targetUrl": "https://www.facebook.com/lojaexemplo/posts/1", "quantity": 6, "templateId": made.ID, "owned": true})
	if err != nil {
		return err
	}
	_, err = client.Put[any](ctx, s.byAdmin, "/comment/order/review", map[string]any{"ids": []string{order.ID}, "pass": true})
	return err
}
