package app

import (
	"context"

	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/dealer"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/resource"
	"herald/pkg/campaign/stock"
)

func (e *Env) resources() *resource.Store { return &resource.Store{DB: e.DB, Now: e.Now} }

func (e *Env) resourceService() *resource.Service {
	return &resource.Service{Store: e.resources(), Text: e.words}
}

// dealers is the module of card dealers.
func (e *Env) dealers() *dealer.Service {
	return &dealer.Service{DB: e.DB, Now: e.Now, NewID: e.NewID, Used: (&numberbatch.Service{DB: e.DB}).Used}
}

// numberBatches is the module of batches of numbers.
func (e *Env) numberBatches() *numberbatch.Service {
	return &numberbatch.Service{DB: e.DB, Numbers: e.resources(), Dealers: e.dealers(), Contacts: e.Contacts(), Settings: e.Settings(),
		Queues: e.Queues, Partner: e.numberSource, Offered: e.offersNumbers(), Texts: e.ownParts().texts(), Now: e.Now, NewID: e.NewID, Log: e.Log}
}

// channelOrders completes the kind that orders numbers.
func (e *Env) channelOrders(r *channelorder.Service) {
	r.Lines, r.Batches = e.resourceService(), e.numberBatches()
}

// numberDays counts the numbers of card dealers.
func (e *Env) numberDays(ctx context.Context, country string, days []string) (map[string]map[string]stock.Numbers, error) {
	all, err := e.resources().Days(ctx, country, days)
	out := map[string]map[string]stock.Numbers{}
	for day, codes := range all {
		out[day] = map[string]stock.Numbers{}
		for code, f := range codes {
			out[day][code] = stock.Numbers(f)
		}
	}
	return out, err
}

// numberCallbacks hears the partner that hands numbers out.
func (e *Env) numberCallbacks() *numberbatch.CallbackHandler {
	return &numberbatch.CallbackHandler{Queues: e.Queues, Partner: e.numberSource}
}
