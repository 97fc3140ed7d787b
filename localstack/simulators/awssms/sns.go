package awssmssim

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
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
)

// notification is what SNS posts.
type notification struct {
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

// identity signs; one for all simulators of the process, for keys are slow to make.
var identity = sync.OnceValues(func() (*rsa.PrivateKey, []byte) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic("awssmssim: " + err.Error())
	}
	from := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	of := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sns.amazonaws.com"}, NotBefore: from,
		NotAfter: from.AddDate(100, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		panic("awssmssim: " + err.Error())
	}
	return key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
})

const certificateName = "SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"

func (s *Sim) certificate(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("certificate") != certificateName {
		http.NotFound(w, r)
		return
	}
	_, text := identity()
	sim.Say(w, text)
}

// sign completes a notification; the same one is the same bytes each time.
func (s *Sim) sign(n notification, at time.Time) []byte {
	n.TopicArn, n.SignatureVersion, n.SigningCertURL = s.cfg.Topic, "2", s.cfg.Self+"/"+certificateName
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
		panic("awssmssim: " + err.Error())
	}
	n.Signature = base64.StdEncoding.EncodeToString(signature)
	return sim.Encoded(n)
}

// headers of a notification, which are not signed.
func headers(r *http.Request, body []byte) {
	kind := "Notification"
	if bytes.Contains(body[:min(len(body), 60)], []byte("SubscriptionConfirmation")) {
		kind = "SubscriptionConfirmation"
	}
	r.Header.Set("Content-Type", "text/plain; charset=UTF-8")
	r.Header.Set("User-Agent", "Amazon Simple Notification Service Agent")
	r.Header.Set("X-Amz-Sns-Message-Type", kind)
}

// event is the notification of a delivery event. The EventBridge form has no destination; this one does.
func (s *Sim) event(receipts []sim.Receipt) []byte {
	r := receipts[0]
	kind := r.Status
	if kind == failed {
		kind = string(r.Code)
	}
	encoding, parts := sms.Parts(r.Message.Body)
	var context map[string]string
	if err := json.Unmarshal([]byte(r.Message.Reference), &context); err != nil {
		context = nil // the message had none
	}
	status := strings.TrimPrefix(kind, "TEXT_")
	return s.sign(notification{Type: "Notification", Message: string(sim.Encoded(map[string]any{
		"eventType": kind, "eventVersion": "1.0", "eventTimestamp": r.At.UnixMilli(), "isFinal": kind != "TEXT_SENT",
		"originationPhoneNumber": r.Message.Type,
		"destinationPhoneNumber": "+" + r.Message.To, "messageId": r.Message.ID, "messageRequestTimestamp": r.Message.AcceptedAt.UnixMilli(),
		"messageEncoding": encoding,
		"messageType":     "PROMOTIONAL", "messageStatus": status, "messageStatusDescription": "Message is " + strings.ToLower(status),
		"context":           context,
		"totalMessageParts": parts, "totalMessagePrice": 0.00645 * float64(parts), "totalCarrierFee": 0}))}, r.At)
}

// inbound lets a person answer.
func (s *Sim) inbound(r *http.Request) (any, error) {
	var in sms.Inbound
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	from := strings.TrimPrefix(in.From, "+")
	if from == "" || in.Text == "" {
		return nil, errors.New("from and text are needed")
	}
	keyword := s.opted.Receive(from, in.Text)
	if keyword == "" {
		keyword = "KEYWORD_DEFAULT"
	}
	s.Send("", s.sign(notification{Type: "Notification",
		Message: string(sim.Encoded(map[string]string{"originationNumber": "+" + from, "destinationNumber": s.cfg.Number,
			"messageKeyword": keyword, "messageBody": in.Text, "inboundMessageId": fmt.Sprint(s.Next()), "previousPublishedMessageId": ""}))},
		s.Now()))
	return nil, nil
}

const token = "2336412f37fb687f5d51e6e2425ba1f3"

// subscribe asks the address of the notifications whether it wants any.
func (s *Sim) subscribe(*http.Request) (any, error) {
	s.Send("", s.sign(notification{Type: "SubscriptionConfirmation", Token: token, Message: "You have chosen to subscribe to the topic " +
		s.cfg.Topic,
		SubscribeURL: s.cfg.Self + "/?Action=ConfirmSubscription&TopicArn=" + s.cfg.Topic + "&Token=" + token}, s.Now()))
	return nil, nil
}

// confirm is the answer to it.
func (s *Sim) confirm(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("Action") != "ConfirmSubscription" || q.Get("Token") != token {
		sim.JSON(w, http.StatusBadRequest, map[string]string{"error": "no such action"})
		return
	}
	s.mu.Lock()
	s.confirmed++
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/xml")
	sim.Say(w, []byte("<ConfirmSubscriptionResponse/>"))
}

func (s *Sim) subscription(*http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"confirmed": s.confirmed}, nil
}

// SetSelf tells the simulator its own address, where it is known only when it is served.
func (s *Sim) SetSelf(address string) { s.cfg.Self = address }
