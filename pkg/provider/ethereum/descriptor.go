package ethereum

import "herald/pkg/provider"

// Descriptor builds the reader of the chain.
type Descriptor struct{}

var _ provider.ChainDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "ethereum" }

// NewChain makes the adapter.
func (Descriptor) NewChain(s provider.Setup) (provider.Chain, error) {
	a, err := New(Config{BaseURL: s.Settings.Text("ethereum.url"), Client: s.Client()})
	if err != nil {
		return nil, err // not a nil adapter, which is no nil chain
	}
	return a, nil
}
