package redirect

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/shunt"
)

// keepVisitor is how long a visitor keeps its target.
const keepVisitor = 30 * 24 * time.Hour

const cookieName = "herald_visitor"

var encoding = base64.RawURLEncoding.Strict()

// seal signs what a cookie says. A cookie is good for one link.
func seal(key []byte, code, said string) string {
	k, err := hkdf.Key(sha256.New, key, nil, "herald shunt visitor", 32)
	if err != nil {
		panic(err) // the size is fixed
	}
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(code + "\x00" + said))
	return encoding.EncodeToString(mac.Sum(nil)[:16])
}

// visitor reads a visitor's cookie of a link: the visitor's id, and the number of the target that it has; 0 for none. A cookie that is
// forged, damaged, of another link or too old is none.
func (s *Service) visitor(r *http.Request, code string, now time.Time) (id string, target int, last time.Time) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return newVisitor(), 0, last
	}
	said, mac, ok := cutLast(c.Value)
	parts := strings.Split(said, ".")
	if !ok || len(parts) != 3 {
		return newVisitor(), 0, last
	}
	known := false
	for _, key := range s.Keys {
		known = known || hmac.Equal([]byte(mac), []byte(seal(key, code, said)))
	}
	until, err := strconv.ParseInt(parts[2], 36, 64)
	if !known || err != nil || until <= now.Unix() {
		return newVisitor(), 0, last
	}
	target, err = strconv.Atoi(parts[1])
	if err != nil {
		return newVisitor(), 0, last
	}
	return parts[0], target, time.Unix(until, 0).Add(-keepVisitor)
}

func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

func newVisitor() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return encoding.EncodeToString(b[:])
}

// remember has the visitor keep its target for the next 30 days.
func (s *Service) remember(w http.ResponseWriter, v *visit, row *shunt.Row, target int, visitor string) {
	if len(s.Keys) == 0 {
		return
	}
	said := visitor + "." + strconv.Itoa(target) + "." + strconv.FormatInt(v.at.Add(keepVisitor).Unix(), 36)
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: said + "." + seal(s.Keys[0], row.Code, said), Path: "/s/" + row.Code,
		MaxAge: int(keepVisitor / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.Public, "https:")})
}
