package domain

import (
	_ "embed"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"herald/pkg/kit/fault"
)

// longest leaves space for the hosts below the name.
const longest = 180

//go:embed mailboxes.txt
var mailboxFile string

// mailboxes are domains of mailbox providers and disposable addresses: no customer owns one.
var mailboxes = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(mailboxFile) {
		if name := strings.TrimSpace(line); name != "" && name[0] != '#' {
			all[name] = true
		}
	}
	return all
})

// parse reads a name as it was typed: with capitals, a final dot, or the address of a page around it. Faults of field name: domain.name,
// domain.suffix, domain.mailbox.
func parse(text string) (ascii, shown string, err error) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, scheme := range []string{"https://", "http://"} {
		text = strings.TrimPrefix(text, scheme)
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "/"), ".")
	ascii, err = idna.Lookup.ToASCII(text)
	_, address := netip.ParseAddr(ascii)
	labels := strings.Split(ascii, ".")
	last := labels[len(labels)-1]
	if err != nil || address == nil || len(labels) < 2 || len(ascii) > longest || strings.Trim(last, "0123456789") == "" {
		return "", "", fault.Bad("name", "domain.name")
	}
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return "", "", fault.Bad("name", "domain.name")
		}
	}
	organisation, err := publicsuffix.EffectiveTLDPlusOne(ascii)
	if err != nil {
		return "", "", fault.Bad("name", "domain.suffix", "name", text)
	}
	if mailboxes()[ascii] || mailboxes()[organisation] {
		return "", "", fault.Bad("name", "domain.mailbox", "name", organisation)
	}
	if shown, err = idna.Display.ToUnicode(ascii); err != nil {
		shown = ascii
	}
	return ascii, shown, nil
}

// organisation is the registered domain that a name lies in.
func organisation(ascii string) string {
	name, err := publicsuffix.EffectiveTLDPlusOne(ascii)
	if err != nil {
		return ascii
	}
	return name
}
