package telephony

import (
	"cmp"
	"net/http"

	"herald/pkg/provider"
)

// Descriptor builds the account that calls.
type Descriptor struct{}

var _ provider.SenderDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "voice" }

// NewSenders makes the account.
func (Descriptor) NewSenders(s provider.Setup) ([]*provider.Account, error) {
	var secret struct {
		AuthTokens []string `json:"authTokens"`
	}
	if err := s.Settings.Object("voice/twilio", &secret); err != nil {
		return nil, err
	}
	a, err := New(Config{BaseURL: s.Settings.Text("voice.url"), InsightsURL: s.Settings.Text("voice.insights"),
		AccountSID: s.Settings.Text("voice.account"), AuthTokens: secret.AuthTokens, From: s.Settings.Text("voice.from"),
		CallbackURL: cmp.Or(s.Settings.Text("voice.callback"), s.Callback("/hook/voice")),
		PerSecond:   s.Settings.Number("voice.rate"), Lines: s.Settings.Number("voice.lines"),
		Client: &http.Client{Transport: s.ParallelTransport()}, Now: s.Now})
	if err != nil {
		return nil, err
	}
	return []*provider.Account{a.Account()}, nil
}
