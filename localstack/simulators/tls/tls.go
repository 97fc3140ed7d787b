// Package tls simulates the servers of an edge: it presents certificates of its own authority for the names that are asked for. A name
// has a valid certificate unless its first label says otherwise:
//
//	expired.…   one that has ended
//	soon.…      one that ends in three days
//	wrong.…     one of another name
//	untrusted.… one of an authority that signs for itself
//	none.…      none
package tls

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"strings"
	"time"
)

// Server is the simulated edge.
type Server struct {
	listener  net.Listener
	authority authority
	stranger  authority
}

// Issuer is the name of the authority.
const Issuer = "Herald development authority"

type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

// New listens on an address and serves until Close.
func New(address string) (*Server, error) {
	s := &Server{}
	var err error
	if s.authority, err = newAuthority(Issuer); err != nil {
		return nil, err
	}
	if s.stranger, err = newAuthority("Unknown authority"); err != nil {
		return nil, err
	}
	if s.listener, err = tls.Listen("tcp", address, &tls.Config{GetCertificate: s.certificate, MinVersion: tls.VersionTLS12}); err != nil {
		return nil, err
	}
	go s.serve()
	return s, nil
}

// Address is host:port of the server.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Roots is the certificate of the authority in PEM.
func (s *Server) Roots() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.authority.cert.Raw}))
}

// Close ends the server.
func (s *Server) Close() error { return s.listener.Close() }

func (s *Server) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		go func() {
			defer conn.Close()
			_ = conn.(*tls.Conn).Handshake() // the client knows why it failed
		}()
	}
}

func (s *Server) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	now, name, by := time.Now(), hello.ServerName, s.authority
	until := now.Add(90 * 24 * time.Hour)
	switch label, _, _ := strings.Cut(name, "."); label {
	case "none":
		return nil, errors.New("no certificate") // becomes an alert
	case "expired":
		until = now.Add(-time.Hour)
	case "soon":
		until = now.Add(3 * 24 * time.Hour)
	case "wrong":
		name = "edge.example"
	case "untrusted":
		by = s.stranger
	}
	return by.sign(name, until)
}

func newAuthority(name string) (authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return authority{}, err
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-24 * time.Hour),
		NotAfter: time.Now().Add(10 * 365 * 24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		return authority{}, err
	}
	cert, err := x509.ParseCertificate(raw)
	return authority{key, cert}, err
}

// sign makes a certificate of a name.
func (a authority) sign(name string, until time.Time) (*tls.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, err
	}
	form := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: until.Add(-91 * 24 * time.Hour), NotAfter: until, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	raw, err := x509.CreateCertificate(rand.Reader, form, a.cert, &a.key.PublicKey, a.key)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: a.key}, nil
}
