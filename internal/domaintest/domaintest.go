// Package domaintest has what tests of domains need around the product: a simulated domain name system, and a mailbox provider that finds
// DKIM records there.
package domaintest

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"herald/internal/testkit"
	dnssim "herald/localstack/simulators/dns"
	tlssim "herald/localstack/simulators/tls"
	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/certificate"
	"herald/pkg/kit/dns"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// World is the part of the internet that a domain meets.
type World struct {
	Names    *dnssim.Server
	Resolver *dns.Resolver
	Provider *Provider
	Edge     *tlssim.Server
}

// New starts a world that ends with the test. It knows the platform's own hosts, below herald.test.
func New(t testing.TB) *World {
	t.Helper()
	names, err := dnssim.New("bounce.herald.test A 192.0.2.25", `spf.herald.test TXT "v=spf1 ip4:192.0.2.0/24 -all"`, "go.herald.test A 192.0.2.80")
	if err == nil {
		err = names.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(names.Close)
	edge, err := tlssim.New("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = edge.Close() })
	w := &World{Names: names, Resolver: dns.New(names.Address()), Edge: edge}
	w.Provider = &Provider{names: w.Resolver, domains: map[string]bool{}}
	return w
}

// Service is the module of domains in this world, and Settings the settings that name the platform's hosts.
func (w *World) Service(t testing.TB, e *testkit.Env, users *user.Store) (*domain.Service, *setting.Store) {
	t.Helper()
	settings := setting.New(e.DB, e.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range map[string]string{"domain.host.bounce": "bounce.herald.test", "domain.spf.include": "spf.herald.test",
		"domain.host.click": "click.herald.test", "domain.host.link": "go.herald.test"} {
		if err := settings.Set(t.Context(), key, value, "admin"); err != nil {
			t.Fatal(err)
		}
	}
	quiet := func(map[string]any) {}
	return &domain.Service{DB: e.DB, Names: w.Resolver, Certificates: certificate.New(w.Edge.Address(), w.Edge.Roots(), time.Now),
		Settings: settings, Queues: e.Queues, Now: e.Now, NewToken: rand.Text, Log: quiet,
		Notices: &notice.Store{DB: e.DB, Hub: e.Hub, Queues: e.Queues, Settings: settings, Texts: testkit.Texts(), Now: e.Now, NewID: e.IDs.Next, Log: quiet},
		NewID:   func(context.Context) string { return e.IDs.Next() }, Customer: Customer(users), Account: w.Provider.Account,
		Text: func(ctx context.Context, key string, args map[string]any) string {
			return testkit.Texts().Text(web.LangOf(ctx), key, args)
		}}, settings
}

// Customer gives the tenant of a user in a scope.
func Customer(users *user.Store) func(ctx context.Context, scope auth.Scope, id string) (auth.Owner, string, error) {
	return func(ctx context.Context, scope auth.Scope, id string) (auth.Owner, string, error) {
		u, err := users.Find(ctx, scope, id)
		if err != nil {
			return auth.Owner{}, "", err
		}
		return auth.Owner{User: u.Tenant, Tenant: u.Tenant, Agent: u.Agent}, u.Name, nil
	}
}

// Publish sets the records of a domain, of some purposes or all.
func (w *World) Publish(t testing.TB, d domain.Detail, purposes ...string) {
	t.Helper()
	for _, rec := range d.Records {
		if len(purposes) > 0 && !slices.Contains(purposes, rec.Purpose) {
			continue
		}
		value := rec.Value
		switch rec.Type {
		case "TXT":
			value = `"` + value + `"`
		case "MX":
			value = "10 " + value + "."
		default:
			value += "."
		}
		if err := w.Names.Set(rec.Host + " " + rec.Type + " " + value); err != nil {
			t.Fatal(err)
		}
	}
}

// Provider is a mailbox provider with domains. Down, it refuses every call; None, there is no account at all.
type Provider struct {
	names *dns.Resolver

	mu      sync.Mutex
	domains map[string]bool
	Down    bool
	None    bool
}

// Account is the account of the registry; nil when there is none.
func (p *Provider) Account() *provider.Account {
	if p.None {
		return nil
	}
	return &provider.Account{Messenger: messenger{}, Domains: p}
}

// messenger is what the module asks of an account that sends.
type messenger struct{ provider.Messenger }

// Sender is the registry id of the provider's account.
const Sender = "ses-1"

func (messenger) Profile() provider.Profile {
	return provider.Profile{Sender: Sender, Channel: provider.ChannelEmail}
}

func (p *Provider) identity(ctx context.Context, name string) (provider.Identity, error) {
	if p.Down {
		return provider.Identity{}, &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Retry}}
	}
	if !p.domains[name] {
		return provider.Identity{}, provider.ErrNoIdentity
	}
	id := provider.Identity{Domain: name, Sending: true, Status: provider.IdentityVerified}
	for _, key := range []string{"k1", "k2"} {
		rec := provider.DNSRecord{Type: "CNAME", Name: key + "._domainkey." + name, Value: key + ".dkim.mail.test"}
		id.Records = append(id.Records, rec)
		switch to, err := p.names.CNAME(ctx, rec.Name); {
		case err != nil && !errors.Is(err, dns.ErrNone):
			id.Sending, id.Status = false, provider.IdentityTemporary
		case err != nil || to != rec.Value:
			id.Sending, id.Status = false, provider.IdentityPending
		}
	}
	return id, nil
}

// CreateIdentity adds a domain.
func (p *Provider) CreateIdentity(ctx context.Context, name string) (provider.Identity, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.Down {
		p.domains[name] = true
	}
	return p.identity(ctx, name)
}

// Identity reads a domain.
func (p *Provider) Identity(ctx context.Context, name string) (provider.Identity, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.identity(ctx, name)
}

// DeleteIdentity removes a domain.
func (p *Provider) DeleteIdentity(_ context.Context, name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.domains, name)
	return nil
}

// Has reports a domain that was added.
func (p *Provider) Has(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.domains[name]
}
