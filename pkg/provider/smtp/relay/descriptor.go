package relay

import (
	"herald/pkg/provider"
	"herald/pkg/provider/smtp"
)

// Descriptor is the adapter with this client.
var Descriptor = smtp.Descriptor{NewRelay: open}

// open makes the relay of a configuration.
func open(s provider.Setup, secret smtp.Secret) (smtp.Relay, error) {
	keys, err := ReadKeys(secret.DKIM)
	if err != nil {
		return nil, err
	}
	c := Config{Address: s.Settings.Text("smtp.address"), Security: s.Settings.Text("smtp.security"), Username: secret.Username,
		Password: secret.Password, Name: s.Settings.Text("smtp.returnDomain"), Connections: s.Settings.Number("smtp.connections"),
		PerConnection: s.Settings.Number("smtp.emails"), Keys: keys, Now: s.Now}
	if s.Guard != nil {
		c.Dial = s.Guard.DialContext
	}
	return New(c)
}
