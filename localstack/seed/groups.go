package main

import (
	"context"
	"fmt"
	"time"

	"herald/localstack/client"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/money"
)

// Price of a place in the demo's groups, how many can be made on a day, and for how many days ahead there is stock.
const (
	placePrice = money.Credit / 5
	dailyStock = 500
	stockDays  = 14
)

// groups lets groups be ordered: their price, how many can be made on each of the next days, and numbers of the customer's that join them.
func (s *seed) groups(ctx context.Context) error {
	if err := s.byAdmin.Price(ctx, "platform", "group", "*", placePrice); err != nil {
		return err
	}
	for i := range stockDays {
		day := stock.DayOf(time.Now().AddDate(0, 0, i))
		left, err := client.Get[stock.Num](ctx, s.byAdmin, "/bgo/buildgroup/resource/num/"+day)
		if err != nil {
			return err
		}
		if left.Num != nil && *left.Num > 0 {
			continue
		}
		if _, err := client.Put[any](ctx, s.byAdmin, "/bgo/buildgroup/resource/num/"+day, map[string]any{"num": dailyStock}); err != nil {
			return err
		}
	}
	known, err := client.Get[[]any](ctx, s.byCustomer, "/aty/customerserviceraccount/selector")
	if err != nil || len(known) > 0 {
		return err
	}
	for i := range 2 {
		number := map[string]any{"phoneNumber": fmt.Sprintf("551198765010%d", i), "countryCode": "BR"}
		if _, err := client.Post[any](ctx, s.byCustomer, "/aty/customerserviceraccount", number); err != nil {
			return err
		}
	}
	return nil
}
