package whatsapp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Descriptor builds the sending numbers of the business account.
type Descriptor struct{}

var (
	_ provider.SenderDescriptor = Descriptor{}
	_ provider.SettingsChecker  = Descriptor{}
)

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "whatsapp" }

// CheckSettings refuses numbers that are not of their form.
func (Descriptor) CheckSettings(a config.Adapters) error {
	_, err := senders(a)
	return err
}

// NewSenders makes an account for each number. All share one client.
func (Descriptor) NewSenders(s provider.Setup) (all []*provider.Account, err error) {
	configured, err := senders(s.Settings)
	if err != nil {
		return nil, err
	}
	if len(configured) == 0 {
		return nil, errors.New("whatsapp: no phone number is configured")
	}
	client := NewHTTPClient(s.Parallel)
	if s.Transport != nil {
		client.Transport = s.Transport
	}
	numbers := make([]Number, len(configured))
	for i, c := range configured {
		numbers[i] = c.Number
	}
	secrets := appSecrets(s.Settings.Secret("whatsapp/app-secret"))
	for _, c := range configured {
		a, err := New(Config{BaseURL: s.Settings.Text("whatsapp.url"), Version: s.Settings.Text("whatsapp.version"),
			Token: s.Settings.Secret("whatsapp/token"), AppSecrets: secrets, VerifyToken: s.Settings.Secret("whatsapp/verify-token"),
			PhoneNumberID: c.ID, WABAID: s.Settings.Text("whatsapp.wabaId"), Numbers: numbers,
			MediaHosts: s.Settings.List("whatsapp.mediaHosts"), PerSecond: c.perSecond, Client: client, Now: s.Now})
		if err != nil {
			return nil, err
		}
		all = append(all, a.Account())
	}
	return all, nil
}

// sender is a number that messages are sent from.
type sender struct {
	Number
	perSecond int
}

// senders reads "<phone number id>[/<number>[/<messages a second>]],…". A number without a rate has the rate of the account.
func senders(a config.Adapters) (all []sender, err error) {
	text := a.Text("whatsapp.phoneNumberId")
	if text == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(text, ",") {
		parts := strings.Split(strings.TrimSpace(one), "/")
		n := sender{Number{ID: parts[0]}, a.Number("whatsapp.rate")}
		if len(parts) > 1 {
			n.Shown = strings.TrimPrefix(parts[1], "+")
		}
		if len(parts) > 2 {
			n.perSecond, err = strconv.Atoi(parts[2])
		}
		bad := n.ID == "" || len(parts) > 3 || err != nil || n.perSecond <= 0 || strings.Trim(n.Shown, "0123456789") != "" ||
			slices.ContainsFunc(all, func(o sender) bool { return o.ID == n.ID })
		if bad {
			return nil, fmt.Errorf("whatsapp: HERALD_WHATSAPP_PHONE_NUMBER_ID: %q is not <id>[/<number>[/<messages a second>]], or twice there", one)
		}
		all = append(all, n)
	}
	return all, nil
}

// appSecrets are divided by commas while one is exchanged.
func appSecrets(text string) (all []string) {
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}
