package app

import (
	"context"
	"slices"

	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/dealer"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/resource"
	"herald/pkg/campaign/stock"
	"herald/pkg/provider"
)

func resources(e *Env) *resource.Store {
	return &resource.Store{DB: e.DB, Now: e.Now, GivesBack: numberbatch.GivesBack}
}

func resourceService(e *Env) *resource.Service {
	return &resource.Service{Store: resources(e), Text: e.words}
}

// dealers is the module of card dealers.
func dealers(e *Env) *dealer.Service {
	return &dealer.Service{DB: e.DB, Now: e.Now, NewID: e.NewID, Used: (&numberbatch.Service{DB: e.DB}).Used}
}

// numberBatches is the module of batches of numbers.
func numberBatches(e *Env) *numberbatch.Service {
	return &numberbatch.Service{DB: e.DB, Numbers: resources(e), Dealers: dealers(e), Contacts: e.Contacts(), Settings: e.Settings(),
		Queues: e.Queues, Partner: numberSource(e), Offers: offersNumbers(e), Texts: e.ownParts().texts(),
		Now: e.Now, NewID: e.NewID, Log: e.Log}
}

// channelOrders completes the kind that orders numbers.
func channelOrders(e *Env, r *channelorder.Service) {
	r.Lines, r.Batches = resourceService(e), numberBatches(e)
}

// numberDays counts the numbers of card dealers.
func numberDays(e *Env) func(ctx context.Context, country string, days []string) (map[string]map[string]stock.Numbers, error) {
	return func(ctx context.Context, country string, days []string) (map[string]map[string]stock.Numbers, error) {
		all, err := resources(e).Days(ctx, country, days)
		out := map[string]map[string]stock.Numbers{}
		for day, codes := range all {
			out[day] = map[string]stock.Numbers{}
			for code, f := range codes {
				out[day][code] = stock.Numbers(f)
			}
		}
		return out, err
	}
}

// numberCallbacks hears the partner that hands numbers out.
func numberCallbacks(e *Env) *numberbatch.CallbackHandler {
	return &numberbatch.CallbackHandler{Queues: e.Queues, Partner: numberSource(e)}
}

// ChannelOrders is the kind that orders numbers.
func ChannelOrders(e *Env) *channelorder.Service {
	return kindOf[*channelorder.Service](e.servedKinds())
}

// offersNumbers reports whether new numbers may be asked of a partner.
func offersNumbers(e *Env) func() bool {
	return func() bool {
		return slices.ContainsFunc(capable[provider.NumberDescriptor](e),
			func(d provider.NumberDescriptor) bool { return d.OffersNumbers(offers(e, d.Name())) })
	}
}

// numberSource gives the partner that hands numbers out, with its keys as they are now; nil without an error where there is none.
func numberSource(e *Env) func() (provider.NumberSource, error) {
	return func() (provider.NumberSource, error) {
		for _, d := range capable[provider.NumberDescriptor](e) {
			if account := providerAccount(e, d.Name()); d.OffersNumbers(account.Settings) {
				return e.singletons.numberSource.get(account, func() (provider.NumberSource, error) { return d.NewNumberSource(setupOf(e, account)) })
			}
		}
		return nil, nil
	}
}
