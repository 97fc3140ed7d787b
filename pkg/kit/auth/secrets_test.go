package auth_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/auth"
)

func TestPasswords(t *testing.T) {
	hash := auth.Cheap.Hash("Tidal-Fern-92")
	if !auth.CheckPassword(hash, "Tidal-Fern-92") || auth.CheckPassword(hash, "tidal-fern-92") || hash == auth.Cheap.Hash("Tidal-Fern-92") {
		t.Error("a password is not taken, another is, or two hashes have one salt")
	}
	if cost := (auth.Cost{}).Hash("x"); !strings.HasPrefix(cost, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Error(cost)
	}
	for _, broken := range []string{"", "x", strings.Replace(hash, "argon2id", "argon2i", 1), hash[:strings.LastIndex(hash, "$")+1]} {
		if auth.CheckPassword(broken, "Tidal-Fern-92") || auth.CheckPassword(broken, "") {
			t.Errorf("%q lets someone in", broken)
		}
	}
}

// A sealed secret opens only for its owner and purpose, also after a key rotation.
func TestSealedSecrets(t *testing.T) {
	older, newer := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	sealer := func(key []byte, purpose string, others ...[]byte) *auth.Sealer {
		s, err := auth.NewSealer(key, purpose, others...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	sealed := sealer(older, "app keys").Seal("secret", "ana")
	if got, err := sealer(newer, "app keys", older).Open(sealed, "ana"); err != nil || got != "secret" {
		t.Errorf("%q, %v", got, err)
	}
	for name, open := range map[string]func() (string, error){
		"another owner":   func() (string, error) { return sealer(older, "app keys").Open(sealed, "bia") },
		"another purpose": func() (string, error) { return sealer(older, "engines").Open(sealed, "ana") },
		"another key":     func() (string, error) { return sealer(newer, "app keys").Open(sealed, "ana") },
		"a cut text":      func() (string, error) { return sealer(older, "app keys").Open(sealed[:8], "ana") },
		"no base64":       func() (string, error) { return sealer(older, "app keys").Open("?"+sealed, "ana") },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %q", name, got)
		}
	}
}

// A signature is valid for exactly the request that it covers.
func TestSignedRequests(t *testing.T) {
	request := auth.Signed{Method: "POST", Path: "/api/x?a=1", Timestamp: "1", Nonce: "n", Body: []byte("{}")}
	request.Signature = strings.ToUpper(request.Sign("secret"))
	if !request.Holds("secret") || request.Holds("other") {
		t.Error("the signature does not hold, or holds for another secret")
	}
	for name, change := range map[string]func(*auth.Signed){
		"method": func(s *auth.Signed) { s.Method = "PUT" }, "path": func(s *auth.Signed) { s.Path = "/api/x?a=2" },
		"time": func(s *auth.Signed) { s.Timestamp = "2" }, "nonce": func(s *auth.Signed) { s.Nonce = "m" },
		"body": func(s *auth.Signed) { s.Body = []byte("[]") }, "signature": func(s *auth.Signed) { s.Signature = "" },
	} {
		changed := request
		if change(&changed); changed.Holds("secret") {
			t.Errorf("another %s has the same signature", name)
		}
	}
}

// A token is valid until it expires, if its signer's key is still accepted.
func TestAccessTokens(t *testing.T) {
	now := clocktest.Start()
	clock := func() time.Time { return now }
	older, newer := bytes.Repeat([]byte("a"), 32), bytes.Repeat([]byte("b"), 32)
	token, expires := auth.NewSigner(older, clock).Sign("u", "s")
	claims, err := auth.NewSigner(newer, clock, older).Parse(token)
	if err != nil || claims.UserID != "u" || claims.SessionID != "s" || claims.Expires != expires.Unix() || claims.Issued != now.Unix() {
		t.Errorf("%+v, %v", claims, err)
	}
	none := "eyJhbGciOiJub25lIn0." + strings.Split(token, ".")[1] + "."
	for name, parse := range map[string]func() (auth.Claims, error){
		"another key":  func() (auth.Claims, error) { return auth.NewSigner(newer, clock).Parse(token) },
		"no key":       func() (auth.Claims, error) { return auth.NewSigner(nil, clock).Parse(token) },
		"no signature": func() (auth.Claims, error) { return auth.NewSigner(older, clock).Parse(none) },
		"a later time": func() (auth.Claims, error) {
			return auth.NewSigner(older, func() time.Time { return expires.Add(time.Second) }).Parse(token)
		},
	} {
		if got, err := parse(); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
