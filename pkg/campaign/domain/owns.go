package domain

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/kit/store"
)

// Owns tells whether a tenant has proven a host, or a domain above it, for short links. host is as name servers know it.
func (r *Service) Owns(ctx context.Context, tenant, host string) (bool, error) {
	owner, err := r.OwnerOf(ctx, host)
	return owner == tenant && tenant != "", err
}

// OwnerOf is the tenant that has proven a host, or a domain above it, for short links; empty for none.
func (r *Service) OwnerOf(ctx context.Context, host string) (string, error) {
	for name := host; strings.Contains(name, "."); _, name, _ = strings.Cut(name, ".") {
		claim, ok, err := store.Load[named](ctx, r.DB, claimKey(name), false)
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		all, err := r.Load(ctx, claim.ID)
		if err != nil {
			return "", err
		}
		d, ok := all[claim.ID]
		if !ok || !d.Proven || !d.Is(UseLink) || d.State == Expired {
			return "", nil
		}
		return cmp.Or(d.CustomerID, Platform), nil
	}
	return "", nil
}
