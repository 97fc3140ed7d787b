package awssms

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Types of notifications.
const (
	told         = "Notification"
	subscription = "SubscriptionConfirmation"
)

// notification is what SNS posts.
type notification struct {
	Type, MessageID, TopicArn, Subject, Message, Token string
	SubscribeURL, SigningCertURL                       string
	SignatureVersion, Signature                        string
	Timestamp                                          string
	At                                                 time.Time `json:"-"`
}

// UnmarshalJSON reads the names as SNS writes them, and the time.
func (n *notification) UnmarshalJSON(text []byte) error {
	type plain notification
	if err := json.Unmarshal(text, (*plain)(n)); err != nil {
		return err
	}
	n.At, _ = time.Parse(time.RFC3339, n.Timestamp) // an unreadable time becomes the time of arrival
	return nil
}

// signed is the text that the signature covers.
func (n *notification) signed() string {
	var b strings.Builder
	add := func(name, value string) { b.WriteString(name + "\n" + value + "\n") }
	add("Message", n.Message)
	add("MessageId", n.MessageID)
	if n.Type == told {
		if n.Subject != "" {
			add("Subject", n.Subject)
		}
	} else {
		add("SubscribeURL", n.SubscribeURL)
	}
	add("Timestamp", n.Timestamp)
	if n.Type != told {
		add("Token", n.Token)
	}
	add("TopicArn", n.TopicArn)
	add("Type", n.Type)
	return b.String()
}

// Wellformed reports a notification of SNS.
func (a *Adapter) Wellformed(c *provider.Callback) bool {
	var n notification
	return json.Unmarshal(c.Body, &n) == nil && n.Type != "" && n.TopicArn != "" && n.Signature != "" && n.SigningCertURL != ""
}

// Verify checks that SNS signed the notification and that it comes from a topic of ours: SNS signs those of all its
// users. Only signatures of version 2 (SHA-256) are believed.
func (a *Adapter) Verify(ctx context.Context, c *provider.Callback) bool {
	var n notification
	if json.Unmarshal(c.Body, &n) != nil || n.SignatureVersion != "2" || !slices.Contains(a.cfg.Topics, n.TopicArn) {
		return false
	}
	signature, err := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil || !a.certificateAddress(n.SigningCertURL) {
		return false
	}
	key, err := a.key(ctx, n.SigningCertURL)
	if err != nil {
		return false
	}
	sum := sha256.Sum256([]byte(n.signed()))
	return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
}

// certificate matches the file name of a certificate of SNS.
var certificate = lazyregexp.New(`^SimpleNotificationService-[0-9a-f]{32}\.pem$`)

// certificateAddress reports whether the whole address is that of a certificate of SNS: the configured host, the name of a certificate
// and nothing else. SNS answers API calls on the same host, and some answers hold text of the caller.
func (a *Adapter) certificateAddress(address string) bool {
	name, found := strings.CutPrefix(address, a.cfg.Certificates+"/")
	return a.cfg.Certificates != "" && found && certificate.MatchString(name)
}

// confirmation reports whether the address of a subscription confirms the topic of its notification, and does nothing else.
func (a *Adapter) confirmation(n *notification) bool {
	query, found := strings.CutPrefix(n.SubscribeURL, a.cfg.Certificates+"/?")
	if a.cfg.Certificates == "" || !found || n.Token == "" || strings.Contains(query, "#") {
		return false
	}
	given, err := url.ParseQuery(query)
	want := url.Values{"Action": {"ConfirmSubscription"}, "TopicArn": {n.TopicArn}, "Token": {n.Token}}
	return err == nil && maps.EqualFunc(given, want, slices.Equal) && slices.Contains(a.cfg.Topics, n.TopicArn)
}

// keys are what signatures were checked by, by the address of the certificate.
type keys struct {
	mu   sync.Mutex
	held map[string]*rsa.PublicKey
}

const mostKeys = 8

// key fetches a certificate once.
func (a *Adapter) key(ctx context.Context, address string) (*rsa.PublicKey, error) {
	a.keys.mu.Lock()
	known := a.keys.held[address]
	a.keys.mu.Unlock()
	if known != nil {
		return known, nil
	}
	if a.cfg.Outside == nil {
		return nil, errors.New("awssms: no way to the certificates")
	}
	answer, err := a.cfg.Outside.Do(ctx, outbound.Call{Method: http.MethodGet, Path: address})
	if err != nil {
		return nil, err
	}
	if answer.Status != http.StatusOK {
		return nil, fmt.Errorf("awssms: the certificate was answered %d", answer.Status)
	}
	key, err := keyOf(answer.Body, a.subjects(), a.cfg.Now())
	if err != nil {
		return nil, err
	}
	a.keys.mu.Lock()
	defer a.keys.mu.Unlock()
	if a.keys.held == nil || len(a.keys.held) >= mostKeys {
		a.keys.held = map[string]*rsa.PublicKey{}
	}
	a.keys.held[address] = key
	return key, nil
}

// subject is the name in the certificates of SNS. Partitions other than "aws" use the name of the regional host
// (aws-sdk-java-v2, SnsMessageManager).
const subject = "sns.amazonaws.com"

func (a *Adapter) subjects() []string {
	names := []string{subject}
	if u, err := url.Parse(a.cfg.Certificates); err == nil {
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
		return nil, errors.New("awssms: the file is not exactly one certificate")
	}
	found, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := found.PublicKey.(*rsa.PublicKey)
	switch {
	case !ok:
		return nil, errors.New("awssms: the certificate has no RSA key")
	case !slices.Contains(subjects, found.Subject.CommonName):
		return nil, fmt.Errorf("awssms: the certificate belongs to %.60q", found.Subject.CommonName)
	case now.Before(found.NotBefore) || now.After(found.NotAfter):
		return nil, errors.New("awssms: the certificate is not valid now")
	}
	return key, nil
}
