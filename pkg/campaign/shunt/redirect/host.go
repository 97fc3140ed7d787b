package redirect

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"herald/pkg/campaign/domain"
)

// Hosts knows whose hosts customers' visitors open. It is safe for concurrent use.
type Hosts struct {
	// Header has the host that a visitor opened. The distribution sets it over what the visitor wrote.
	Header  string
	Domains *domain.Service
	Public  string // origin of the console, without a trailing slash
	Now     func() time.Time
	Log     func(line map[string]any)

	owners cache[string] // tenants that have proven hosts
	chosen cache[string] // hosts of tenants' links
}

// Foreign tells whether a visitor opened something of a tenant at a host of another customer. It is unknown there: a host stands for what
// its owner has alone.
func (s *Hosts) Foreign(r *http.Request, tenant string) bool {
	by := s.owner(r.Context(), s.opened(r))
	return by != "" && by != domain.Platform && by != tenant
}

// Origin is where a visitor finds what else a tenant has: at the host that it opened if that is the tenant's, else at the host of the
// tenant's links, else at that of the console.
func (s *Hosts) Origin(r *http.Request, tenant string) string {
	if host := s.opened(r); tenant != "" && s.owner(r.Context(), host) == tenant {
		return "https://" + host
	}
	host, err := s.chosen.get(tenant, s.Now(), func() (string, error) {
		hosts, err := s.Domains.LinkHosts(r.Context(), []string{tenant})
		return hosts[tenant], err
	})
	if err != nil {
		s.Log(map[string]any{"warning": "shunt: host: " + err.Error(), "tenant": tenant})
	}
	if host == "" {
		return s.Public
	}
	return "https://" + host
}

// opened is the host that a visitor opened; empty for that of the console, or an unknown one.
func (s *Hosts) opened(r *http.Request) string {
	host, err := idna.Lookup.ToASCII(r.Header.Get(s.Header))
	if err != nil || s.public(host) {
		return ""
	}
	return host
}

// public tells whether a host is that of the console.
func (s *Hosts) public(host string) bool {
	u, err := url.Parse(s.Public)
	return err == nil && strings.EqualFold(u.Hostname(), host)
}

// owner is the tenant that has proven a host; empty for none, or where it cannot be read.
func (s *Hosts) owner(ctx context.Context, host string) string {
	if host == "" {
		return ""
	}
	by, err := s.owners.get(host, s.Now(), func() (string, error) { return s.Domains.OwnerOf(ctx, host) })
	if err != nil {
		s.Log(map[string]any{"warning": "shunt: host: " + err.Error(), "host": host})
		return ""
	}
	return by
}
