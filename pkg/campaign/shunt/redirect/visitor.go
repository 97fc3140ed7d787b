package redirect

import (
	"cmp"
	"crypto/hmac"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/shunt"
)

// keepVisitor is how long a visitor keeps its target.
const keepVisitor = 30 * 24 * time.Hour

const (
	cookieName = "herald_visitor"
	passedMark = ".p" // ends what the cookie of a passed id says
)

// seal signs what a cookie says. A cookie is good for one link.
func seal(key []byte, code, said string) string { return visitor.Seal(key, visitor.OfLink, code, said) }

// known is what a link knows of a visitor.
type known struct {
	id     string
	target int       // number of the target that it has; 0 for none
	last   time.Time // its last visit to the target
	// passed says that the id came by the address, which several people may have. Such an id is never given to the form.
	passed bool
}

// visitor reads who a visitor of a link is. One without a cookie of the link that comes from the form of the link's channel is the form's.
func (s *Service) visitor(r *http.Request, row *shunt.Row, now time.Time) known {
	k := s.ofCookie(r, row.Code, now)
	if k.id == "" && row.Channel != "" {
		k.id = s.identity().OfToken(r, channelCode(row), now)
		k.passed = k.id != ""
	}
	k.id = cmp.Or(k.id, visitor.NewID())
	return k
}

// identity knows visitors of channels, whose forms they come from or go to.
func (s *Service) identity() *visitor.Identity {
	return &visitor.Identity{Keys: s.Keys, Path: saleschannel.Path, Secure: s.secure()}
}

func (s *Service) secure() bool { return strings.HasPrefix(s.Public, "https:") }

// channelCode is the code of the channel that a link belongs to.
func channelCode(row *shunt.Row) string { return strings.TrimPrefix(row.Reference, "#") }

// ofCookie reads a visitor's cookie of a link; an empty id for none. A cookie that is forged, damaged, of another link or too old is none.
func (s *Service) ofCookie(r *http.Request, code string, now time.Time) known {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return known{}
	}
	said, mac, ok := cutLast(c.Value)
	parts := strings.Split(strings.TrimSuffix(said, passedMark), ".")
	if !ok || len(parts) != 3 {
		return known{}
	}
	signed := false
	for _, key := range s.Keys {
		signed = signed || hmac.Equal([]byte(mac), []byte(seal(key, code, said)))
	}
	until, err := strconv.ParseInt(parts[2], 36, 64)
	if !signed || err != nil || until <= now.Unix() {
		return known{}
	}
	target, err := strconv.Atoi(parts[1])
	if err != nil {
		return known{}
	}
	return known{id: parts[0], target: target, last: time.Unix(until, 0).Add(-keepVisitor), passed: strings.HasSuffix(said, passedMark)}
}

func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// remember has the visitor be known and keep its target for 30 days after its last visit to it, and be known to the form of the link's
// channel unless its id was passed. A visitor without a target is known for 30 days after this visit.
func (s *Service) remember(w http.ResponseWriter, v *visit, row *shunt.Row, k known) {
	if len(s.Keys) == 0 || v.maybe {
		return
	}
	if k.target == 0 {
		k.last = v.at
	}
	until := k.last.Add(keepVisitor)
	said := k.id + "." + strconv.Itoa(k.target) + "." + strconv.FormatInt(until.Unix(), 36)
	if k.passed {
		said += passedMark
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: said + "." + seal(s.Keys[0], row.Code, said), Path: "/s/" + row.Code,
		MaxAge: int(until.Sub(v.at) / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure()})
	if row.Channel != "" && !k.passed {
		s.identity().Remember(w, channelCode(row), k.id)
	}
}
