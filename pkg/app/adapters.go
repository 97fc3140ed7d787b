package app

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/kit/fault"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
	"herald/pkg/provider/awssms"
	"herald/pkg/provider/ethereum"
	"herald/pkg/provider/gateway"
	"herald/pkg/provider/omni"
	"herald/pkg/provider/partner"
	"herald/pkg/provider/polly"
	"herald/pkg/provider/ratesource"
	"herald/pkg/provider/ses"
	"herald/pkg/provider/smtp"
	"herald/pkg/provider/telephony"
	"herald/pkg/provider/tron"
	"herald/pkg/provider/twilio"
	"herald/pkg/provider/wechatpay"
	"herald/pkg/provider/whatsapp"
)

// Descriptors are the provider adapters: one line adds an adapter to the platform. Of the senders of a channel the first is the default.
func Descriptors() []provider.Descriptor {
	return []provider.Descriptor{
		whatsapp.Descriptor{},
		awssms.Descriptor{},
		twilio.Descriptor{},
		telephony.Descriptor{},
		ses.Descriptor{},
		smtp.Descriptor{},
		wechatpay.Descriptor{},
		alipay.Descriptor{},
		gateway.Descriptor{},
		tron.Descriptor{},
		ethereum.Descriptor{},
		omni.Descriptor{},
		ratesource.Descriptor{},
		partner.Descriptor{},
		polly.Descriptor{},
	}
}

// Adapter puts descriptors in the places of those of their names. With it a function carries the clients of SDKs.
func Adapter(carried ...provider.Descriptor) Part {
	return func(e *Env) {
		e.Descriptors = slices.Clone(e.descriptors())
		for _, d := range carried {
			for i := range e.Descriptors {
				if e.Descriptors[i].Name() == d.Name() {
					e.Descriptors[i] = d
				}
			}
		}
	}
}

func (e *Env) descriptors() []provider.Descriptor {
	if e.Descriptors != nil {
		return e.Descriptors
	}
	return Descriptors()
}

// capable are the descriptors that have a capability.
func capable[D provider.Descriptor](e *Env) (all []D) {
	for _, d := range e.descriptors() {
		if d, ok := d.(D); ok {
			all = append(all, d)
		}
	}
	return all
}

// named gives the descriptor of a name that has a capability; false when there is none.
func named[D provider.Descriptor](e *Env, name string) (d D, ok bool) {
	all := capable[D](e)
	i := slices.IndexFunc(all, func(d D) bool { return d.Name() == name })
	if i < 0 {
		return d, false
	}
	return all[i], true
}

// setup is what adapters are built from.
func (e *Env) setup() provider.Setup {
	s := provider.SetupOf(e.Config)
	s.AWS, s.Transport, s.Parallel, s.Now, s.Metrics = e.AWS, e.ProviderTransport, chunkrow.SubBatch, e.Now, e.Metrics
	s.Outbound = e.Outbound
	return s
}

// checkAdapters refuses settings that an adapter cannot work with.
func (e *Env) checkAdapters() (err error) {
	for _, d := range capable[provider.SettingsChecker](e) {
		err = errors.Join(err, d.CheckSettings(e.Config.Adapters))
	}
	return err
}

// paymentProvider returns a payment provider by its name; nil without an error for one that is not configured.
func (e *Env) paymentProvider(name string) (provider.PaymentProvider, error) {
	return e.singletons.payments.get(name, func() (provider.PaymentProvider, error) {
		d, ok := named[provider.PaymentDescriptor](e, name)
		if !ok || !e.Config.Adapters.Used(name) {
			return nil, nil
		}
		return d.NewPayments(e.setup())
	})
}

// payable tells the limits of a provider of payments to functions that hold none of its keys.
func (e *Env) payable(name string) (p provider.PaymentProfile, used bool) {
	d, ok := named[provider.PaymentDescriptor](e, name)
	if !ok {
		return p, false
	}
	return d.PaymentProfile(), e.Config.Adapters.Used(name)
}

// merchant is the platform's account at a provider of payments.
func (e *Env) merchant(name string) string {
	if d, ok := named[provider.PaymentDescriptor](e, name); ok {
		return d.Merchant(e.Config.Adapters)
	}
	return ""
}

// chain gives the reader of a chain by its name; nil without an error for one that is not used.
func (e *Env) chain(name string) (provider.Chain, error) {
	return e.singletons.chains.get(name, func() (provider.Chain, error) {
		d, ok := named[provider.ChainDescriptor](e, name)
		if !ok || !e.Config.Adapters.Used(name) {
			return nil, nil
		}
		return d.NewChain(e.setup())
	})
}

// ForgetChains makes the next use of a chain read the configuration again.
func (e *Env) ForgetChains() { e.singletons.chains.forget() }

// quoter is the source of rates; nil without an error when there is none.
func (e *Env) quoter() (provider.Quoter, error) {
	for _, d := range capable[provider.RateDescriptor](e) {
		if e.Config.Adapters.Used(d.Name()) {
			return d.NewQuoter(e.setup())
		}
	}
	return nil, nil
}

// screens is the partner that screens numbers; false when there is none. It is known without its secrets.
func (e *Env) screens() (provider.ScreenProfile, bool) {
	for _, d := range capable[provider.ScreenDescriptor](e) {
		if d.Screens(offers(e, d.Name())) {
			return provider.ScreenProfile{Partner: d.Name()}, true
		}
	}
	return provider.ScreenProfile{}, false
}

// screener is the partner that screens numbers; nil without an error where there is none.
func (e *Env) screener() (provider.Screener, error) {
	for _, d := range capable[provider.ScreenDescriptor](e) {
		if account := providerAccount(e, d.Name()); d.Screens(account.Settings) {
			return e.singletons.screener.get(account, func() (provider.Screener, error) { return d.NewScreener(setupOf(e, account)) })
		}
	}
	return nil, nil
}

// groupOffers are the profiles of the partners that make groups, and of the first sender that does.
func (e *Env) groupOffers() (all []provider.Profile) {
	for _, d := range capable[provider.GroupDescriptor](e) {
		if p, ok := d.GroupProfile(offers(e, d.Name())); ok {
			all = append(all, p)
		}
	}
	return append(all, e.Senders().GroupOffers()...)
}

// groupBuilder makes groups, by its name and the number of the order: another builder has other groups.
func (e *Env) groupBuilder(name, sender string) (provider.GroupBuilder, error) {
	if p, err := e.groupPartnerOf(name); p != nil || err != nil {
		return p, err
	}
	if a := e.Senders().Sender(sender); a != nil && a.Groups != nil && a.Profile().Provider == name {
		return a.Groups, nil
	}
	return nil, fault.New(fault.Unavailable, 0, "group.nobody")
}

// groupPartner is the partner that makes groups; nil without an error where there is none.
func (e *Env) groupPartner() (provider.GroupPartner, error) {
	for _, d := range capable[provider.GroupDescriptor](e) {
		if _, ok := d.GroupProfile(providerAccount(e, d.Name()).Settings); ok {
			return e.groupPartnerOf(d.Name())
		}
	}
	return nil, nil
}

func (e *Env) groupPartnerOf(name string) (provider.GroupPartner, error) {
	d, ok := named[provider.GroupDescriptor](e, name)
	if !ok {
		return nil, nil
	}
	account := providerAccount(e, name)
	if _, used := d.GroupProfile(account.Settings); !used {
		return nil, nil
	}
	return e.singletons.groupPartners.get(account, func() (provider.GroupPartner, error) { return d.NewGroupPartner(setupOf(e, account)) })
}

// workPartners knows the partners that fulfil work items; nil without an error where there are none.
func workPartners(e *Env) (provider.WorkPartners, error) {
	return e.singletons.workPartners.get("", func() (provider.WorkPartners, error) {
		for _, d := range capable[provider.WorkDescriptor](e) {
			return d.NewWorkPartners(e.setup())
		}
		return nil, nil
	})
}

// userNumbers gives the numbers that webhooks showed for user ids of a sender's provider.
func (e *Env) userNumbers(ctx context.Context, sender string, users []string) (map[string]uint64, error) {
	a := e.Senders().Sender(sender)
	if a == nil {
		return nil, nil
	}
	return inbound.NumbersOf(ctx, e.DB, a.Hook, users)
}

// speech gives a provider of voices by its name; nil when there is none. Without an SDK client it tells what it can do and speaks
// nothing.
func (e *Env) speech(name string) provider.Speech {
	if d, ok := named[provider.SpeechDescriptor](e, name); ok {
		return d.NewSpeech(e.setup())
	}
	return nil
}
