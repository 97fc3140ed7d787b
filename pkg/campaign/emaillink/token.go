package emaillink

import (
	"encoding/binary"
	"time"

	"github.com/oklog/ulid/v2"

	"herald/pkg/kit/id"
)

// Recipient is the recipient of an email, as the links in it name it.
type Recipient struct {
	Tenant  string // first-level customer or agent whose email it is
	Order   string // empty of an email outside of an order, as a test
	Gen     int
	Chunk   int
	Index   int
	Address string // normalised
	Sender  string // id of the email sender; empty: the preference "this sender only" is not offered
	Sent    int64  // unix s of the sending; 0: unknown, so that no event counts as too early for a person
	Host    string // verified tracking host of the sender's domain; empty: the platform's own
}

// Spot is what a token of a click or load says.
type Spot struct {
	Order             string
	Gen, Chunk, Index int
	Link              int    // of a click: number of the link, or Honeypot
	URL               string // of a click: address that was filled per recipient; empty: the order's list has it
	Sent              int64  // unix s; 0: unknown
}

// Honeypot is the number of the link that no person sees.
const Honeypot = 1<<14 - 1

// MaxLinks is how many links an email has at most; their numbers are below it.
const MaxLinks = 1000

func (r *Recipient) spot() []byte {
	b := appendID(nil, r.Order)
	for _, n := range [...]int{r.Gen, r.Chunk, r.Index} {
		b = binary.AppendUvarint(b, uint64(max(0, n)))
	}
	late := uint64(0) // 0: unknown
	if began := id.Time(r.Order).Unix(); r.Sent >= began && !id.Time(r.Order).IsZero() {
		late = uint64(r.Sent-began) + 1
	}
	return binary.AppendUvarint(b, late)
}

// appendID adds a ULID in 17 bytes, other text with its length.
func appendID(b []byte, text string) []byte {
	if u, err := ulid.ParseStrict(text); err == nil {
		return append(append(b, 0), u[:]...)
	}
	return append(binary.AppendUvarint(b, uint64(len(text))+1), text...)
}

// reader takes a token's content apart.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<40 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) || n < 0 {
		r.bad = true
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) id() string {
	switch n := r.number(); {
	case r.bad:
		return ""
	case n == 0:
		var u ulid.ULID
		copy(u[:], r.bytes(len(u)))
		return u.String()
	default:
		return string(r.bytes(n - 1))
	}
}

func (r *reader) spot() (s Spot) {
	s.Order, s.Gen, s.Chunk, s.Index = r.id(), r.number(), r.number(), r.number()
	if late := r.number(); late > 0 {
		s.Sent = id.Time(s.Order).Add(time.Duration(late-1) * time.Second).Unix()
	}
	return s
}

func (s *Sealer) click(r *Recipient, link int, url string) string {
	return s.seal(clicking, append(binary.AppendUvarint(r.spot(), uint64(link)), url...))
}

func (s *Sealer) load(r *Recipient) string { return s.seal(loading, r.spot()) }

func (s *Sealer) unsubscribe(r *Recipient) string {
	b := appendID(appendID(r.spot(), r.Tenant), r.Sender)
	return s.seal(unsubscribing, append(b, r.Address...))
}

// OpenClick reads the token of a click; ErrToken for anything else.
func (s *Sealer) OpenClick(token string) (Spot, error) {
	content, err := s.open(clicking, token)
	if err != nil {
		return Spot{}, err
	}
	r := reader{rest: content}
	spot := r.spot()
	spot.Link = r.number()
	if spot.URL = string(r.rest); r.bad {
		return Spot{}, ErrToken
	}
	return spot, nil
}

// OpenLoad reads the token of a load; ErrToken for anything else.
func (s *Sealer) OpenLoad(token string) (Spot, error) {
	content, err := s.open(loading, token)
	if err != nil {
		return Spot{}, err
	}
	r := reader{rest: content}
	spot := r.spot()
	if r.bad || len(r.rest) > 0 {
		return Spot{}, ErrToken
	}
	return spot, nil
}

// OpenUnsubscribe reads the token of an unsubscribe link; ErrToken for anything else.
func (s *Sealer) OpenUnsubscribe(token string) (Recipient, error) {
	content, err := s.open(unsubscribing, token)
	if err != nil {
		return Recipient{}, err
	}
	r := reader{rest: content}
	spot := r.spot()
	out := Recipient{Order: spot.Order, Gen: spot.Gen, Chunk: spot.Chunk, Index: spot.Index, Sent: spot.Sent}
	out.Tenant, out.Sender = r.id(), r.id()
	if out.Address = string(r.rest); r.bad || out.Address == "" {
		return Recipient{}, ErrToken
	}
	return out, nil
}
