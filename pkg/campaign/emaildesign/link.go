package emaildesign

import (
	"net/url"
	"strings"

	"herald/pkg/kit/email"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/link"
)

var (
	colours   = lazyregexp.New(`^#[0-9A-Fa-f]{6}$`)
	telephone = lazyregexp.New(`^\+?[0-9(). -]{3,30}$`)
	uploaded  = lazyregexp.New(`^/uf/picture/[0-9A-Z]{26}$`)
)

// Colour reports a colour as a design has it: #rrggbb.
func Colour(text string) bool { return colours.MatchString(text) }

// standIn is what stands for a placeholder while an address is judged.
const standIn = "x"

// Address reports a link of an email: an https address, mailto or tel. Placeholders may stand behind the host, or be the address of a
// mailto. A placeholder in a host would let a recipient's value decide where a link leads.
func Address(text string) bool {
	var filled strings.Builder
	first := -1
	for _, p := range split(text) {
		if p.field == "" {
			filled.WriteString(p.text)
			continue
		}
		if first < 0 {
			first = filled.Len()
		}
		filled.WriteString(standIn)
	}
	plain := filled.String()
	if strings.ContainsAny(plain, "{}<>\"") {
		return false
	}
	switch scheme, rest, _ := strings.Cut(plain, ":"); strings.ToLower(scheme) {
	case "mailto":
		to, _, _ := strings.Cut(rest, "?")
		return !strings.ContainsFunc(rest, func(c rune) bool { return c <= ' ' || c == 0x7f }) &&
			(first >= 0 && to == standIn || email.Valid(to, email.LongestEnding))
	case "tel":
		return first >= 0 && rest == standIn || telephone.MatchString(rest)
	case "https":
		u, ok := link.Parse(plain)
		if !ok || len(text) > longestURL {
			return false
		}
		host := strings.Index(plain, "://") + len("://") + len(u.Host)
		return first < 0 || first > host && strings.ContainsAny(plain[host:first], "/?#")
	}
	return false
}

const longestURL = 2000

// PictureURL reports an address of a picture: of an uploaded one (pkg/platform/upload), or https without placeholders.
func PictureURL(text string) bool {
	if uploaded.MatchString(text) {
		return true
	}
	u, ok := link.Parse(text)
	return ok && u.Scheme == "https" && len(text) <= longestURL && !strings.ContainsAny(text, "{}")
}

// tracked reports an address of a page, which can be counted; mailto and tel cannot.
func tracked(address string) bool {
	return strings.HasPrefix(strings.ToLower(address), "https:")
}

// escapeIn escapes a value for the place in an address where it stands.
func escapeIn(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") }
