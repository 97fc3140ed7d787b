package wechatpay

import (
	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Descriptor builds the merchant at WeChat Pay.
type Descriptor struct{}

var _ provider.PaymentDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "wechatpay" }

// PaymentProfile is known without secrets.
func (Descriptor) PaymentProfile() provider.PaymentProfile { return (&Adapter{}).Profile() }

// Merchant is the account that staff see.
func (Descriptor) Merchant(a config.Adapters) string { return a.Text("wechatpay.merchantId") }

// NewPayments makes the adapter.
func (Descriptor) NewPayments(s provider.Setup) (provider.PaymentProvider, error) {
	var secret struct {
		Key        string            `json:"key"`
		APIv3Key   string            `json:"apiv3Key"`
		PublicKeys map[string]string `json:"publicKeys"`
	}
	if err := s.Settings.Object("pay/wechatpay", &secret); err != nil {
		return nil, err
	}
	a, err := New(Config{BaseURL: s.Settings.Text("wechatpay.url"), AppID: s.Settings.Text("wechatpay.appId"),
		MerchantID: s.Settings.Text("wechatpay.merchantId"), Serial: s.Settings.Text("wechatpay.serial"),
		Key: secret.Key, APIv3Key: secret.APIv3Key, PublicKeys: secret.PublicKeys,
		NotifyURL: s.Callback("/pay/notify/wechatpay"), Client: s.Client(), Now: s.Now})
	if err != nil {
		return nil, err // not a nil adapter, which is no nil provider
	}
	return a, nil
}
