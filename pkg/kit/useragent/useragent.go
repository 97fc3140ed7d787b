// Package useragent tells people from machines by the user agent of a request, and the device of a person. A program that wants to pass
// for a browser does; what only shows in several requests, the caller decides.
package useragent

import (
	_ "embed"
	"net/url"
	"strings"
	"sync"
)

// Kind is what sent a request. Kinds are stored: their numbers stay.
type Kind uint8

const (
	Other       Kind = iota // a person's program that names no device
	Desktop                 // a person
	Phone                   // a person
	Tablet                  // a person
	GoogleProxy             // fetches a picture when a person opens an email in Gmail, or before
	YahooProxy              // likewise
	Gateway                 // a browser that came by a page of a mail gateway: a person, or the gateway itself
	AppleProxy              // fetches every picture of Mail Privacy Protection, opened or not
	Prefetch                // Gmail before a person opens the email
	Scanner                 // a mail security gateway
	Preview                 // a link preview of a messenger
	Robot                   // a program
	Empty                   // without a user agent
	Head                    // asked with HEAD: nothing is shown to a person
)

var names = [...]string{"other", "desktop", "phone", "tablet", "googleProxy", "yahooProxy", "gateway", "appleProxy", "prefetch", "scanner",
	"preview", "robot", "empty", "head"}

func (k Kind) String() string {
	if int(k) < len(names) {
		return names[k]
	}
	return "other"
}

// Machine reports a kind that is never a person. A proxy may be one.
func (k Kind) Machine() bool { return k >= AppleProxy }

// Proxy reports a kind that fetches pictures for people, perhaps before they look.
func (k Kind) Proxy() bool { return k == GoogleProxy || k == YahooProxy }

//go:embed words.tsv
var table string

type word struct{ kind, text string }

// words are read by the first request.
var words = sync.OnceValue(func() (all []word) {
	for line := range strings.Lines(table) {
		kind, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if ok && !strings.HasPrefix(kind, "#") {
			all = append(all, word{kind, text})
		}
	}
	return all
})

var kinds = map[string]Kind{"google": GoogleProxy, "yahoo": YahooProxy, "prefetch": Prefetch, "scanner": Scanner, "preview": Preview,
	"robot": Robot}

// longest is how much of a user agent is looked at.
const longest = 512

// Of is the kind of a request, by method, user agent and referrer.
func Of(method, agent, referrer string) Kind {
	if method == "HEAD" {
		return Head
	}
	k := OfAgent(agent)
	if !k.Machine() && gateway(referrer) {
		return Gateway
	}
	return k
}

// OfAgent is the kind of a user agent alone.
func OfAgent(agent string) Kind {
	agent = strings.TrimSpace(agent)
	switch {
	case agent == "":
		return Empty
	case agent == "Mozilla/5.0":
		return AppleProxy
	}
	agent = strings.ToLower(agent[:min(len(agent), longest)])
	for _, w := range words() {
		if w.kind == "referrer" || !strings.Contains(agent+" ", w.text) {
			continue
		}
		if w.kind == "person" {
			break
		}
		return kinds[w.kind]
	}
	return device(agent)
}

func device(agent string) Kind {
	has := func(text string) bool { return strings.Contains(agent, text) }
	switch {
	case has("ipad"), has("tablet"), has("android") && !has("mobile"):
		return Tablet
	case has("iphone"), has("ipod"), has("android"), has("mobile"), has("harmony"):
		return Phone
	case has("windows"), has("macintosh"), has("mac os x"), has("x11"), has("cros"), has("linux"):
		return Desktop
	}
	return Other
}

// gateway reports the referrer of a page of a mail gateway.
func gateway(referrer string) bool {
	u, err := url.Parse(referrer)
	if referrer == "" || err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	for _, w := range words() {
		if w.kind == "referrer" && (host == w.text || strings.HasSuffix(host, "."+w.text)) {
			return true
		}
	}
	return false
}
