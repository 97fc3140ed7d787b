package alipay

import (
	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Descriptor builds the app at Alipay.
type Descriptor struct{}

var _ provider.PaymentDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "alipay" }

// PaymentProfile is known without secrets.
func (Descriptor) PaymentProfile() provider.PaymentProfile { return (&Adapter{}).Profile() }

// Merchant is the account that staff see.
func (Descriptor) Merchant(a config.Adapters) string { return a.Text("alipay.sellerId") }

// NewPayments makes the adapter.
func (Descriptor) NewPayments(s provider.Setup) (provider.PaymentProvider, error) {
	var secret struct {
		Key        string   `json:"key"`
		PublicKeys []string `json:"publicKeys"`
		AppCertSN  string   `json:"appCertSn"`
		RootCertSN string   `json:"rootCertSn"`
	}
	if err := s.Settings.Object("pay/alipay", &secret); err != nil {
		return nil, err
	}
	a, err := New(Config{BaseURL: s.Settings.Text("alipay.url"), AppID: s.Settings.Text("alipay.appId"),
		SellerID: s.Settings.Text("alipay.sellerId"),
		Key:      secret.Key, PublicKeys: secret.PublicKeys, AppCertSN: secret.AppCertSN, RootCertSN: secret.RootCertSN,
		NotifyURL: s.Callback("/pay/notify/alipay"), Client: s.Client(), Now: s.Now})
	if err != nil {
		return nil, err // not a nil adapter, which is no nil provider
	}
	return a, nil
}
