// Package platform knows the social platforms of comment orders: their hosts and how long a comment may be (platforms.tsv). Their names
// in four languages are the dictionary comment_platform.
package platform

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/link"
)

//go:embed platforms.tsv
var table string

// Platform is a social platform.
type Platform struct {
	Key    string
	Length int      // most characters of a comment
	Hosts  []string // of its pages; their subdomains belong to it, too
}

// All are the platforms in the order of the table.
func All() []Platform { return all() }

var all = sync.OnceValue(func() (out []Platform) {
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(f[1])
		if err != nil || len(f) != 3 {
			panic(fmt.Sprintf("platform: line %q", line)) // embedded at build time
		}
		out = append(out, Platform{f[0], n, strings.Fields(f[2])})
	}
	return out
})

// Keys names the platforms.
func Keys() (keys []string) {
	for _, p := range All() {
		keys = append(keys, p.Key)
	}
	return keys
}

// Find gives a platform by its key. Fault: comment.platform, about the field platform.
func Find(key string) (Platform, error) {
	i := slices.IndexFunc(All(), func(p Platform) bool { return p.Key == key })
	if i < 0 {
		return Platform{}, fault.Bad("platform", "comment.platform")
	}
	return All()[i], nil
}

// Check refuses an address that is no page of the platform. The host is one of the platform's or below it, in ASCII as it stands: letters
// that only look alike are another host. Faults, about a field: comment.url.form, comment.url.host, comment.url.page.
func (p Platform) Check(field, address string) error {
	u, ok := link.Parse(address)
	if !ok || u.Scheme != "https" || strings.Contains(u.Host, ":") {
		return fault.Bad(field, "comment.url.form")
	}
	host := strings.ToLower(u.Host)
	owns := func(own string) bool { return host == own || strings.HasSuffix(host, "."+own) }
	if strings.Contains(host, "xn--") || strings.Contains(host, "..") || !slices.ContainsFunc(p.Hosts, owns) {
		return fault.Bad(field, "comment.url.host", "hosts", strings.Join(p.Hosts, ", "))
	}
	if strings.Trim(u.Path, "/") == "" {
		return fault.Bad(field, "comment.url.page")
	}
	return nil
}
