package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate is the cause when a host that people typed is one of the own network.
var ErrPrivate = errors.New("outbound: the host is not on the public internet")

// Guard keeps calls to hosts that people typed off the own network: private, loopback and link-local addresses, and with them the
// metadata services of clouds. It looks at the address that is dialled, so a name that resolves to a private address is refused, too.
type Guard struct {
	allowed []string // "host:port"
}

// NewGuard makes a guard that lets the hosts of some addresses pass in any network: those of the configuration. An
// address is a URL or host:port.
func NewGuard(addresses ...string) *Guard {
	g := &Guard{}
	for _, a := range addresses {
		if a != "" {
			g.allowed = append(g.allowed, hostPort(a))
		}
	}
	return g
}

// hostPort is host:port of a URL, or of what is host:port already.
func hostPort(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.ToLower(address)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return strings.ToLower(net.JoinHostPort(u.Hostname(), port))
}

// Check refuses an address whose host is private by its own text; ErrPrivate. A name that resolves to such a host is found when it is
// dialled.
func (g *Guard) Check(address string) error {
	target := hostPort(address)
	host, _, err := net.SplitHostPort(target)
	if err != nil || slices.Contains(g.allowed, target) {
		return err
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		if !public(ip) {
			return ErrPrivate
		}
		return nil
	}
	// A name without a point, or of a top-level domain of private networks. Numbers that are no address are spellings of one ("127.1").
	last := host[strings.LastIndexByte(host, '.')+1:]
	if !strings.Contains(host, ".") || slices.Contains([]string{"localhost", "local", "internal", "lan", "home", "corp"}, last) ||
		strings.Trim(last, "0123456789abcdefx") == "" && strings.ContainsAny(last[:min(1, len(last))], "0123456789") {
		return ErrPrivate
	}
	return nil
}

// DialContext dials as net.Dialer does. Its error wraps ErrPrivate for an address of the own network.
func (g *Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: 3 * time.Second, KeepAlive: 15 * time.Second}
	if !slices.Contains(g.allowed, strings.ToLower(address)) {
		d.Control = func(_, resolved string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(resolved)
			if err != nil {
				return err
			}
			if !public(at.Addr()) {
				return fmt.Errorf("%w: %s", ErrPrivate, address)
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// Transport is Transport by guarded connections.
func (g *Guard) Transport(calls int) *http.Transport {
	t := Transport(calls)
	t.DialContext = g.DialContext
	return t
}

// reserved are networks that are not the public internet, beside those that netip names: carrier-grade NAT, benchmarks, protocol
// assignments, documentation, and the prefixes that wrap an IPv4 address.
var reserved = func() (all []netip.Prefix) {
	for _, text := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2001:db8::/32", "2002::/16"} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

func public(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && ip.Zone() == "" &&
		!slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}
