// Package snssim is the part of simulators of AWS services that tells events: a topic of SNS that signs notifications as SNS does,
// serves the certificate, and asks whether an address wants them (facts §2.4).
package snssim

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Notification is what SNS posts.
type Notification struct {
	Type             string
	MessageID        string `json:"MessageId"`
	Token            string `json:",omitempty"`
	TopicArn         string
	Message          string
	SubscribeURL     string `json:",omitempty"`
	Timestamp        string
	SignatureVersion string
	Signature        string
	SigningCertURL   string
	UnsubscribeURL   string `json:",omitempty"`
}

// Topic is one topic. It is safe for concurrent use.
type Topic struct {
	ARN string

	mu        sync.Mutex
	self      string // the address at which certificates lie, as the other side sees it
	confirmed int    // subscriptions
}

// SetSelf tells the topic the address at which its simulator is served.
func (t *Topic) SetSelf(address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.self = address
}

func (t *Topic) at() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.self
}

// identity signs; one for all simulators of the process, for keys are slow to make.
var identity = sync.OnceValues(func() (*rsa.PrivateKey, []byte) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic("snssim: " + err.Error())
	}
	from := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	of := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sns.amazonaws.com"}, NotBefore: from,
		NotAfter: from.AddDate(100, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		panic("snssim: " + err.Error())
	}
	return key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
})

const certificateName = "SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"

// Serve adds the topic's own routes to a simulator: the certificate, and the confirmation of a subscription.
func (t *Topic) Serve(s *sim.Sim) {
	s.Handle("GET /{$}", t.confirm)
	s.Handle("GET /{certificate}", certificate)
}

func certificate(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("certificate") != certificateName {
		http.NotFound(w, r)
		return
	}
	_, text := identity()
	sim.Say(w, text)
}

// Event is the notification of an event; the same one is the same bytes each time.
func (t *Topic) Event(message any, at time.Time) []byte {
	return t.sign(Notification{Type: "Notification", Message: string(sim.Encoded(message))}, at)
}

func (t *Topic) sign(n Notification, at time.Time) []byte {
	n.TopicArn, n.SignatureVersion, n.SigningCertURL = t.ARN, "2", t.at()+"/"+certificateName
	n.Timestamp = at.UTC().Format("2006-01-02T15:04:05.000Z")
	sum := sha256.Sum256([]byte(n.Message + n.Timestamp))
	n.MessageID = hex.EncodeToString(sum[:16])
	fields := []string{"Message", n.Message, "MessageId", n.MessageID}
	if n.SubscribeURL != "" {
		fields = append(fields, "SubscribeURL", n.SubscribeURL)
	}
	fields = append(fields, "Timestamp", n.Timestamp)
	if n.Token != "" {
		fields = append(fields, "Token", n.Token)
	}
	fields = append(fields, "TopicArn", n.TopicArn, "Type", n.Type)
	key, _ := identity()
	digest := sha256.Sum256([]byte(strings.Join(fields, "\n") + "\n"))
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	if err != nil {
		panic("snssim: " + err.Error())
	}
	n.Signature = base64.StdEncoding.EncodeToString(signature)
	return sim.Encoded(n)
}

// Headers of a notification, which are not signed (sim.Config.Sign).
func Headers(r *http.Request, body []byte) {
	kind := "Notification"
	if bytes.Contains(body[:min(len(body), 60)], []byte("SubscriptionConfirmation")) {
		kind = "SubscriptionConfirmation"
	}
	r.Header.Set("Content-Type", "text/plain; charset=UTF-8")
	r.Header.Set("User-Agent", "Amazon Simple Notification Service Agent")
	r.Header.Set("X-Amz-Sns-Message-Type", kind)
}

const token = "2336412f37fb687f5d51e6e2425ba1f3"

// Subscription asks the address of the notifications whether it wants any.
func (t *Topic) Subscription(at time.Time) []byte {
	return t.sign(Notification{Type: "SubscriptionConfirmation", Token: token,
		Message:      "You have chosen to subscribe to the topic " + t.ARN,
		SubscribeURL: t.at() + "/?Action=ConfirmSubscription&TopicArn=" + t.ARN + "&Token=" + token}, at)
}

// confirm is the answer to it.
func (t *Topic) confirm(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("Action") != "ConfirmSubscription" || q.Get("Token") != token {
		sim.JSON(w, http.StatusBadRequest, map[string]string{"error": "no such action"})
		return
	}
	t.mu.Lock()
	t.confirmed++
	t.mu.Unlock()
	w.Header().Set("Content-Type", "text/xml")
	sim.Say(w, []byte("<ConfirmSubscriptionResponse/>"))
}

// Confirmed counts the subscriptions that were confirmed (GET /_sim/subscription).
func (t *Topic) Confirmed(*http.Request) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return map[string]int{"confirmed": t.confirmed}, nil
}
