package emaillink_test

import (
	"encoding/base64"
	"errors"
	"math"
	"strings"
	"testing"

	"herald/internal/clocktest"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/id"
)

var keys = [][]byte{[]byte("a link key of the tests, 32 bytes"), []byte("an older key of the tests, 32 bytes")}

func service(t testing.TB, keys ...[]byte) *emaillink.Service {
	t.Helper()
	s, err := emaillink.NewSealer(keys)
	if err != nil {
		t.Fatal(err)
	}
	return &emaillink.Service{Sealer: s, Public: "https://herald.example"}
}

func recipient() emaillink.Recipient {
	first := id.Floor(clocktest.Start())
	return emaillink.Recipient{Tenant: id.Nth(first, 1), Order: id.Nth(first, 2), Gen: 2, Chunk: 1041, Index: 999,
		Address: "ana.silva@example.com", Sender: id.Nth(first, 3), Sent: clocktest.Start().Unix() + 86_400}
}

// token is what stands behind the path of a link.
func token(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

// A token gives back what it was made of, and nothing else opens it.
func TestATokenOpensForItsPurposeOnly(t *testing.T) {
	s, r := service(t, keys...), recipient()
	want := emaillink.Spot{Order: r.Order, Gen: r.Gen, Chunk: r.Chunk, Index: r.Index, Sent: r.Sent}
	click, load, end := token(s.Click(r, 7)), token(s.Load(r)), token(s.Unsubscribe(r))
	spot, err := s.OpenClick(click)
	if clicked := want; err != nil || spot != func() emaillink.Spot { clicked.Link = 7; return clicked }() {
		t.Errorf("%+v %v", spot, err)
	}
	if spot, err = s.OpenLoad(load); err != nil || spot != want {
		t.Errorf("%+v %v", spot, err)
	}
	got, err := s.OpenUnsubscribe(end)
	if err != nil || got != r {
		t.Errorf("%+v %v", got, err)
	}
	for _, other := range []string{load, end} {
		if _, err := s.OpenClick(other); !errors.Is(err, emaillink.ErrToken) {
			t.Errorf("a token of another purpose opens as a click: %v", err)
		}
	}
	for _, other := range []string{click, end} {
		if _, err := s.OpenLoad(other); !errors.Is(err, emaillink.ErrToken) {
			t.Errorf("a token of another purpose opens as a load: %v", err)
		}
	}
	for _, other := range []string{click, load} {
		if _, err := s.OpenUnsubscribe(other); !errors.Is(err, emaillink.ErrToken) {
			t.Errorf("a token of another purpose unsubscribes: %v", err)
		}
	}
}

// A changed, cut or lengthened token is refused, each bit of it.
func TestAChangedBitIsRefused(t *testing.T) {
	s, r := service(t, keys...), recipient()
	for _, good := range []string{token(s.Click(r, 7)), token(s.Load(r)), token(s.Unsubscribe(r))} {
		raw, err := base64.RawURLEncoding.DecodeString(good)
		if err != nil {
			t.Fatal(err)
		}
		refused := func(text string) {
			t.Helper()
			_, click := s.OpenClick(text)
			_, load := s.OpenLoad(text)
			_, end := s.OpenUnsubscribe(text)
			if click == nil || load == nil || end == nil {
				t.Fatalf("%q opens", text)
			}
		}
		for bit := range 8 * len(raw) {
			changed := append([]byte(nil), raw...)
			changed[bit/8] ^= 1 << (bit % 8)
			refused(base64.RawURLEncoding.EncodeToString(changed))
		}
		for _, text := range []string{"", "a", good[1:], good[:len(good)-1], good + "A", good + "=", " " + good, strings.ToUpper(good),
			strings.Repeat("A", 100_000)} {
			refused(text)
		}
	}
}

// The last character of a token has unused bits. Only one spelling is a token.
func TestATokenHasOneSpelling(t *testing.T) {
	s, r := service(t, keys...), recipient()
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	good, open := token(s.Click(r, 7)), 0
	for _, c := range digits {
		if _, err := s.OpenClick(good[:len(good)-1] + string(c)); err == nil {
			open++
		}
	}
	if open != 1 {
		t.Errorf("%d spellings open", open)
	}
}

// Tokens show no id, no address and no number, and do not resemble each other.
func TestTokensRevealNothing(t *testing.T) {
	s, r := service(t, keys...), recipient()
	next := r
	next.Index--
	a, b := token(s.Unsubscribe(r)), token(s.Unsubscribe(next))
	raw, err := base64.RawURLEncoding.DecodeString(a)
	if err != nil || strings.Contains(string(raw), "ana") || strings.Contains(string(raw), r.Order) {
		t.Errorf("%q %v", raw, err)
	}
	same := 0
	for i := range a {
		if a[i] == b[i] {
			same++
		}
	}
	if same > len(a)/4 {
		t.Errorf("neighbours share %d of %d characters", same, len(a))
	}
	if a != token(s.Unsubscribe(r)) {
		t.Error("a link must be the same whenever it is made")
	}
}

// The links of the largest order have short tokens.
func TestClickAndLoadTokensAreShort(t *testing.T) {
	s, r := service(t, keys...), recipient()
	r.Gen, r.Chunk, r.Sent = 99, 99_999, r.Sent+365*86_400
	for _, link := range []string{s.Click(r, emaillink.MaxLinks-1), s.Click(r, emaillink.Honeypot), s.Load(r)} {
		if n := len(token(link)); n > 120 {
			t.Errorf("%d characters", n)
		}
	}
}

// The first key seals and all open. A key that is gone ends its tokens.
func TestKeysAreExchanged(t *testing.T) {
	r := recipient()
	older, both, newer := service(t, keys[1]), service(t, keys...), service(t, keys[0])
	was := token(older.Click(r, 1))
	if _, err := both.OpenClick(was); err != nil {
		t.Error("the older key opens no more")
	}
	if _, err := newer.OpenClick(token(both.Click(r, 1))); err != nil {
		t.Error("the first key does not seal")
	}
	if _, err := newer.OpenClick(was); err == nil {
		t.Error("a key that is gone still opens")
	}
	for _, bad := range [][][]byte{nil, {[]byte("short")}, {keys[0], []byte("short")}} {
		if _, err := emaillink.NewSealer(bad); !errors.Is(err, emaillink.ErrNoKey) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// The links have the platform's origin, or the tracking host of the sender's domain.
func TestLinksHaveTheirHost(t *testing.T) {
	s, r := service(t, keys...), recipient()
	if link := s.Click(r, 1); !strings.HasPrefix(link, "https://herald.example/l/") {
		t.Error(link)
	}
	r.Host = "click.shop.example"
	for link, want := range map[string]string{s.Click(r, 1): "/l/", s.Load(r): "/o/", s.Unsubscribe(r): "/u/"} {
		if !strings.HasPrefix(link, "https://click.shop.example"+want) {
			t.Error(link)
		}
	}
}

// A filled address travels in the token, and what may not be opened stays as it is.
func TestAFilledAddressLiesInTheToken(t *testing.T) {
	s, r := service(t, keys...), recipient()
	const address = "https://shop.example/cart?for=Ana%20Silva&n=1"
	spot, err := s.OpenClick(token(s.ClickFilled(r, 3, address)))
	if err != nil || spot.URL != address || spot.Link != 3 || spot.Index != r.Index {
		t.Errorf("%+v %v", spot, err)
	}
	if link := s.ClickFilled(r, 3, "javascript:alert(1)"); link != "javascript:alert(1)" {
		t.Error(link)
	}
}

// Only absolute addresses of known schemes are opened.
func TestWhereALinkMayLead(t *testing.T) {
	for address, want := range map[string]bool{
		"https://shop.example/a?b=c#d": true, "http://shop.example": true, "mailto:a@shop.example": true, "tel:+551199": true,
		"HTTPS://SHOP.example/": true, "https://xn--bro-hoa.example/": true,
		"": false, "shop.example": false, "//shop.example": false, "/u/x": false, "javascript:alert(1)": false, "data:text/html,x": false,
		"ftp://shop.example": false, "https://": false, "https:///path": false, "https://user:pass@shop.example": false, "mailto:": false,
		"https://shop.example/a b": false, "https://shop.example/\r\nSet-Cookie: a=b": false, `https://shop.example\@evil.example`: false,
		" https://shop.example": false, "https://shop.example/" + strings.Repeat("a", 2048): false, "file:///etc/passwd": false,
	} {
		if emaillink.Allowed(address) != want {
			t.Errorf("%q: %v", address, !want)
		}
	}
}

// An email outside of an order, and one of an unknown time, have links too.
func TestATestEmailHasLinks(t *testing.T) {
	s, r := service(t, keys...), recipient()
	r.Order, r.Sent, r.Gen, r.Chunk, r.Index = "", 0, 0, 0, 0
	if got, err := s.OpenUnsubscribe(token(s.Unsubscribe(r))); err != nil || got != r {
		t.Errorf("%+v %v", got, err)
	}
	if spot, err := s.OpenLoad(token(s.Load(r))); err != nil || spot != (emaillink.Spot{}) {
		t.Errorf("%+v %v", spot, err)
	}
}

// Any recipient comes back from its tokens.
func FuzzTokens(f *testing.F) {
	r := recipient()
	f.Add(r.Tenant, r.Order, r.Sender, r.Address, r.Gen, r.Chunk, r.Index, 3)
	f.Add("", "", "", "a", 0, 0, 0, 0)
	f.Add("tenant", "not a ulid", "\x00", "ü@例子.公司", math.MaxInt32, 99_999, 999, emaillink.Honeypot)
	s := service(f, keys...)
	f.Fuzz(func(t *testing.T, tenant, orderID, sender, address string, gen, chunk, index, link int) {
		if gen < 0 || chunk < 0 || index < 0 || link < 0 || max(gen, chunk, index, link) > math.MaxInt32 || address == "" ||
			len(tenant)+len(orderID)+len(sender)+len(address) > 4000 {
			return // no recipient has these
		}
		r := emaillink.Recipient{Tenant: tenant, Order: orderID, Sender: sender, Address: address, Gen: gen, Chunk: chunk, Index: index}
		if got, err := s.OpenUnsubscribe(token(s.Unsubscribe(r))); err != nil || got != r {
			t.Errorf("%+v %v", got, err)
		}
		spot, err := s.OpenClick(token(s.Click(r, link)))
		if err != nil || spot != (emaillink.Spot{Order: orderID, Gen: gen, Chunk: chunk, Index: index, Link: link}) {
			t.Errorf("%+v %v", spot, err)
		}
	})
}

// No text but a token opens, and none makes the reader fail otherwise.
func FuzzForgedTokens(f *testing.F) {
	s, r := service(f, keys...), recipient()
	made := map[string]bool{token(s.Click(r, 1)): true, token(s.Load(r)): true, token(s.Unsubscribe(r)): true}
	for one := range made {
		f.Add(one)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, click := s.OpenClick(text)
		_, load := s.OpenLoad(text)
		_, end := s.OpenUnsubscribe(text)
		if (click == nil || load == nil || end == nil) != made[text] {
			t.Errorf("%q opens", text)
		}
	})
}

// One link takes microseconds: an order of a million emails makes twenty million.
func BenchmarkClick(b *testing.B) {
	s, r := service(b, keys...), recipient()
	for b.Loop() {
		s.Click(r, 3)
	}
}
