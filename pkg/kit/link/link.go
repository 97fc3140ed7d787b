// Package link reads the addresses of pages that people and providers name.
package link

import (
	"net/url"
	"strings"
)

// Parse reads an absolute http or https address with a host and without a user: what stands before an @ reads like a host and is none.
// Blanks, control characters and backslashes, which browsers read otherwise than we do, are refused.
func Parse(text string) (*url.URL, bool) {
	if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c == '\\' || c == 0x7f }) {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Opaque != "" || u.Hostname() == "" || u.User != nil {
		return nil, false
	}
	return u, true
}
