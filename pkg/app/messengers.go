package app

import (
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
	"herald/pkg/provider/awssms"
	"herald/pkg/provider/twilio"
	"herald/pkg/provider/whatsapp"
)

// NewSMSClient makes the client of AWS End User Messaging in functions that send.
type NewSMSClient func(cfg aws.Config, endpoint string, once outbound.SingleAttempt) awssms.API

// ShortMessages brings that client.
func ShortMessages(client NewSMSClient) Part { return func(e *Env) { e.NewSMSClient = client } }

// Senders are the accounts of the configuration that send messages, the default of each channel first. None knows
// whether a simulator answers. A configuration that cannot be right ends the function.
func (e *Env) Senders() *provider.Registry {
	e.singletons.senders.Do(func() {
		all, err := e.whatsApp()
		for _, make := range []func() (*provider.Account, error){e.awsTexts, e.twilio, e.telephone} {
			account, bad := make()
			if err = errors.Join(err, bad); account != nil {
				all = append(all, account)
			}
		}
		if err != nil {
			panic(fault.New(fault.Internal, 0, "web.internal").With(err))
		}
		e.singletons.senders.it = provider.NewRegistry(all...)
	})
	return e.singletons.senders.it
}

// whatsApp are the numbers of the business account.
func (e *Env) whatsApp() (all []*provider.Account, err error) {
	c, client := e.Config.WhatsApp, whatsapp.NewHTTPClient(dispatch.SubBatch)
	if e.ProviderTransport != nil {
		client.Transport = e.ProviderTransport
	}
	numbers := make([]whatsapp.Number, len(c.Numbers))
	for i, n := range c.Numbers {
		numbers[i] = whatsapp.Number{ID: n.ID, Shown: n.Shown}
	}
	if len(numbers) == 0 {
		return nil, errors.New("whatsapp: no phone number is configured")
	}
	for _, n := range c.Numbers {
		a, err := whatsapp.New(whatsapp.Config{BaseURL: c.URL, Version: c.Version, Token: c.Token, AppSecrets: c.AppSecrets,
			VerifyToken:   c.VerifyToken,
			PhoneNumberID: n.ID, WABAID: c.WABAID, Numbers: numbers, MediaHosts: c.MediaHosts, PerSecond: n.PerSecond, Client: client, Now: e.Now})
		if err != nil {
			return nil, err
		}
		all = append(all, a.Account())
	}
	return all, nil
}

// manyCalls is the way to a gateway to which a worker makes many calls at a time.
func (e *Env) manyCalls() http.RoundTripper {
	if e.ProviderTransport != nil {
		return e.ProviderTransport
	}
	return outbound.Transport(dispatch.SubBatch)
}

// awsTexts is nil without an error where AWS sends no short messages.
func (e *Env) awsTexts() (*provider.Account, error) {
	c := e.Config.SMS.AWS
	if c.From == "" {
		return nil, nil
	}
	outside, err := outbound.New(c.Certificates, e.outside())
	if err != nil {
		return nil, err
	}
	var api awssms.API
	if e.NewSMSClient != nil {
		cfg := e.AWS
		cfg.Region, cfg.BaseEndpoint, cfg.APIOptions = c.Region, nil, nil
		api = e.NewSMSClient(cfg, c.URL, outbound.SingleAttempt{Transport: e.manyCalls()})
	}
	return awssms.New(awssms.Config{API: api, From: c.From, ConfigurationSet: c.ConfigurationSet, Topics: c.Topics,
		Certificates: c.Certificates, Outside: outside,
		PerSecond: c.PerSecond, Now: e.Now}).Account(), nil
}

// twilio is nil without an error where no gateway of Twilio's shape is used.
func (e *Env) twilio() (*provider.Account, error) {
	c := e.Config.SMS.Twilio
	if c.URL == "" {
		return nil, nil
	}
	a, err := twilio.New(twilio.Config{BaseURL: c.URL, AccountSID: c.Account, AuthTokens: c.AuthTokens, From: c.From, CallbackURL: c.Callback,
		MediaHosts: c.MediaHosts,
		PerSecond:  c.PerSecond, Client: &http.Client{Transport: e.manyCalls()}, Now: e.Now})
	if err != nil {
		return nil, err
	}
	return a.Account(), nil
}
