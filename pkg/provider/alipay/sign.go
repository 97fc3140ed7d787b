package alipay

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
)

// canonical joins all parameters that have a value, sorted by name, but for those left out (facts 5.2).
func canonical(params map[string]string, without ...string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if params[name] != "" && !slices.Contains(without, name) {
			parts = append(parts, name+"="+params[name])
		}
	}
	return strings.Join(parts, "&")
}

// sign gives the RSA2 signature of a text.
func (a *Adapter) sign(text string) (string, error) {
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA256, sum[:])
	return base64.StdEncoding.EncodeToString(signature), err
}

// verify reports whether a signature is Alipay's, by any of its keys.
func (a *Adapter) verify(text []byte, signature string) bool {
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(raw) == 0 {
		return false
	}
	sum := sha256.Sum256(text)
	return slices.ContainsFunc(a.keys, func(key *rsa.PublicKey) bool { return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], raw) == nil })
}
