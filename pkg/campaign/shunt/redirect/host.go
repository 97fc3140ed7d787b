package redirect

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/idna"

	"herald/pkg/campaign/domain"
)

// owner is who has proven a host, as it was read.
type owner struct {
	tenant string
	read   time.Time
}

const (
	ownerFresh = time.Minute
	mostOwners = 1000
)

// Hosts knows whose hosts customers' visitors open. It is safe for concurrent use.
type Hosts struct {
	// Header has the host that a visitor opened. The distribution sets it over what the visitor wrote.
	Header  string
	Domains *domain.Service
	Public  string // origin of the console, without a trailing slash
	Now     func() time.Time
	Log     func(line map[string]any)

	mu     sync.Mutex
	owners map[string]owner
}

// Foreign tells whether a visitor opened something of a tenant at a host of another customer. It is unknown there: a host stands for what
// its owner has alone.
func (s *Hosts) Foreign(r *http.Request, tenant string) bool {
	host, err := idna.Lookup.ToASCII(r.Header.Get(s.Header))
	if err != nil || host == "" || s.public(host) {
		return false
	}
	by, err := s.owner(r.Context(), host, s.Now())
	if err != nil {
		s.Log(map[string]any{"warning": "shunt: host: " + err.Error(), "host": host})
		return false
	}
	return by != "" && by != domain.Platform && by != tenant
}

// public tells whether a host is that of the console.
func (s *Hosts) public(host string) bool {
	u, err := url.Parse(s.Public)
	return err == nil && strings.EqualFold(u.Hostname(), host)
}

func (s *Hosts) owner(ctx context.Context, host string, now time.Time) (string, error) {
	s.mu.Lock()
	known, ok := s.owners[host]
	s.mu.Unlock()
	if ok && now.Sub(known.read) < ownerFresh {
		return known.tenant, nil
	}
	tenant, err := s.Domains.OwnerOf(ctx, host)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owners == nil || len(s.owners) >= mostOwners {
		s.owners = map[string]owner{}
	}
	s.owners[host] = owner{tenant, now}
	return tenant, nil
}
