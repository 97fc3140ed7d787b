// Package paymentledgertest is the merchant's side in tests of simulated payment providers and their adapters: a
// receiver of callbacks, and keys.
package paymentledgertest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Callback is one as it came.
type Callback struct {
	Header http.Header
	Body   []byte
}

// Receiver keeps the callbacks that it is sent.
type Receiver struct {
	URL    string
	Status int    // of the answers
	Answer string // and their body
	got    chan Callback
}

// NewReceiver takes callbacks behind a socket until the test ends.
func NewReceiver(t testing.TB, status int, answer string) *Receiver {
	r := &Receiver{Status: status, Answer: answer, got: make(chan Callback, 100)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Error(err)
		}
		r.got <- Callback{req.Header, body}
		w.WriteHeader(r.Status)
		_, _ = io.WriteString(w, r.Answer) // the simulator may be gone
	}))
	t.Cleanup(server.Close)
	r.URL = server.URL + "/api/pay/notify"
	return r
}

// Next waits for the next callback.
func (r *Receiver) Next(t testing.TB) Callback {
	t.Helper()
	select {
	case c := <-r.got:
		return c
	case <-time.After(20 * time.Second):
		t.Fatal("no callback came")
		return Callback{}
	}
}

// Waiting is how many callbacks came and were not taken yet.
func (r *Receiver) Waiting() int { return len(r.got) }

// Pair is an RSA key in PEM.
type Pair struct{ Private, Public string }

// Keys makes a key pair once for a test binary.
var Keys = sync.OnceValue(func() Pair { return NewPair(2048) })

// Others is a second one, of a stranger.
var Others = sync.OnceValue(func() Pair { return NewPair(2048) })

// NewPair makes a key pair of so many bits; simulations that sign ten thousand times take the fewest that are allowed.
func NewPair(bits int) Pair {
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		panic(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		panic(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		panic(err)
	}
	return Pair{string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
		string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))}
}
