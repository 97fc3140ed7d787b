package ordertest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// PickyProvider is a provider that refuses the values of one recipient, and values that no template takes.
type PickyProvider struct{ To string }

func (p PickyProvider) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	status, answer := 200, `{"messaging_product":"whatsapp","messages":[{"id":"wamid.1"}]}`
	if text := string(body); strings.Contains(text, `\n`) || strings.Contains(text, `\t`) || strings.Contains(text, "     ") {
		status, answer = 400, `{"error":{"type":"OAuthException","code":132018,"message":"A parameter has a new line, a tab or five spaces"}}`
	}
	if bytes.Contains(body, []byte(p.To)) {
		status, answer = 400, `{"error":{"type":"OAuthException","code":132000,"message":"Number of parameters does not match"}}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(answer)), Request: req}, err
}

// UseProvider sends messages through another provider.
func (j *Modules) UseProvider(p PickyProvider) {
	j.T.Helper()
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://provider", Version: "v23.0", Token: SimToken,
		AppSecrets: []string{SimSecret}, VerifyToken: SimVerify,
		PhoneNumberID: "1", WABAID: "2", PerSecond: 400, Client: &http.Client{Transport: p}, Now: time.Now})
	if err != nil {
		j.T.Fatal(err)
	}
	j.Service.Engine.Senders = provider.NewRegistry(adapter.Account())
}

// SecondChannel is a second channel of the provider, on the same webhook.
type SecondChannel struct{ provider.Messenger }

func (t SecondChannel) Profile() provider.Profile {
	p := t.Messenger.Profile()
	p.Channel, p.Sender = "sms", "short"
	return p
}

// UseSilentChannel sends orders by a channel that reports neither reads nor replies.
func (j *Modules) UseSilentChannel() {
	j.UseShortMessages(nil)
	mute := *j.Service.Engine.Senders.For("sms")
	mute.Messenger = silentProvider{mute.Messenger}
	j.Service.Engine.Senders = provider.NewRegistry(j.Service.Engine.Senders.For("whatsapp"), &mute)
}

type silentProvider struct{ provider.Messenger }

func (d silentProvider) Profile() provider.Profile {
	p := d.Messenger.Profile()
	p.ReadReceipts, p.TwoWay = false, false
	return p
}
