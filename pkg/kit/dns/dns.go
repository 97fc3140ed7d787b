// Package dns asks the domain name system about domains of email. Answers have a limit of time, and "there is no such record" differs
// from "nobody answered".
package dns

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"
)

// patience is how long one question may take.
const patience = 3 * time.Second

// ErrNone is the error for a name or record that does not exist, as the domain's own servers say.
var ErrNone = errors.New("dns: no such record")

// Resolver asks a server. The zero Resolver asks the servers of the machine.
type Resolver struct {
	net *net.Resolver
}

// New makes a resolver. server is host:port, empty for the servers of the machine.
func New(server string) *Resolver {
	if server == "" {
		return &Resolver{net.DefaultResolver}
	}
	return &Resolver{&net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, server)
	}}}
}

// MX lists the hosts that receive email of a domain, the preferred first, without the final dot. A domain without MX records and with
// an address receives email itself (RFC 5321 §5.1). A null MX (RFC 7505) is ErrNone.
func (r *Resolver) MX(ctx context.Context, domain string) ([]string, error) {
	all, err := ask(ctx, func(ctx context.Context) ([]*net.MX, error) { return r.net.LookupMX(ctx, rooted(domain)) })
	if errors.Is(err, ErrNone) {
		if _, err := ask(ctx, func(ctx context.Context) ([]string, error) { return r.net.LookupHost(ctx, rooted(domain)) }); err != nil {
			return nil, err
		}
		return []string{domain}, nil
	}
	if err != nil {
		return nil, err
	}
	var hosts []string
	for _, mx := range all {
		if host := strings.TrimSuffix(mx.Host, "."); host != "" {
			hosts = append(hosts, strings.ToLower(host))
		}
	}
	if len(hosts) == 0 {
		return nil, ErrNone
	}
	return hosts, nil
}

// TXT lists the text records of a name, each with its strings joined.
func (r *Resolver) TXT(ctx context.Context, name string) ([]string, error) {
	return ask(ctx, func(ctx context.Context) ([]string, error) { return r.net.LookupTXT(ctx, rooted(name)) })
}

// CNAME gives the name that a name is an alias of, without the final dot; ErrNone for none.
func (r *Resolver) CNAME(ctx context.Context, name string) (string, error) {
	to, err := ask(ctx, func(ctx context.Context) (string, error) { return r.net.LookupCNAME(ctx, rooted(name)) })
	to = strings.ToLower(strings.TrimSuffix(to, "."))
	if err == nil && to == strings.ToLower(name) {
		return "", ErrNone
	}
	return to, err
}

// rooted keeps search domains of the machine out of a name.
func rooted(name string) string { return strings.TrimSuffix(name, ".") + "." }

func ask[T any](ctx context.Context, question func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := question(ctx)
	var failed *net.DNSError
	if errors.As(err, &failed) && failed.IsNotFound {
		err = ErrNone
	}
	return answer, err
}
