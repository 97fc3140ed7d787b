package sns

import (
	"bytes"
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"herald/pkg/kit/outbound"
)

// keys are what signatures were checked by, by the address of the certificate.
type keys struct {
	mu   sync.Mutex
	held map[string]*rsa.PublicKey
}

const mostKeys = 8

// key fetches a certificate once.
func (r *Reader) key(ctx context.Context, address string) (*rsa.PublicKey, error) {
	r.keys.mu.Lock()
	known := r.keys.held[address]
	r.keys.mu.Unlock()
	if known != nil {
		return known, nil
	}
	if r.cfg.Outside == nil {
		return nil, errors.New("sns: no way to the certificates")
	}
	answer, err := r.cfg.Outside.Do(ctx, outbound.Call{Method: http.MethodGet, Path: address})
	if err != nil {
		return nil, err
	}
	if answer.Status != http.StatusOK {
		return nil, fmt.Errorf("sns: the certificate was answered %d", answer.Status)
	}
	key, err := keyOf(answer.Body, r.subjects(), r.cfg.Now())
	if err != nil {
		return nil, err
	}
	r.keys.mu.Lock()
	defer r.keys.mu.Unlock()
	if r.keys.held == nil || len(r.keys.held) >= mostKeys {
		r.keys.held = map[string]*rsa.PublicKey{}
	}
	r.keys.held[address] = key
	return key, nil
}

// subject is the name in the certificates of SNS. Partitions other than "aws" use the name of the regional host
// (aws-sdk-java-v2, SnsMessageManager).
const subject = "sns.amazonaws.com"

func (r *Reader) subjects() []string {
	names := []string{subject}
	if u, err := url.Parse(r.cfg.Certificates); err == nil {
		names = append(names, u.Hostname())
	}
	return names
}

// keyOf reads the public key of a file that is exactly one certificate, of one of the subjects and valid now. SNS sends no
// intermediate certificates, so the chain cannot be checked: the TLS connection to its host stands for it.
func keyOf(file []byte, subjects []string, now time.Time) (*rsa.PublicKey, error) {
	text := bytes.TrimSpace(file)
	block, rest := pem.Decode(text)
	if block == nil || block.Type != "CERTIFICATE" || len(block.Headers) > 0 || len(rest) > 0 ||
		!bytes.HasPrefix(text, []byte("-----BEGIN CERTIFICATE-----")) {
		return nil, errors.New("sns: the file is not exactly one certificate")
	}
	found, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := found.PublicKey.(*rsa.PublicKey)
	switch {
	case !ok:
		return nil, errors.New("sns: the certificate has no RSA key")
	case !slices.Contains(subjects, found.Subject.CommonName):
		return nil, fmt.Errorf("sns: the certificate belongs to %.60q", found.Subject.CommonName)
	case now.Before(found.NotBefore) || now.After(found.NotAfter):
		return nil, errors.New("sns: the certificate is not valid now")
	}
	return key, nil
}
