// Package email knows what an e-mail address looks like (platform-services §5). The console has the same rule
// (`web/src/lib/input/email.ts`), and testdata/addresses.json is the table of both.
package email

import (
	"strings"

	"herald/pkg/kit/lazyregexp"
)

// LongestEnding is the length that a top-level domain can have (RFC 1035), the default of the setting email.tld.max.
const LongestEnding = 63

const longest = 128

var form = lazyregexp.New(
	"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})$")

// Valid tells whether a text is an address whose top-level domain has at most so many characters.
func Valid(text string, ending int) bool {
	return len(text) <= longest && form.MatchString(text) && len(text)-strings.LastIndexByte(text, '.')-1 <= ending
}
