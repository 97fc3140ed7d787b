package email

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed roles.txt
var roles string

//go:embed disposable.txt
var disposables string

//go:embed providers.txt
var providers string

// setOf reads a list of words, one or several a line; # begins a comment.
func setOf(text *string) func() map[string]struct{} {
	return sync.OnceValue(func() map[string]struct{} {
		all := map[string]struct{}{}
		for line := range strings.Lines(*text) {
			line, _, _ = strings.Cut(line, "#")
			for _, word := range strings.Fields(line) {
				all[word] = struct{}{}
			}
		}
		return all
	})
}

var (
	roleNames       = setOf(&roles)
	disposableHosts = setOf(&disposables)
	providerHosts   = setOf(&providers)
)

// Role reports a normalised address that stands for a function of an organisation and not for a person, as info@ and no-reply@.
func Role(address string) bool {
	local, _, _ := strings.Cut(address[:max(strings.LastIndexByte(address, '@'), 0)], "+")
	_, ok := roleNames()[strings.NewReplacer("-", "", "_", "", ".", "").Replace(local)]
	return ok
}

// Disposable reports a normalised address at a provider whose mailboxes last minutes, or at a host of such a provider.
func Disposable(address string) bool {
	for domain := Domain(address); ; {
		if _, ok := disposableHosts()[domain]; ok {
			return true
		}
		_, parent, found := strings.Cut(domain, ".")
		if !found {
			return false
		}
		domain = parent
	}
}

// Provider reports a domain of a large mailbox provider, which receives email for certain.
func Provider(domain string) bool {
	_, ok := providerHosts()[domain]
	return ok
}
