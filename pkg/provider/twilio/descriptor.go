package twilio

import (
	"cmp"
	"net/http"

	"herald/pkg/provider"
)

// Descriptor builds the account of short messages.
type Descriptor struct{}

var _ provider.SenderDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "twilio" }

// NewSenders makes the account.
func (Descriptor) NewSenders(s provider.Setup) ([]*provider.Account, error) {
	var secret struct {
		AuthTokens []string `json:"authTokens"`
	}
	if err := s.Settings.Object("sms/twilio", &secret); err != nil {
		return nil, err
	}
	a, err := New(Config{BaseURL: s.Settings.Text("twilio.url"), AccountSID: s.Settings.Text("twilio.account"), AuthTokens: secret.AuthTokens,
		From: s.Settings.Text("twilio.from"), CallbackURL: cmp.Or(s.Settings.Text("twilio.callback"), s.Callback("/hook/"+Hook)),
		MediaHosts: s.Settings.List("twilio.mediaHosts"), PerSecond: s.Settings.Number("twilio.rate"),
		Client: &http.Client{Transport: s.ParallelTransport()}, Now: s.Now})
	if err != nil {
		return nil, err
	}
	return []*provider.Account{a.Account()}, nil
}
