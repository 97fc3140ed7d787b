package auth

import (
	"time"

	"github.com/golang-jwt/jwt/v5"

	"herald/pkg/kit/fault"
)

// Lifetimes of tokens (decisions §3).
const (
	AccessLife  = 2 * time.Hour
	RefreshLife = 14 * 24 * time.Hour
	TicketLife  = 30 * time.Second
)

// Claims of an access token. The rest about a user is read anew at every request, so that a lock or a role change holds at once.
type Claims struct {
	UserID    string `json:"sub"`
	SessionID string `json:"sid"`
	Expires   int64  `json:"exp"`
	Issued    int64  `json:"iat"`
}

const issuer, audience = "herald", "herald-console"

// Signer makes and reads access tokens with HMAC-SHA256; no other algorithm is accepted.
type Signer struct {
	key  []byte
	also [][]byte
	now  func() time.Time
}

// NewSigner needs a key of at least 32 bytes. Signatures with the other keys are valid, too, while a key is
// exchanged.
func NewSigner(key []byte, now func() time.Time, also ...[]byte) *Signer {
	return &Signer{key: key, also: also, now: now}
}

type tokenClaims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
}

// Sign makes an access token that lives AccessLife.
func (s *Signer) Sign(userID, sessionID string) (token string, expires time.Time) {
	now := s.now()
	expires = now.Add(AccessLife)
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, tokenClaims{
		RegisteredClaims: jwt.RegisteredClaims{Subject: userID, Issuer: issuer, Audience: jwt.ClaimStrings{audience},
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires)},
		SessionID: sessionID,
	})
	token, err := t.SignedString(s.key)
	if err != nil {
		panic(err) // HMAC signing of plain strings cannot fail
	}
	return token, expires
}

// Parse checks signature, issuer, audience and time.
func (s *Signer) Parse(token string) (Claims, error) {
	if len(s.key) == 0 { // a function without a key accepts no token: anything can be signed with an empty key
		return Claims{}, fault.New(fault.Unauthorized, 0, "web.unauthorized")
	}
	var c tokenClaims
	keys := jwt.VerificationKeySet{Keys: []jwt.VerificationKey{s.key}}
	for _, k := range s.also {
		keys.Keys = append(keys.Keys, k)
	}
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return keys, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer(issuer), jwt.WithAudience(audience), jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(s.now))
	if err != nil {
		return Claims{}, fault.New(fault.Unauthorized, 0, "web.unauthorized").With(err)
	}
	return Claims{UserID: c.Subject, SessionID: c.SessionID, Expires: c.ExpiresAt.Unix(), Issued: c.IssuedAt.Unix()}, nil
}
