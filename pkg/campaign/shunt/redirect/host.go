package redirect

import (
	"context"
	"net/url"
	"strings"
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

// foreign tells whether a visitor opened a link at a host of another customer. Such a link is unknown there: a host stands for the
// links of its owner alone.
func (s *Service) foreign(ctx context.Context, v *visit) bool {
	host, err := idna.Lookup.ToASCII(v.Header.Get(s.HostHeader))
	if err != nil || host == "" || s.public(host) {
		return false
	}
	tenant, err := s.owner(ctx, host, v.at)
	if err != nil {
		s.Log(map[string]any{"warning": "shunt: host: " + err.Error(), "link": v.code})
		return false
	}
	return tenant != "" && tenant != domain.Platform && tenant != v.row().Owner.Tenant
}

// public tells whether a host is that of the console.
func (s *Service) public(host string) bool {
	u, err := url.Parse(s.Public)
	return err == nil && strings.EqualFold(u.Hostname(), host)
}

func (s *Service) owner(ctx context.Context, host string, now time.Time) (string, error) {
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
