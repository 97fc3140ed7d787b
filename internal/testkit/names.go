package testkit

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// names replaces values that differ from run to run: ids by their order of appearance, times, secrets and hashes by their kind.
type names struct {
	known map[string]string
	ids   int
	now   func() time.Time
}

func newNames(now func() time.Time) *names { return &names{known: map[string]string{}, now: now} }

func (n *names) set(value, name string) { n.known[value] = "<" + name + ">" }

var (
	idPattern    = regexp.MustCompile(`\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b`)
	unixPattern  = regexp.MustCompile(`\b1\d{9}(\d{3})?\b`)
	kindPatterns = []struct {
		pattern *regexp.Regexp
		name    string
	}{
		{regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]+`), "<access token>"},
		{regexp.MustCompile(`\$argon2id\$[^"\s]+`), "<password hash>"},
		{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "<time>"},
		{regexp.MustCompile(`\b20\d\d-\d\d-\d\dT\d\d#\d\b`), "<hour>#<shard>"},
		{regexp.MustCompile(`\b20\d\d-\d\d\b`), "<month>"},
		{regexp.MustCompile(`\b[0-9a-f]{32}([0-9a-f]{32})?\b`), "<hash>"},
		{regexp.MustCompile(`\bAF\d{14}[0-9a-f]{6}\b`), "<serial>"},
		{regexp.MustCompile(`"(hd|ow)":"[A-Z2-7]{26}"`), `"$1":"<holder>"`},
		{regexp.MustCompile(`\b(REG|ACTIVE)#\d+`), "$1#<shard>"},
		{regexp.MustCompile(`\bJOB#\d+`), "JOB#<shard>"},
		{regexp.MustCompile(`\bGS20\d{6}\b`), "GS<day>"},
	}
	secretPattern = regexp.MustCompile(`[A-Za-z0-9_-]{43}`)
)

func (n *names) plain(text string) string {
	text = n.replace(text)
	for _, k := range kindPatterns {
		text = k.pattern.ReplaceAllString(text, k.name)
	}
	text = idPattern.ReplaceAllStringFunc(text, func(id string) string {
		if n.known[id] == "" {
			n.ids++
			n.known[id] = fmt.Sprintf("<id %d>", n.ids)
		}
		return n.known[id]
	})
	text = secretPattern.ReplaceAllString(text, "<secret>")
	return unixPattern.ReplaceAllStringFunc(text, n.unix)
}

// replace puts the names in, the longest values first: a value may be a part of another.
func (n *names) replace(text string) string {
	values := slices.SortedFunc(maps.Keys(n.known), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, v := range values {
		text = strings.ReplaceAll(text, v, n.known[v])
	}
	return text
}

// unix hides seconds or milliseconds within three years of now; other long numbers stay.
func (n *names) unix(text string) string {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	at := time.Unix(v, 0)
	if len(text) == 13 {
		at = time.UnixMilli(v)
	}
	if d := at.Sub(n.now()); d > -3*365*24*time.Hour && d < 3*365*24*time.Hour {
		return "<unix>"
	}
	return text
}
