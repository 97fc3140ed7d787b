package form

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
)

// A visitor's cookie of a channel is <id>.<mac>. It is good for one channel.
const (
	cookieName  = "herald_form"
	keepVisitor = 30 * 24 * time.Hour
)

var encoding = base64.RawURLEncoding.Strict()

func seal(key []byte, code, id string) string {
	k, err := hkdf.Key(sha256.New, key, nil, "herald form visitor", 32)
	if err != nil {
		panic(err) // the size is fixed
	}
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(code + "\x00" + id))
	return encoding.EncodeToString(mac.Sum(nil)[:16])
}

// visitor reads a visitor's id; a new one where the cookie is missing, forged or of another channel.
func (s *Service) visitor(r *http.Request, code string) string {
	if c, err := r.Cookie(cookieName); err == nil {
		id, mac, ok := strings.Cut(c.Value, ".")
		for _, key := range s.Keys {
			if ok && hmac.Equal([]byte(mac), []byte(seal(key, code, id))) {
				return id
			}
		}
	}
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return encoding.EncodeToString(b[:])
}

// hidden stands for a network on a day: no row has an address.
func (s *Service) hidden(day, network string) string {
	if len(s.Keys) == 0 {
		return seal(nil, day, network)
	}
	return seal(s.Keys[0], day, network)
}

// remember has the visitor be known for the next 30 days.
func (s *Service) remember(w http.ResponseWriter, code, id string) {
	if len(s.Keys) == 0 {
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: id + "." + seal(s.Keys[0], code, id), Path: saleschannel.Path + code,
		MaxAge: int(keepVisitor / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.Public, "https:")})
}
