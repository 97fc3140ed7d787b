// Package client is a small client of the product's public API (decisions §1, §10): HTTP through the gateway and the
// websocket. The seed, the demo and the tests through the gateway are written with it; it knows nothing that another
// client could not know.
package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"herald/pkg/kit/apiclient"
)

// Login of a demo user.
type Login struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// Dev is a running product: what make dev writes to .local/dev.json (decisions §10). URLs are absolute, API ends in /api.
type Dev struct {
	URL        string            `json:"url"`
	API        string            `json:"api"`
	WS         string            `json:"ws"`
	Logins     map[string]Login  `json:"logins"` // admin, agent, customer, secondary
	Simulators map[string]string `json:"simulators"`
	Inbox      string            `json:"inbox"` // page with the emails that the simulators accepted
	WhatsApp   struct {
		AppSecret     string `json:"appSecret"`
		VerifyToken   string `json:"verifyToken"`
		PhoneNumberID string `json:"phoneNumberId"`
		WABAID        string `json:"wabaId"`
	} `json:"whatsapp"`
	SMS struct {
		Topic string `json:"topic"` // of AWS End User Messaging's events
	} `json:"sms"`
	Twilio struct {
		AccountSID string `json:"accountSid"`
		AuthToken  string `json:"authToken"`
	} `json:"twilio"`
	Mail struct {
		Topic        string `json:"topic"` // of SES's events
		Relay        string `json:"relay"` // host:port
		ReturnDomain string `json:"returnDomain"`
		Secret       string `json:"secret"` // signs what is posted to /hook/smtp
	} `json:"mail"`
	Cloud struct {
		Endpoint string `json:"endpoint"`
		PID      int    `json:"pid"`
	} `json:"cloud"`
	Copies struct {
		PID int `json:"pid"` // of the program that starts a copy again when it has died
	} `json:"copies"`

	Folder string `json:"-"` // where the file lies; logs of the run lie beside it
}

// Load reads a description. It does not ask whether the product still runs; see Alive.
func Load(file string) (*Dev, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d := &Dev{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	d.Folder, err = filepath.Abs(filepath.Dir(file))
	return d, err
}

// Alive fails when nothing answers at the described place: a file may be left of a product that was killed.
func (d *Dev) Alive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	answer, err := d.Client().Do(ctx, http.MethodGet, "/openapi.json", nil)
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("GET /openapi.json answers %d", answer.Status)
	}
	if err != nil {
		return fmt.Errorf("nothing runs at %s: %w", d.URL, err)
	}
	return nil
}

// Client of the product that is not signed in.
func (d *Dev) Client() *Client { return &Client{Client: apiclient.Client{API: d.API}, WS: d.WS} }

// As signs in as one of the demo users: admin, agent, customer or secondary.
func (d *Dev) As(ctx context.Context, name string) (*Client, error) {
	l, ok := d.Logins[name]
	if !ok {
		return nil, fmt.Errorf("the product has no demo login %q: was it seeded?", name)
	}
	return d.Client().SignIn(ctx, l)
}
