package smtp

import (
	"errors"
	"net"
	"slices"

	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Secret is what the adapter keeps secret.
type Secret struct {
	Username string            `json:"username"`
	Password string            `json:"password"`
	Secrets  []string          `json:"secrets"`
	DKIM     map[string]string `json:"dkim"`
}

// Descriptor builds the account of emails. NewRelay makes the client of the relay; it is nil in programs that do not send.
type Descriptor struct {
	NewRelay func(s provider.Setup, secret Secret) (Relay, error)
}

var (
	_ provider.SenderDescriptor = Descriptor{}
	_ provider.SettingsChecker  = Descriptor{}
)

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "smtp" }

// Securities are the values of smtp.security.
var Securities = []string{"starttls", "tls", "none"}

// CheckSettings refuses an address without a port, an unknown security and a missing domain of the return path.
func (Descriptor) CheckSettings(a config.Adapters) error {
	if a.Text("smtp.address") == "" {
		return nil
	}
	var secret Secret
	if err := a.Object("mail/smtp", &secret); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(a.Text("smtp.address"))
	switch {
	case err != nil || host == "" || port == "":
		return errors.New("config: smtp.address is not host:port")
	case a.Text("smtp.security") == "none" && secret.Password != "":
		return errors.New("config: with smtp.security none no password is sent")
	case !slices.Contains(Securities, a.Text("smtp.security")):
		return errors.New("config: smtp.security is not starttls, tls or none")
	case a.Text("smtp.returnDomain") == "":
		return errors.New("config: smtp.returnDomain is required with smtp.address")
	}
	return nil
}

// NewSenders makes the account. A function that does not read the secret only tells what a relay can do.
func (d Descriptor) NewSenders(s provider.Setup) ([]*provider.Account, error) {
	var secret Secret
	if err := s.Settings.Object("mail/smtp", &secret); err != nil {
		return nil, err
	}
	if len(secret.Secrets) == 0 {
		a := &Adapter{cfg: Config{PerSecond: max(s.Settings.Number("smtp.rate"), 1), Now: s.Now}}
		return []*provider.Account{a.Account()}, nil
	}
	var relay Relay
	if d.NewRelay != nil {
		var err error
		if relay, err = d.NewRelay(s, secret); err != nil {
			return nil, err
		}
	}
	a, err := New(Config{Relay: relay, Domain: s.Settings.Text("smtp.returnDomain"), Secrets: secret.Secrets,
		PerSecond: s.Settings.Number("smtp.rate"), Now: s.Now})
	if err != nil {
		return nil, err
	}
	return []*provider.Account{a.Account()}, nil
}
