package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
)

// Headers of a request that a program signs with an app key.
const (
	KeyHeader       = "X-Herald-Key"
	TimeHeader      = "X-Herald-Timestamp" // unix seconds
	NonceHeader     = "X-Herald-Nonce"     // 16 to 64 letters, digits, - or _; never twice
	SignatureHeader = "X-Herald-Signature" // hex
)

// Signed is what a signature covers.
type Signed struct {
	Key       string
	Method    string
	Path      string // with the query, as it was sent: /api/gc/groupsendorder/page?size=1
	Timestamp string
	Nonce     string
	Body      []byte
	Signature string
}

// Sign gives the signature: hex HMAC-SHA256 by the secret over method, path with query, timestamp, nonce and the hex SHA-256
// of the body, joined by line feeds.
func (s *Signed) Sign(secret string) string {
	sum := sha256.Sum256(s.Body)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join([]string{s.Method, s.Path, s.Timestamp, s.Nonce, hex.EncodeToString(sum[:])}, "\n")))
	return hex.EncodeToString(mac.Sum(nil))
}

// Holds compares the signature in constant time.
func (s *Signed) Holds(secret string) bool {
	return hmac.Equal([]byte(s.Sign(secret)), []byte(strings.ToLower(s.Signature)))
}

// Sealer encrypts secrets that must be read again, with a key derived from the platform's. It seals with the first
// key, and opens secrets sealed with an older one.
type Sealer struct {
	aead  cipher.AEAD
	older []cipher.AEAD
}

// NewSealer derives the keys for a purpose.
func NewSealer(key []byte, purpose string, older ...[]byte) (*Sealer, error) {
	aead, err := derive(key, purpose)
	s := &Sealer{aead: aead}
	for _, k := range older {
		if err != nil {
			break
		}
		if aead, err = derive(k, purpose); err == nil {
			s.older = append(s.older, aead)
		}
	}
	return s, err
}

func derive(key []byte, purpose string) (cipher.AEAD, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, "herald "+purpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Seal encrypts a secret for its owner; it opens for no other.
func (s *Sealer) Seal(secret, owner string) string {
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		panic(err) // without randomness nothing may be kept
	}
	return base64.RawStdEncoding.EncodeToString(s.aead.Seal(nonce, nonce, []byte(secret), []byte(owner)))
}

// Open decrypts a secret; an error for one that was sealed for another owner or by another key.
func (s *Sealer) Open(sealed, owner string) (string, error) {
	b, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(b) < s.aead.NonceSize() {
		return "", errors.New("auth: no sealed secret")
	}
	nonce, box := b[:s.aead.NonceSize()], b[s.aead.NonceSize():]
	text, err := s.aead.Open(nil, nonce, box, []byte(owner))
	for i := 0; err != nil && i < len(s.older); i++ {
		text, err = s.older[i].Open(nil, nonce, box, []byte(owner))
	}
	return string(text), err
}
