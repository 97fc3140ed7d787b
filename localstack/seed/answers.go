package main

import (
	"context"
	"fmt"
)

// answers lets recipients of the first order write, so that the inbox is not empty: a question, a picture, an
// opt-out.
func (s *seed) answers(ctx context.Context, orderID string) {
	if err := s.say(ctx, orderID); err != nil {
		fmt.Printf("nobody answered: %v\n", err)
	}
}

func (s *seed) say(ctx context.Context, orderID string) error {
	to, err := s.byCustomer.Targets(ctx, orderID)
	if err != nil {
		return err
	}
	sim, ok := s.dev.Simulator(ctx)
	if !ok {
		return nil
	}
	for i, said := range []map[string]any{
		{"text": "Olá! Quanto custa o frete para Campinas?"},
		{"type": "image", "text": "Vocês têm este?"},
		{"text": "Obrigada, já recebi 😊"},
		{"text": "PARAR"},
	} {
		if i >= len(to) {
			break
		}
		said["from"] = to[i].PhoneNumber
		if err := sim.Inbound(ctx, said); err != nil {
			return err
		}
	}
	return nil
}
