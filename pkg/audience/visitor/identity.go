package visitor

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
)

const (
	cookieName  = "herald_form"
	keepVisitor = 30 * 24 * time.Hour
	keepToken   = 30 * time.Minute // an address can be passed on
)

// Token is the parameter by which the form of a channel tells the channel's shunting link who its visitor is. A link has no such own
// parameter.
const Token = "_v"

var encoding = base64.RawURLEncoding.Strict()

// NewID gives the id of a new visitor.
func NewID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return encoding.EncodeToString(b[:])
}

// Identity signs who a visitor of a channel is, so that the channel's form and its shunting link know one visitor. What it signs is good
// for one channel, which is named by its code.
type Identity struct {
	Keys   [][]byte // the first signs, all are known
	Path   string   // of the channels' forms, before the code
	Secure bool     // cookies are sent by https alone
}

// Purposes of signatures: what one signs is worth nothing for another.
const (
	OfForm = "herald form visitor"
	OfLink = "herald shunt visitor"
)

// Seal signs a text about something, a channel's or a link's code, for a purpose.
func Seal(key []byte, purpose, of, text string) string {
	k, err := hkdf.Key(sha256.New, key, nil, purpose, 32)
	if err != nil {
		panic(err) // the size is fixed
	}
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(of + "\x00" + text))
	return encoding.EncodeToString(mac.Sum(nil)[:16])
}

// open gives a signed text; false where it is forged, damaged or of another channel.
func (s *Identity) open(code, signed string) (text string, ok bool) {
	at := strings.LastIndexByte(signed, '.')
	if at < 0 {
		return "", false
	}
	text = signed[:at]
	for _, key := range s.Keys {
		ok = ok || hmac.Equal([]byte(signed[at+1:]), []byte(Seal(key, OfForm, code, text)))
	}
	return text, ok
}

// OfCookie reads a visitor's id of a channel from its cookie; a new one where there is none.
func (s *Identity) OfCookie(r *http.Request, code string) string {
	if c, err := r.Cookie(cookieName); err == nil {
		if id, ok := s.open(code, c.Value); ok && !strings.Contains(id, ".") {
			return id
		}
	}
	return NewID()
}

// Remember has a visitor be known to the form of a channel for the next 30 days.
func (s *Identity) Remember(w http.ResponseWriter, code, id string) {
	if len(s.Keys) == 0 {
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: id + "." + Seal(s.Keys[0], OfForm, code, id), Path: s.Path + code,
		MaxAge: int(keepVisitor / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Secure})
}

// TokenOf names a visitor of a channel for half an hour, in the address of the channel's link; empty where nothing is signed.
func (s *Identity) TokenOf(code, id string, now time.Time) string {
	if len(s.Keys) == 0 || id == "" {
		return ""
	}
	text := id + "." + strconv.FormatInt(now.Add(keepToken).Unix(), 36)
	return text + "." + Seal(s.Keys[0], OfForm, code, text)
}

// OfToken reads a visitor's id of a channel from the address of a request; empty where there is none.
func (s *Identity) OfToken(r *http.Request, code string, now time.Time) string {
	text, ok := s.open(code, r.URL.Query().Get(Token))
	id, end, dated := strings.Cut(text, ".")
	until, err := strconv.ParseInt(end, 36, 64)
	if !ok || !dated || err != nil || until <= now.Unix() {
		return ""
	}
	return id
}
