package gateway

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
)

// Signer signs parameters with a shared secret.
type Signer func(params map[string]string, secret string) string

// Signers are the ways of signing that aggregators use, by the name that the configuration takes.
func Signers() map[string]Signer {
	return map[string]Signer{
		"md5": func(p map[string]string, secret string) string {
			sum := md5.Sum([]byte(canonical(p) + "&key=" + secret))
			return strings.ToUpper(hex.EncodeToString(sum[:]))
		},
		"sha256": func(p map[string]string, secret string) string {
			sum := sha256.Sum256([]byte(canonical(p) + "&key=" + secret))
			return strings.ToUpper(hex.EncodeToString(sum[:]))
		},
		"hmac-sha256": func(p map[string]string, secret string) string {
			mac := hmac.New(sha256.New, []byte(secret))
			mac.Write([]byte(canonical(p)))
			return hex.EncodeToString(mac.Sum(nil))
		},
	}
}

// canonical joins all parameters that have a value but the signature, sorted by name.
func canonical(p map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if name != "sign" && p[name] != "" {
			parts = append(parts, name+"="+p[name])
		}
	}
	return strings.Join(parts, "&")
}

func same(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(strings.ToLower(a)), []byte(strings.ToLower(b))) == 1
}
