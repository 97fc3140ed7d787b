package ratesource

import "herald/pkg/provider"

// Descriptor builds the source of exchange rates.
type Descriptor struct{}

var _ provider.RateDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "rates" }

// NewQuoter makes the adapter.
func (Descriptor) NewQuoter(s provider.Setup) (provider.Quoter, error) {
	var secret struct {
		Rates string `json:"rates"`
	}
	if err := s.Settings.Object("pay/sources", &secret); err != nil {
		return nil, err
	}
	return New(Config{BaseURL: s.Settings.Text("rates.url"), Key: secret.Rates, Client: s.Client()})
}
