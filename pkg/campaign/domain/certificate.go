package domain

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/certificate"
	"herald/pkg/kit/store"
)

// Certificate is what the platform presents for a domain of links, as it was last seen.
type Certificate struct {
	State     certificate.State `dynamodbav:"s" json:"state" enum:"valid,expiring,expired,wrongName,untrusted,none"`
	Issuer    string            `dynamodbav:"i,omitempty" json:"issuer" doc:"Authority. Empty: no certificate."`
	Until     *time.Time        `dynamodbav:"u,omitempty" json:"until" doc:"End of the certificate. Null: no certificate."`
	CheckTime time.Time         `dynamodbav:"ct" json:"checkTime"`
}

// longestIssuer bounds what is kept of a name that others wrote.
const longestIssuer = 100

// presented looks at the certificate of a domain whose record leads to the platform. The platform's own host is asked for it, so nothing
// that a customer writes is connected to. Nil: there is nothing to say now.
func (r *Service) presented(ctx context.Context, e *entity, records []Record, h hosts, at time.Time) *Certificate {
	leads := slices.ContainsFunc(records, func(rec Record) bool { return rec.Purpose == Link && rec.Good })
	if !e.Is(UseLink) || !leads || r.Certificates == nil {
		return nil
	}
	found, err := r.Certificates.Look(ctx, h.Link, e.ASCII)
	if err != nil {
		r.Log(map[string]any{"warning": "domain: certificate: " + err.Error(), "id": e.ID})
		return nil
	}
	c := &Certificate{State: found.State, Issuer: short([]string{found.Issuer})[0], CheckTime: at}
	c.Issuer = c.Issuer[:min(len(c.Issuer), longestIssuer)]
	if !found.Until.IsZero() {
		c.Until = &found.Until
	}
	return c
}

// links reports whether short links use a domain.
func (e *entity) links() bool {
	return e.Proven && e.Is(UseLink) && e.holds(Ownership) && e.holds(Link) && e.Certificate != nil && e.Certificate.State.Trusted()
}

// LinkHosts are the hosts of the short links of some tenants, by tenant: the tenant's first choice, or else the platform's where it shares
// one. A tenant without a host is left out.
func (r *Service) LinkHosts(ctx context.Context, tenants []string) (map[string]string, error) {
	chosen := map[string]string{} // domain ids
	asked := append(slices.Compact(slices.Sorted(slices.Values(tenants))), Platform)
	keys := make([]store.Key, len(asked))
	for i, tenant := range asked {
		keys[i] = defaultKey(tenant, UseLink)
	}
	rows, err := r.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	firsts, err := store.DecodeAll[named](rows)
	if err != nil {
		return nil, err
	}
	for i, one := range firsts {
		if one.ID != "" {
			chosen[asked[i]] = one.ID
		}
	}
	ids := make([]string, 0, len(chosen))
	for _, id := range chosen {
		ids = append(ids, id)
	}
	all, err := r.Load(ctx, ids...)
	if err != nil {
		return nil, err
	}
	hosts, shared := map[string]string{}, ""
	if d, ok := all[chosen[Platform]]; ok && d.Linking && d.Shared {
		shared = d.ASCII
	}
	for _, tenant := range tenants {
		if d, ok := all[chosen[tenant]]; ok && d.Linking && d.CustomerID == tenant {
			hosts[tenant] = d.ASCII
		} else if shared != "" {
			hosts[tenant] = shared
		}
	}
	return hosts, nil
}
