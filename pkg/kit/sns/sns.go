// Package sns reads and verifies notifications that Amazon SNS posts over HTTPS, and confirms subscriptions.
package sns

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/outbound"
)

// Types of notifications.
const (
	Event        = "Notification"
	Subscription = "SubscriptionConfirmation"
)

// Notification is what SNS posts.
type Notification struct {
	Type, MessageID, TopicArn, Subject, Message, Token string
	SubscribeURL, SigningCertURL                       string
	SignatureVersion, Signature                        string
	Timestamp                                          string
	At                                                 time.Time `json:"-"`
}

// read takes a notification apart, with the names as SNS writes them.
func read(body []byte) (n Notification, err error) {
	err = json.Unmarshal(body, &n)
	n.At, _ = time.Parse(time.RFC3339, n.Timestamp) // an unreadable time becomes the time of arrival
	return n, err
}

// signed is the text that the signature covers.
func (n *Notification) signed() string {
	var b strings.Builder
	add := func(name, value string) { b.WriteString(name + "\n" + value + "\n") }
	add("Message", n.Message)
	add("MessageId", n.MessageID)
	if n.Type == Event {
		if n.Subject != "" {
			add("Subject", n.Subject)
		}
	} else {
		add("SubscribeURL", n.SubscribeURL)
	}
	add("Timestamp", n.Timestamp)
	if n.Type != Event {
		add("Token", n.Token)
	}
	add("TopicArn", n.TopicArn)
	add("Type", n.Type)
	return b.String()
}

// Config says which notifications are believed.
type Config struct {
	Topics []string // SNS topics, by their names (ARN)
	// Certificates is where SNS keeps what its signatures are checked by, and where a subscription is confirmed:
	// "https://sns.eu-west-1.amazonaws.com".
	Certificates string
	Outside      *outbound.Client // of Certificates
	Now          clock.Clock
}

// Reader verifies notifications. It is safe for concurrent use.
type Reader struct {
	cfg  Config
	keys keys
}

// New makes a reader.
func New(cfg Config) *Reader {
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	return &Reader{cfg: cfg}
}

// Wellformed reports a notification of SNS.
func Wellformed(body []byte) bool {
	n, err := read(body)
	return err == nil && n.Type != "" && n.TopicArn != "" && n.Signature != "" && n.SigningCertURL != ""
}

// Verify checks that SNS signed the notification and that it comes from a topic of ours: SNS signs those of all its
// users. Only signatures of version 2 (SHA-256) are believed.
func (r *Reader) Verify(ctx context.Context, body []byte) bool {
	n, err := read(body)
	if err != nil || n.SignatureVersion != "2" || !slices.Contains(r.cfg.Topics, n.TopicArn) {
		return false
	}
	signature, err := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil || !r.certificateAddress(n.SigningCertURL) {
		return false
	}
	key, err := r.key(ctx, n.SigningCertURL)
	if err != nil {
		return false
	}
	sum := sha256.Sum256([]byte(n.signed()))
	return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
}

// Read gives a verified notification of an event. ok is false for one of another type. A subscription is confirmed.
func (r *Reader) Read(ctx context.Context, body []byte) (n Notification, ok bool, err error) {
	if n, err = read(body); err != nil {
		return n, false, fmt.Errorf("sns: notification: %w", err)
	}
	if n.Type == Subscription {
		return n, false, r.confirm(ctx, &n)
	}
	return n, n.Type == Event, nil
}

// Time is a time of an event. The zero time, and one in the future, become now (decisions §13).
func (r *Reader) Time(at time.Time) time.Time {
	now := r.cfg.Now().UTC()
	if at.IsZero() || at.After(now) {
		return now
	}
	return at.UTC()
}

// certificate matches the file name of a certificate of SNS.
var certificate = lazyregexp.New(`^SimpleNotificationService-[0-9a-f]{32}\.pem$`)

// certificateAddress reports whether the whole address is that of a certificate of SNS: the configured host, the name of a certificate
// and nothing else. SNS answers API calls on the same host, and some answers hold text of the caller.
func (r *Reader) certificateAddress(address string) bool {
	name, found := strings.CutPrefix(address, r.cfg.Certificates+"/")
	return r.cfg.Certificates != "" && found && certificate.MatchString(name)
}

// confirmation reports whether the address of a subscription confirms the topic of its notification, and does nothing else.
func (r *Reader) confirmation(n *Notification) bool {
	query, found := strings.CutPrefix(n.SubscribeURL, r.cfg.Certificates+"/?")
	if r.cfg.Certificates == "" || !found || n.Token == "" || strings.Contains(query, "#") {
		return false
	}
	given, err := url.ParseQuery(query)
	want := url.Values{"Action": {"ConfirmSubscription"}, "TopicArn": {n.TopicArn}, "Token": {n.Token}}
	return err == nil && maps.EqualFunc(given, want, slices.Equal) && slices.Contains(r.cfg.Topics, n.TopicArn)
}

// confirm tells SNS that a topic of ours may send.
func (r *Reader) confirm(ctx context.Context, n *Notification) error {
	if r.cfg.Outside == nil || !r.confirmation(n) {
		return fmt.Errorf("sns: a subscription is confirmed at %.300q", n.SubscribeURL)
	}
	answer, err := r.cfg.Outside.Do(ctx, outbound.Call{Method: http.MethodGet, Path: n.SubscribeURL})
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("sns: the confirmation of a subscription was answered %d", answer.Status)
	}
	return err
}
