// Package dns asks the domain name system about domains of email and links. Answers have a limit of time, and "there is no such
// record" differs from "there was no answer".
package dns

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
)

// ErrNone is the error for a name or record that does not exist, as the domain's own servers say.
var ErrNone = errors.New("dns: no such record")

// Resolver asks a recursive server. The zero Resolver asks the servers of the machine.
type Resolver struct {
	server string
}

// New makes a resolver. server is host:port, empty for the servers of the machine.
func New(server string) *Resolver { return &Resolver{server} }

// MX lists the hosts that receive email of a domain, the preferred first, without the final dot. A domain without MX records and with
// an address receives email itself (RFC 5321 §5.1). A null MX (RFC 7505) is ErrNone.
func (r *Resolver) MX(ctx context.Context, domain string) ([]string, error) {
	hosts, err := r.MailHosts(ctx, domain)
	if errors.Is(err, ErrNone) {
		if _, err := r.Addresses(ctx, domain); err != nil {
			return nil, err
		}
		return []string{strings.ToLower(strings.TrimSuffix(domain, "."))}, nil
	}
	if err != nil {
		return nil, err
	}
	if hosts = slices.DeleteFunc(hosts, func(host string) bool { return host == "" }); len(hosts) == 0 {
		return nil, ErrNone
	}
	return hosts, nil
}

// MailHosts lists the hosts of the MX records alone, the preferred first, without the final dot. The host of a null MX is empty.
func (r *Resolver) MailHosts(ctx context.Context, domain string) ([]string, error) {
	found, err := r.ask(ctx, domain, dnsmessage.TypeMX)
	var all []*dnsmessage.MXResource
	for _, one := range found {
		if mx, ok := one.(*dnsmessage.MXResource); ok {
			all = append(all, mx)
		}
	}
	slices.SortStableFunc(all, func(a, b *dnsmessage.MXResource) int { return int(a.Pref) - int(b.Pref) })
	var hosts []string
	for _, mx := range all {
		hosts = append(hosts, plain(mx.MX))
	}
	return orNone(hosts, err)
}

// TXT lists the text records of a name, each with its strings joined.
func (r *Resolver) TXT(ctx context.Context, name string) ([]string, error) {
	found, err := r.ask(ctx, name, dnsmessage.TypeTXT)
	var texts []string
	for _, one := range found {
		if txt, ok := one.(*dnsmessage.TXTResource); ok {
			texts = append(texts, strings.Join(txt.TXT, ""))
		}
	}
	return orNone(texts, err)
}

// CNAME gives the name that a name is an alias of, without the final dot; ErrNone for none. An alias of an alias is not followed.
func (r *Resolver) CNAME(ctx context.Context, name string) (string, error) {
	found, err := r.ask(ctx, name, dnsmessage.TypeCNAME)
	for _, one := range found {
		if alias, ok := one.(*dnsmessage.CNAMEResource); ok {
			return plain(alias.CNAME), nil
		}
	}
	if err == nil {
		err = ErrNone
	}
	return "", err
}

// Addresses lists the IPv4 and IPv6 addresses of a name, in order. An answer of one family is enough.
func (r *Resolver) Addresses(ctx context.Context, name string) ([]netip.Addr, error) {
	var all []netip.Addr
	var failed error
	for _, family := range []dnsmessage.Type{dnsmessage.TypeA, dnsmessage.TypeAAAA} {
		found, err := r.ask(ctx, name, family)
		if err != nil && !errors.Is(err, ErrNone) {
			failed = err
		}
		for _, one := range found {
			switch address := one.(type) {
			case *dnsmessage.AResource:
				all = append(all, netip.AddrFrom4(address.A))
			case *dnsmessage.AAAAResource:
				all = append(all, netip.AddrFrom16(address.AAAA))
			}
		}
	}
	if len(all) > 0 {
		slices.SortFunc(all, netip.Addr.Compare)
		return all, nil
	}
	return orNone(all, failed)
}

// orNone is ErrNone for an answer with nothing of what was asked.
func orNone[T any](all []T, err error) ([]T, error) {
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	return all, err
}

// plain is a name of an answer as the module compares it.
func plain(name dnsmessage.Name) string {
	return strings.ToLower(strings.TrimSuffix(name.String(), "."))
}
