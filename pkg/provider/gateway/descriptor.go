package gateway

import (
	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Descriptor builds the merchant at an aggregator.
type Descriptor struct{}

var _ provider.PaymentDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "gateway" }

// PaymentProfile is known without secrets.
func (Descriptor) PaymentProfile() provider.PaymentProfile { return (&Adapter{}).Profile() }

// Merchant is the account that staff see.
func (Descriptor) Merchant(a config.Adapters) string { return a.Text("gateway.merchantId") }

// NewPayments makes the adapter.
func (Descriptor) NewPayments(s provider.Setup) (provider.PaymentProvider, error) {
	var secret struct {
		Secrets []string `json:"secrets"`
	}
	if err := s.Settings.Object("pay/gateway", &secret); err != nil {
		return nil, err
	}
	a, err := New(Config{BaseURL: s.Settings.Text("gateway.url"), MerchantID: s.Settings.Text("gateway.merchantId"),
		Biz: s.Settings.Text("gateway.biz"), Signer: s.Settings.Text("gateway.signer"), Secrets: secret.Secrets,
		NotifyURL: s.Callback("/pay/notify/gateway"), Client: s.Client()})
	if err != nil {
		return nil, err // not a nil adapter, which is no nil provider
	}
	return a, nil
}
