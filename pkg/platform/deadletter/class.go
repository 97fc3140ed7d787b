package deadletter

import (
	"hash/fnv"
	"strconv"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/lazyregexp"
)

// maxClass bounds the class of an error, in bytes.
const maxClass = 200

// What errors name of one case: ids, keys, addresses, places within an order, and numbers, as of phones. A status like 503 stays.
var (
	emails  = lazyregexp.New(`[^\s"'<>@]+@[^\s"'<>@]+`)
	queries = lazyregexp.New(`\?[^\s"']+`)
	ids     = lazyregexp.New(`\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|[0-9a-fA-F]{16,}|[A-Z0-9]{32,}|[\w-]{40,})\b`)
	places  = lazyregexp.New(`([/#\[]|\b(?:chunk|place|part) )\d+\b`)
	numbers = lazyregexp.New(`\+?\d[\d ()-]{2,}\d|\d{4,}`)
)

// Class is an error without what differs from case to case: its first line with placeholders for ids, addresses and numbers. Errors of one
// class have one text, and it holds no number or address of a person.
func Class(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	for _, r := range []struct {
		of *lazyregexp.Pattern
		by string
	}{{emails, "<email>"}, {queries, "?…"}, {ids, "<id>"}, {places, "$1<n>"}, {numbers, "<n>"}} {
		text = r.of.Regexp().ReplaceAllString(text, r.by)
	}
	if len(text) > maxClass {
		text = text[:maxClass]
		for !utf8.ValidString(text) {
			text = text[:len(text)-1]
		}
	}
	return strings.ToValidUTF8(text, "")
}

// groupOf names the dead letters of a task with the same error.
func groupOf(task, class string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(task + "\x00" + class)) // cannot fail
	return strconv.FormatUint(h.Sum64(), 16)
}
