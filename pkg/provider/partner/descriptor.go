package partner

import (
	"herald/pkg/kit/config"
	"herald/pkg/provider"
)

// Descriptor builds the partners that screen numbers, make groups, hand numbers out and fulfil work items.
type Descriptor struct{}

var (
	_ provider.ScreenDescriptor = Descriptor{}
	_ provider.GroupDescriptor  = Descriptor{}
	_ provider.WorkDescriptor   = Descriptor{}
	_ provider.NumberDescriptor = Descriptor{}
)

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "partner" }

// Screens reports whether numbers are screened.
func (Descriptor) Screens(a config.Adapters) bool { return a.Text("partner.url") != "" }

// GroupProfile is known without secrets.
func (Descriptor) GroupProfile(a config.Adapters) (provider.Profile, bool) {
	return GroupProfile(), a.Text("partner.groups") != ""
}

// NewScreener makes the adapter that screens.
func (Descriptor) NewScreener(s provider.Setup) (provider.Screener, error) {
	c, err := settings(s, "partner.url", "/hook/partner")
	if err != nil {
		return nil, err
	}
	a, err := New(c)
	if err != nil {
		return nil, err // not a nil adapter, which is no nil screener
	}
	return a, nil
}

// NewGroupPartner makes the adapter that makes groups.
func (Descriptor) NewGroupPartner(s provider.Setup) (provider.GroupPartner, error) {
	c, err := settings(s, "partner.groups", "/hook/partnergroup")
	if err != nil {
		return nil, err
	}
	a, err := NewGroups(c)
	if err != nil {
		return nil, err // not a nil adapter, which is no nil partner
	}
	return a, nil
}

// NewWorkPartners makes the check of calls of partners that fulfil work items.
func (Descriptor) NewWorkPartners(s provider.Setup) (provider.WorkPartners, error) {
	var known struct {
		Secrets map[string][]string `json:"secrets"`
	}
	err := s.Settings.Object("partner/work", &known)
	if err != nil || len(known.Secrets) == 0 {
		return nil, err
	}
	return &Workers{Secrets: known.Secrets, Now: s.Now}, nil
}

// OffersNumbers reports whether numbers are handed out.
func (Descriptor) OffersNumbers(a config.Adapters) bool { return a.Text("partner.numbers") != "" }

// NewNumberSource makes the adapter that has numbers.
func (Descriptor) NewNumberSource(s provider.Setup) (provider.NumberSource, error) {
	c, err := settings(s, "partner.numbers", "/hook/partnernumber")
	if err != nil {
		return nil, err
	}
	a, err := NewNumbers(c)
	if err != nil {
		return nil, err // not a nil adapter, which is no nil source
	}
	return a, nil
}

func settings(s provider.Setup, url, callback string) (Config, error) {
	var secret struct {
		Token   string   `json:"token"`
		Secrets []string `json:"secrets"`
	}
	err := s.Settings.Object("partner/key", &secret)
	return Config{BaseURL: s.Settings.Text(url), Token: secret.Token, Secrets: secret.Secrets, NotifyURL: s.Callback(callback),
		Client: s.Client(), Now: s.Now}, err
}
