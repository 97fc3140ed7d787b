package app

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"herald/pkg/app/manifest"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/config"
	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

// accounts are those of providers, as the configuration and staff say.
func accounts(e *Env) *provideraccount.Store {
	return e.singletons.accounts.get(func() *provideraccount.Store {
		return &provideraccount.Store{DB: e.DB, Now: e.Now, Base: &e.Config.Adapters, Log: e.Log,
			Sealer:   func() *auth.Sealer { return accountKeys(e) },
			Function: strings.TrimPrefix(e.Config.Function, e.Config.Name+"-")}
	})
}

// accountKeys seal the keys of accounts; nil in a function that was given nothing to seal with.
func accountKeys(e *Env) *auth.Sealer {
	return sealerOf(e, manifest.ProviderSeal, provideraccount.SealPurpose)
}

// sealerOf seals with the first key of a secret and opens with all; nil without the secret.
func sealerOf(e *Env, secret, purpose string) *auth.Sealer {
	keys := e.Config.Adapters.Seals(secret)
	if len(keys) == 0 {
		return nil
	}
	s, err := auth.NewSealer(keys[0], purpose, keys[1:]...)
	if err != nil {
		panic(err) // of a key of any length a key of 32 bytes can be derived
	}
	return s
}

// providerAccount is an adapter's account that lies over the configuration.
func providerAccount(e *Env, adapter string) *provideraccount.Account {
	return accounts(e).Current().Find(adapter)
}

// offers are the settings by which something new may be begun at an adapter: those of a paused account offer nothing.
func offers(e *Env, adapter string) config.Adapters {
	if a := providerAccount(e, adapter); !a.Off {
		return a.Settings
	}
	return config.Adapters{}
}

// setupOf is what the adapter of an account is built from.
func setupOf(e *Env, a *provideraccount.Account) provider.Setup {
	s := e.setup()
	s.Settings, s.Guard = a.Settings, accounts(e).Guard(a)
	return s
}

// Senders are the accounts that send messages, the default of each channel first. They change when staff change an account. A
// configuration that an adapter refuses ends the call.
func (e *Env) Senders() *provider.Registry {
	return e.singletons.senders.get(func() *provider.Registry {
		l := &liveSenders{e: e}
		l.Senders()
		return provider.Live(l)
	})
}

// liveSenders builds the senders of the accounts as they are now.
type liveSenders struct {
	e    *Env
	mu   sync.Mutex
	made map[*provideraccount.Account][]*provider.Account
	kept atomic.Pointer[builtSenders]
}

type builtSenders struct {
	of  *provideraccount.Snapshot
	all []*provider.Account
}

// Renew reads the accounts again.
func (l *liveSenders) Renew() bool { return accounts(l.e).Renew() }

// Senders gives them. Only those of changed accounts are built anew, so others keep their connections.
func (l *liveSenders) Senders() []*provider.Account {
	now := accounts(l.e).Current()
	if kept := l.kept.Load(); kept != nil && kept.of == now {
		return kept.all
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if kept := l.kept.Load(); kept != nil && kept.of == now {
		return kept.all
	}
	made, next := map[*provideraccount.Account][]*provider.Account{}, &builtSenders{of: now}
	for _, d := range capable[provider.SenderDescriptor](l.e) {
		for _, a := range now.Of(d.Name()) {
			if made[a] = l.made[a]; made[a] == nil {
				made[a] = l.build(d, a)
			}
			next.all = append(next.all, made[a]...)
		}
	}
	l.made = made
	l.kept.Store(next)
	return next.all
}

// build makes the senders of an account. One that staff wrote and no adapter can work with has none, which the log says.
func (l *liveSenders) build(d provider.SenderDescriptor, a *provideraccount.Account) []*provider.Account {
	if !a.Settings.Used(a.Provider) {
		return nil
	}
	all, err := d.NewSenders(setupOf(l.e, a))
	if err != nil && !a.Own {
		panic(fault.New(fault.Internal, 0, "web.internal").With(err))
	}
	if err != nil {
		l.e.Log(map[string]any{"error": "provider account: " + err.Error(), "account": a.ID})
		return nil
	}
	for _, s := range all {
		s.Of, s.Paused = a.ID, a.Off
		s.Messenger = &provider.LiveMessenger{Messenger: s.Messenger, Source: l,
			Note: func(ctx context.Context, out provider.Outcome) { health(l.e).Note(ctx, a, &out) }}
	}
	return all
}

func health(e *Env) *provideraccount.Health {
	return e.singletons.health.get(func() *provideraccount.Health { return &provideraccount.Health{Store: accounts(e)} })
}

// pausedSender reports a sender whose account staff paused.
func pausedSender(e *Env, id string) bool {
	a := e.Senders().Sender(id)
	return a != nil && a.Paused
}

// ProviderAccounts is the module of the providers and their accounts.
func ProviderAccounts(e *Env) *provideraccount.Service {
	return &provideraccount.Service{Store: accounts(e), Queues: e.Queues, NewID: e.NewID,
		Adapter: func(name string) provideraccount.Adapter { return adapterFacts(e, name) },
		Senders: func() []*provider.Account { return e.Senders().All() }, Orders: e.Orders().By,
		Standing: func(ctx context.Context, id string) (string, error) {
			s, err := e.numbers().Of(ctx, id)
			if err == nil && s.Off {
				return sender.Off, nil
			}
			return "", err
		},
		GroupSender: func(a *provideraccount.Account) string {
			if d, ok := named[provider.GroupDescriptor](e, a.Provider); ok {
				if p, used := d.GroupProfile(a.Settings); used {
					return p.Sender
				}
			}
			return ""
		},
		Build: func(a *provideraccount.Account) ([]*provider.Account, error) {
			if c, ok := named[provider.SettingsChecker](e, a.Provider); ok {
				if err := c.CheckSettings(a.Settings); err != nil {
					return nil, err
				}
			}
			if d, ok := named[provider.SenderDescriptor](e, a.Provider); ok {
				return d.NewSenders(setupOf(e, a))
			}
			_, err := checkers(e, a)
			return nil, err
		}}
}

// adapterFacts tells what an adapter can do, without its keys.
func adapterFacts(e *Env, name string) (out provideraccount.Adapter) {
	settings := providerAccount(e, name).Settings
	out.Used = settings.Used(name)
	if d, ok := named[provider.PaymentDescriptor](e, name); ok {
		p := d.PaymentProfile()
		out.Payments = &p
	}
	if d, ok := named[provider.GroupDescriptor](e, name); ok {
		if p, used := d.GroupProfile(settings); used {
			out.Profile = &p
		}
	}
	if d, ok := named[provider.ScreenDescriptor](e, name); ok {
		out.Used = d.Screens(settings) || out.Profile != nil
	}
	if d, ok := named[provider.NumberDescriptor](e, name); ok {
		out.Used = out.Used || d.OffersNumbers(settings)
	}
	return out
}

// checkers are what asks a provider whether an account works.
func checkers(e *Env, a *provideraccount.Account) (all []provider.Checker, err error) {
	setup := setupOf(e, a)
	if d, ok := named[provider.SenderDescriptor](e, a.Provider); ok {
		senders, err := d.NewSenders(setup)
		for _, s := range senders {
			if s.Check != nil {
				all = append(all, s.Check)
			}
		}
		return all, err
	}
	if d, ok := named[provider.ScreenDescriptor](e, a.Provider); ok && d.Screens(a.Settings) {
		s, bad := d.NewScreener(setup)
		if c, ok := s.(provider.Checker); ok && bad == nil {
			all = append(all, c)
		}
		err = errors.Join(err, bad)
	}
	if d, ok := named[provider.NumberDescriptor](e, a.Provider); ok && d.OffersNumbers(a.Settings) {
		s, bad := d.NewNumberSource(setup)
		if c, ok := s.(provider.Checker); ok && bad == nil {
			all = append(all, c)
		}
		err = errors.Join(err, bad)
	}
	if d, ok := named[provider.GroupDescriptor](e, a.Provider); ok {
		if _, used := d.GroupProfile(a.Settings); used {
			s, bad := d.NewGroupPartner(setup)
			if c, ok := s.(provider.Checker); ok && bad == nil {
				all = append(all, c)
			}
			err = errors.Join(err, bad)
		}
	}
	return all, err
}

// accountTasks are those of the functions that send and build.
func accountTasks(e *Env) Tasks {
	return Tasks{provideraccount.TaskCheck: accounts(e).HandleCheck(func(a *provideraccount.Account) ([]provider.Checker, error) {
		return checkers(e, a)
	})}
}
