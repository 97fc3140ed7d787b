package linkactivity

import (
	"math/rand/v2"
	"slices"
	"testing"

	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/useragent"
)

// A log gives back the set that was packed, in about four bytes an event.
func TestALogGivesBackItsEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var all []entry
	for range 2000 {
		e := entry{At: 1_800_000_000 + r.Int64N(86_400), Index: r.IntN(1000), Link: r.IntN(8), Kind: useragent.Kind(r.IntN(14))}
		switch r.IntN(6) {
		case 0, 1, 2:
			e.Link = emaillink.Loaded
		case 3:
			e.Link, e.Early = emaillink.Honeypot, true
		}
		all = append(all, e)
	}
	all = sorted(all)
	packed := pack(all)
	got, err := unpack(packed)
	if err != nil || !slices.Equal(got, all) {
		t.Errorf("%d of %d events, %v", len(got), len(all), err)
	}
	if each := float64(len(packed)) / float64(len(all)); each > 5 {
		t.Errorf("%.1f bytes an event", each)
	}
	if _, err := unpack(packed[:len(packed)-1]); err == nil {
		t.Error("a log that is cut can be read")
	}
}

// seen names what a test says of an event.
func seen(at int64, link int, kind useragent.Kind) entry {
	return entry{At: at, Link: link, Kind: kind}
}

// Each rule by which a machine is known, and what is a person's beside it.
func TestMachinesAreKnown(t *testing.T) {
	const load, trap = emaillink.Loaded, emaillink.Honeypot
	person, early := useragent.Desktop, entry{At: 5, Link: 1, Kind: useragent.Phone, Early: true}
	for name, c := range map[string]struct {
		events []entry
		want   []bool
	}{
		"a person":                       {[]entry{seen(1, load, person), seen(9, 1, person)}, []bool{false, false}},
		"user agent":                     {[]entry{seen(1, 1, useragent.Robot), seen(9, 1, useragent.Head)}, []bool{true, true}},
		"mail privacy protection":        {[]entry{seen(1, load, useragent.AppleProxy)}, []bool{true}},
		"prefetch":                       {[]entry{seen(1, load, useragent.Prefetch), seen(90, load, useragent.GoogleProxy)}, []bool{true, false}},
		"too early":                      {[]entry{early, seen(900, 1, person)}, []bool{true, false}},
		"honeypot, before and behind it": {[]entry{seen(1, 1, person), seen(40, trap, person), seen(100, 2, person), seen(101, load, person), seen(300, 1, person)}, []bool{true, true, true, false, false}},
		"two links in two seconds":       {[]entry{seen(1, 1, person), seen(3, 2, person), seen(60, 3, person)}, []bool{true, true, false}},
		"one link twice":                 {[]entry{seen(1, 1, person), seen(2, 1, person)}, []bool{false, false}},
		"two links in three seconds":     {[]entry{seen(1, 1, person), seen(4, 2, person)}, []bool{false, false}},
		"a load beside a click":          {[]entry{seen(1, load, person), seen(1, 1, person)}, []bool{false, false}},
		"a burst with a lone click":      {[]entry{seen(1, 1, person), seen(1, 2, person), seen(1, 3, person), seen(13, 1, person)}, []bool{true, true, true, false}},
	} {
		if got := machines(c.events); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A recipient counts once for each thing. A click counts as a load, and the last word about the subscription stands.
func TestARecipientIsSummedUp(t *testing.T) {
	sum := func(events ...entry) person {
		all := sorted(events)
		return judge(all, machines(all))
	}
	person1 := useragent.Phone
	if p := sum(seen(7, 1, person1), seen(9, 1, person1), seen(8, emaillink.Loaded, useragent.AppleProxy)); p != (person{loaded: true, clicked: true,
		machineLoaded: true, firstLoad: 7, firstClick: 7}) {
		t.Errorf("%+v", p)
	}
	if p := sum(seen(1, 1, useragent.Robot), seen(1, emaillink.Loaded, useragent.Head)); p != (person{machineLoaded: true, machineClicked: true}) {
		t.Errorf("%+v", p)
	}
	if p := sum(seen(1, emaillink.Unsubscribed, 0), seen(5, emaillink.Resubscribed, 0)); p.unsubscribed {
		t.Errorf("%+v", p)
	}
	if p := sum(seen(1, emaillink.Unsubscribed, 0), seen(5, emaillink.Resubscribed, 0), seen(9, emaillink.Unsubscribed, 0)); !p.unsubscribed {
		t.Errorf("%+v", p)
	}
	if p := sum(seen(1, emaillink.Honeypot, person1)); p != (person{}) {
		t.Errorf("%+v", p)
	}
}

// Addresses belong to their mailbox providers.
func TestMailboxesOfAddresses(t *testing.T) {
	for address, want := range map[string]string{"a@gmail.com": "gmail", "a@googlemail.com": "gmail", "a@hotmail.co.uk": "outlook",
		"a@outlook.com": "outlook", "a@yahoo.com.br": "yahoo", "a@aol.com": "yahoo", "a@icloud.com": "icloud", "a@qq.com": "qq",
		"a@vip.qq.com": "other", "a@126.com": "163", "a@notgmail.com": "other", "a@gmail.com.evil.example": "other", "a@yahooligans.com": "other"} {
		if got := mailboxes[mailboxOf(address)].name; got != want {
			t.Errorf("%s: %s", address, got)
		}
	}
}
