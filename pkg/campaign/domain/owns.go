package domain

import (
	"context"
	"strings"

	"herald/pkg/kit/store"
)

// Owns tells whether a tenant has proven a host, or a domain above it, for short links. host is as name servers know it.
func (r *Service) Owns(ctx context.Context, tenant, host string) (bool, error) {
	for name := host; strings.Contains(name, "."); _, name, _ = strings.Cut(name, ".") {
		claim, ok, err := store.Load[named](ctx, r.DB, claimKey(name), false)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		all, err := r.Load(ctx, claim.ID)
		if err != nil {
			return false, err
		}
		d, ok := all[claim.ID]
		return ok && d.CustomerID == tenant && d.Proven && d.Is(UseLink) && d.State != Expired, nil
	}
	return false, nil
}
