package awssms

import (
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
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/kit/pattern"
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

// Verify checks that SNS signed the notification and that it comes from a topic of ours: SNS signs everybody's. Only signatures of
// version 2 (SHA-256) are believed.
func (a *Adapter) Verify(ctx context.Context, c *provider.Callback) bool {
	var n notification
	if json.Unmarshal(c.Body, &n) != nil || n.SignatureVersion != "2" || !slices.Contains(a.cfg.Topics, n.TopicArn) {
		return false
	}
	signature, err := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil || !a.own(n.SigningCertURL) || !certificate.MatchString(n.SigningCertURL) {
		return false
	}
	key, err := a.key(ctx, n.SigningCertURL)
	if err != nil {
		return false
	}
	sum := sha256.Sum256([]byte(n.signed()))
	return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
}

// certificate is how SNS names its certificates.
var certificate = pattern.New(`/SimpleNotificationService-[0-9a-f]{8,64}\.pem$`)

// own reports an address of SNS itself.
func (a *Adapter) own(address string) bool {
	return a.cfg.Certificates != "" && strings.HasPrefix(address, a.cfg.Certificates+"/")
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
	block, _ := pem.Decode(answer.Body)
	if answer.Status != http.StatusOK || block == nil {
		return nil, fmt.Errorf("awssms: the certificate was answered %d", answer.Status)
	}
	found, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := found.PublicKey.(*rsa.PublicKey)
	if now := a.cfg.Now(); !ok || now.After(found.NotAfter) {
		return nil, errors.New("awssms: the certificate is over, or none of RSA")
	}
	a.keys.mu.Lock()
	defer a.keys.mu.Unlock()
	if a.keys.held == nil || len(a.keys.held) >= mostKeys {
		a.keys.held = map[string]*rsa.PublicKey{}
	}
	a.keys.held[address] = key
	return key, nil
}
