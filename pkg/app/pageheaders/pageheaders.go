// Package pageheaders says which security headers the console's pages carry. The distribution (infra) and the local front
// door send the same ones, so that what the policy forbids fails on the developer's machine first.
package pageheaders

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// Plain are the headers that never change, without the content policy.
var Plain = map[string]string{
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options":        "DENY",
	"Referrer-Policy":        "no-referrer",
}

// ContentPolicy for the console whose index page is given (nil when it is not built). Its inline scripts are allowed
// by their hashes; styles are inline because the component library writes them at run time. Images, uploads and
// downloads go to the buckets by presigned links; sources stand for them in the policy. Emails have pictures of any
// https address, which their editor and preview show. A payment leads to a
// provider's page by a form, which may send the browser on to other hosts of its; checkout hosts stand for those.
func ContentPolicy(index []byte, sources, cashiers string) string {
	return strings.Join([]string{
		"default-src 'self'", "script-src 'self'" + hashes(index), "style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob: https: " + sources, "media-src 'self' blob: " + sources, "font-src 'self' data:",
		"connect-src 'self' " + sources, "frame-src https:", "object-src 'none'", "base-uri 'none'", "form-action 'self' " + cashiers,
		"frame-ancestors 'none'",
	}, "; ")
}

var script = regexp.MustCompile(`(?is)<script([^>]*)>(.*?)</script>`)

func hashes(page []byte) string {
	var list strings.Builder
	seen := map[string]bool{}
	for _, m := range script.FindAllSubmatch(page, -1) {
		if strings.Contains(strings.ToLower(string(m[1])), "src=") || len(m[2]) == 0 {
			continue
		}
		sum := sha256.Sum256(m[2])
		hash := " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		if !seen[hash] {
			seen[hash] = true
			list.WriteString(hash)
		}
	}
	return list.String()
}
