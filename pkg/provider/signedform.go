package provider

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the providers' own signature; HMAC does not rest on collisions
	"encoding/base64"
	"net/url"
	"slices"
)

// SignedForm tells whether a callback bears the signature of one of the tokens: an HMAC over the address as the provider called it and
// the fields of the form, sorted by name (facts §2.3). The address is the one that we gave: what a proxy in front of us makes of it
// does not matter.
func SignedForm(tokens []string, address, signature string, body []byte) bool {
	given, err := base64.StdEncoding.DecodeString(signature)
	form, bad := url.ParseQuery(string(body))
	if err != nil || bad != nil || len(given) == 0 {
		return false
	}
	valid := false
	for _, token := range tokens {
		if token != "" {
			valid = hmac.Equal(signForm(token, address, form), given) || valid
		}
	}
	return valid
}

func signForm(token, address string, form url.Values) []byte {
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(address))
	names := make([]string, 0, len(form))
	for name := range form {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		values := slices.Clone(form[name])
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			mac.Write([]byte(name + v))
		}
	}
	return mac.Sum(nil)
}

// FormWith reports whether a body is a form that has one of the fields.
func FormWith(body []byte, names ...string) bool {
	form, err := url.ParseQuery(string(body))
	return err == nil && slices.ContainsFunc(names, func(name string) bool { return form.Get(name) != "" })
}
