package sns_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/kit/sns"
)

const topic = "arn:aws:sns:eu-west-1:123456789012:herald-sms"

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// stranger signs notifications with a key of its own. SNS answers its requests with the content of file.
type stranger struct {
	key    *rsa.PrivateKey
	server *httptest.Server
	file   []byte
	calls  int
}

const strangersFile = "/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"

func mustStranger(t *testing.T) *stranger {
	t.Helper()
	s := &stranger{key: must(rsa.GenerateKey(rand.Reader, 2048))}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls++
		_, _ = w.Write(s.file) // the client's own failure shows in the test
	}))
	t.Cleanup(s.server.Close)
	return s
}

func (s *stranger) certificate(name string, from, until time.Time) []byte {
	of := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: from, NotAfter: until}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE",
		Bytes: must(x509.CreateCertificate(rand.Reader, of, of, &s.key.PublicKey, s.key))})
}

// notification is one of a topic of ours, signed by the stranger, with the address of the certificate.
func (s *stranger) notification(certificate string) []byte {
	message := `{"eventType":"TEXT_DELIVERED","messageId":"x","context":{"ref":"r"}}`
	n := map[string]string{"Type": "Notification", "MessageId": "1", "TopicArn": topic, "Message": message,
		"Timestamp": "2026-11-26T00:00:00Z", "SignatureVersion": "2", "SigningCertURL": certificate}
	s.sign(n, "Message\n"+message+"\nMessageId\n1\nTimestamp\n"+n["Timestamp"]+"\nTopicArn\n"+topic+"\nType\nNotification\n")
	return must(json.Marshal(n))
}

// subscription asks whether a topic may send, and names the address that confirms it.
func (s *stranger) subscription(address string) []byte {
	n := map[string]string{"Type": "SubscriptionConfirmation", "MessageId": "1", "TopicArn": topic, "Message": "m", "Token": "t",
		"Timestamp":        "2026-11-26T00:00:00Z",
		"SignatureVersion": "2", "SigningCertURL": s.server.URL + strangersFile, "SubscribeURL": address}
	s.sign(n, "Message\nm\nMessageId\n1\nSubscribeURL\n"+address+"\nTimestamp\n"+n["Timestamp"]+"\nToken\nt\nTopicArn\n"+topic+
		"\nType\nSubscriptionConfirmation\n")
	return must(json.Marshal(n))
}

func (s *stranger) sign(n map[string]string, text string) {
	sum := sha256.Sum256([]byte(text))
	n["Signature"] = base64.StdEncoding.EncodeToString(must(rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, sum[:])))
}

func (s *stranger) reader() *sns.Reader {
	return sns.New(sns.Config{Topics: []string{topic}, Certificates: s.server.URL,
		Outside: must(outbound.New(s.server.URL, nil)), Now: time.Now})
}

// SNS answers API calls of any AWS account on the host of its certificates, and some answers hold text of the caller: only the whole
// address of a certificate is fetched.
func TestTheWholeAddressOfACertificateIsMatched(t *testing.T) {
	s := mustStranger(t)
	now := time.Now()
	s.file = s.certificate("sns.amazonaws.com", now.Add(-time.Hour), now.Add(time.Hour))
	host := strings.TrimPrefix(s.server.URL, "http://")
	for _, address := range []string{
		s.server.URL + "/?Action=GetEndpointAttributes&EndpointArn=arn:x&z=" + strangersFile,
		s.server.URL + strangersFile + "?x=1", s.server.URL + strangersFile + "#x", s.server.URL + "/x" + strangersFile,
		s.server.URL + "/" + strangersFile,
		s.server.URL + "/x/.." + strangersFile, s.server.URL + strings.Replace(strangersFile, "0123", "", 1),
		s.server.URL + strings.Replace(strangersFile, "0123", "0123x", 1),
		s.server.URL + strings.ToUpper(strangersFile), s.server.URL + strings.Replace(strangersFile, ".pem", "%2epem", 1),
		s.server.URL + strangersFile + "\n",
		"http://x@" + host + strangersFile, s.server.URL + "@evil.example" + strangersFile, s.server.URL + ".evil.example" + strangersFile,
		"https://" + host + strangersFile, "",
	} {
		if s.reader().Verify(t.Context(), s.notification(address)) {
			t.Errorf("%q was believed", address)
		}
	}
	if s.calls > 0 {
		t.Errorf("%d addresses that are no certificate's were fetched", s.calls)
	}
	if !s.reader().Verify(t.Context(), s.notification(s.server.URL+strangersFile)) {
		t.Error("the address of a certificate is refused")
	}
}

// A certificate is the whole file, is SNS's own and is valid now.
func TestTheFileIsExactlyOneCertificateOfSNS(t *testing.T) {
	s := mustStranger(t)
	now := time.Now()
	from, until := now.Add(-time.Hour), now.Add(time.Hour)
	good := s.certificate("sns.amazonaws.com", from, until)
	block, _ := pem.Decode(good)
	for name, c := range map[string]struct {
		file []byte
		want bool
	}{
		"one certificate":      {good, true},
		"with a line break":    {append([]byte("\n"), append(good, '\n')...), true},
		"of the regional host": {s.certificate("127.0.0.1", from, until), true},
		"inside an answer":     {fmt.Appendf(nil, "<value>\n%s</value>", good), false},
		"after other text":     {append([]byte("x\n"), good...), false},
		"before other text":    {append(good, 'x'), false},
		"two certificates":     {append(good, good...), false},
		"with a PEM header": {pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Headers: map[string]string{"a": "b"}, Bytes: block.Bytes}),
			false},
		"of another kind":        {pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: block.Bytes}), false},
		"of another subject":     {s.certificate("x", from, until), false},
		"of a longer subject":    {s.certificate("sns.amazonaws.com.evil.example", from, until), false},
		"of a subject that ends": {s.certificate("evil-sns.amazonaws.com", from, until), false},
		"expired":                {s.certificate("sns.amazonaws.com", from, now.Add(-time.Minute)), false},
		"not valid yet":          {s.certificate("sns.amazonaws.com", now.Add(time.Minute), until), false},
		"empty":                  {nil, false},
	} {
		s.file = c.file
		if got := s.reader().Verify(t.Context(), s.notification(s.server.URL+strangersFile)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The address of a subscription confirms the topic of its notification, and does nothing else.
func TestASubscriptionIsConfirmedAtItsOwnAddressAlone(t *testing.T) {
	s := mustStranger(t)
	good := s.server.URL + "/?Action=ConfirmSubscription&TopicArn=" + topic + "&Token=t"
	if _, _, err := s.reader().Read(t.Context(), s.subscription(good)); err != nil || s.calls != 1 {
		t.Fatalf("the address of a subscription is not called: %v", err)
	}
	for _, address := range []string{
		good + "&x=1", good + "#x", good + "&Token=t", strings.Replace(good, "Token=t", "Token=u", 1), strings.Replace(good, "&Token=t", "", 1),
		strings.Replace(good, topic, topic+"-2", 1),
		strings.Replace(good, "ConfirmSubscription", "Publish", 1), strings.Replace(good, "/?", "/x?", 1), strings.Replace(good, "/?", "?", 1),
		strings.Replace(good, "http://", "https://", 1),
		strings.Replace(good, "http://", "http://x@", 1), strings.Replace(good, "/?", ".evil.example/?", 1), s.server.URL,
		"http://169.254.169.254/?Action=ConfirmSubscription", "",
	} {
		if _, _, err := s.reader().Read(t.Context(), s.subscription(address)); err == nil || s.calls != 1 {
			t.Errorf("%q was called: %v", address, err)
		}
	}
}
