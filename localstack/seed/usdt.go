package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"herald/localstack/client"
	"herald/pkg/kit/base58"
)

// addresses is how many receiving addresses each chain has in development: more than the mark below which the pool is low.
const addresses = 30

// coins lets the demo users buy credit with USDT at once: the right to, a rate until one is fetched, and addresses on every chain.
func (s *seed) coins(ctx context.Context) error {
	for _, id := range []string{s.byCustomer.UserID, s.secondaryID} {
		if _, err := client.Put[any](ctx, s.byAdmin, "/aty/customerinfo", map[string]any{"userId": id, "usdtAuth": true}); err != nil {
			return err
		}
	}
	if _, err := client.Get[float64](ctx, s.byAdmin, "/pay/rate/USDT"); err != nil {
		var refused *client.Failure
		if !errors.As(err, &refused) {
			return err
		}
		if _, err := client.Post[any](ctx, s.byAdmin, "/pay/rate", map[string]any{"code": "USDT", "rate": 7.2, "pinned": false}); err != nil {
			return err
		}
	}
	for platform, address := range map[string]func(raw []byte) string{
		"TRONSCAN": func(raw []byte) string { return base58.Encode(append([]byte{0x41}, raw...)) },
		"ETHEREUM": func(raw []byte) string { return "0x" + hex.EncodeToString(raw) },
		"OMNI":     func(raw []byte) string { return base58.Encode(append([]byte{0x00}, raw...)) },
	} {
		var list []string
		for i := range addresses {
			sum := sha256.Sum256(fmt.Appendf(nil, "herald demo %s %d", platform, i)) // no key exists for it
			list = append(list, address(sum[:20]))
		}
		if _, err := client.Post[any](ctx, s.byAdmin, "/virtual/currency/address",
			map[string]any{"platform": platform, "addresses": list}); err != nil {
			return err
		}
	}
	return nil
}
