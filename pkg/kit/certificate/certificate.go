// Package certificate looks at the certificate that a server presents for a name.
package certificate

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"time"
)

// State of a certificate.
type State string

const (
	Valid     State = "valid"
	Expiring  State = "expiring" // valid, and ends within Soon
	Expired   State = "expired"
	WrongName State = "wrongName" // for other names
	Untrusted State = "untrusted" // not signed by an authority that browsers know
	None      State = "none"      // the server has none for the name
)

// Soon is when a certificate that ends is worth a warning. Authorities renew 30 days before the end.
const Soon = 14 * 24 * time.Hour

// Trusted reports whether a browser accepts a certificate of this state.
func (s State) Trusted() bool { return s == Valid || s == Expiring }

// Certificate is what a server presents.
type Certificate struct {
	State  State
	Issuer string    // name of the authority; empty without a certificate
	Until  time.Time // zero without a certificate
}

// Checker connects to servers.
type Checker struct {
	server string         // host:port that is asked instead of the given server; empty for that
	roots  *x509.CertPool // nil for those of the machine
	now    func() time.Time
}

const patience = 5 * time.Second

// New makes a checker. server is host:port that is asked instead of port 443 of a given server; empty for that. roots are authorities
// in PEM; empty for those of the machine.
func New(server, roots string, now func() time.Time) *Checker {
	c := &Checker{server: server, now: now}
	if roots != "" {
		c.roots = x509.NewCertPool()
		c.roots.AppendCertsFromPEM([]byte(roots))
	}
	return c
}

// Look connects to a server and asks for the certificate of a name. An error says that there was no answer, which says nothing about
// the certificate.
func (c *Checker) Look(ctx context.Context, server, name string) (Certificate, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", cmp.Or(c.server, net.JoinHostPort(server, "443")))
	if err != nil {
		return Certificate{}, err
	}
	defer conn.Close()
	// What is presented is judged below, and nothing is sent over the connection.
	unchecked := &tls.Config{ServerName: name, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12} //nolint:gosec // see above
	session := tls.Client(conn, unchecked)
	if err := session.HandshakeContext(ctx); err != nil {
		if op := new(net.OpError); errors.As(err, &op) && op.Op == "remote error" { // an alert, as package tls names it
			return Certificate{State: None}, nil
		}
		return Certificate{}, err
	}
	chain := session.ConnectionState().PeerCertificates
	if len(chain) == 0 {
		return Certificate{State: None}, nil
	}
	return c.judge(chain, name), nil
}

func (c *Checker) judge(chain []*x509.Certificate, name string) Certificate {
	now, leaf := c.now(), chain[0]
	found := Certificate{Issuer: cmp.Or(leaf.Issuer.CommonName, first(leaf.Issuer.Organization)), Until: leaf.NotAfter.UTC()}
	between := x509.NewCertPool()
	for _, one := range chain[1:] {
		between.AddCert(one)
	}
	_, err := leaf.Verify(x509.VerifyOptions{Roots: c.roots, Intermediates: between, CurrentTime: now})
	var invalid x509.CertificateInvalidError
	switch {
	case leaf.VerifyHostname(name) != nil:
		found.State = WrongName
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		found.State = Expired
	case err != nil:
		found.State = Untrusted
	case leaf.NotAfter.Sub(now) < Soon:
		found.State = Expiring
	default:
		found.State = Valid
	}
	return found
}

func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}
