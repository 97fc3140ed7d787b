package sessim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

var authorization = regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=([^/]+)/([0-9]{8})/([a-z0-9-]+)/ses/aws4_request, ?` +
	`SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$`)

// verify checks the signature of a call (Signature Version 4). Of a key that Config.Keys does not have, when it has none at all, only
// the form and the hash of the body are checked.
func (s *Sim) verify(r *http.Request, body []byte) error {
	given := authorization.FindStringSubmatch(r.Header.Get("Authorization"))
	sum := sha256.Sum256(body)
	hash, when := hex.EncodeToString(sum[:]), r.Header.Get("X-Amz-Date")
	switch sent := r.Header.Get("X-Amz-Content-Sha256"); {
	case given == nil || len(when) != len("20060102T150405Z") || !strings.HasPrefix(when, given[2]):
		return sim.Refuse("MissingAuthenticationTokenException", "Missing Authentication Token")
	case sent != "" && sent != hash:
		return sim.Refuse("SignatureDoesNotMatch", "The body is not the one that was signed.")
	case len(s.cfg.Keys) == 0:
		return nil
	}
	secret, known := s.cfg.Keys[given[1]]
	if !known {
		return sim.Refuse("UnrecognizedClientException", "The security token included in the request is invalid.")
	}
	scope := strings.Join([]string{given[2], given[3], "ses", "aws4_request"}, "/")
	canonical := sha256.Sum256([]byte(canonicalRequest(r, strings.Split(given[4], ";"), hash)))
	text := strings.Join([]string{"AWS4-HMAC-SHA256", when, scope, hex.EncodeToString(canonical[:])}, "\n")
	key := []byte("AWS4" + secret)
	for _, part := range strings.Split(scope, "/") {
		key = mac(key, part)
	}
	if want := hex.EncodeToString(mac(key, text)); !hmac.Equal([]byte(want), []byte(given[5])) {
		return sim.Refuse("SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided.")
	}
	return nil
}

func mac(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// canonicalRequest is the request as both sides hash it.
func canonicalRequest(r *http.Request, signed []string, hash string) string {
	var lines []string
	for _, name := range signed {
		value := r.Header.Get(name)
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = r.Header.Get("Content-Length")
			if value == "" {
				value = strconv.FormatInt(r.ContentLength, 10)
			}
		}
		lines = append(lines, name+":"+strings.TrimSpace(value))
	}
	return strings.Join([]string{r.Method, canonicalPath(r.RequestURI), canonicalQuery(r.URL.Query()), strings.Join(lines, "\n") + "\n",
		strings.Join(signed, ";"), hash}, "\n")
}

// canonicalPath encodes each part of the path as it was sent once more.
func canonicalPath(uri string) string {
	path, _, _ := strings.Cut(uri, "?")
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = strings.ReplaceAll(url.QueryEscape(parts[i]), "+", "%20")
	}
	return strings.Join(parts, "/")
}

func canonicalQuery(q url.Values) string {
	var all []string
	for name, values := range q {
		for _, v := range values {
			all = append(all, strings.ReplaceAll(url.QueryEscape(name), "+", "%20")+"="+strings.ReplaceAll(url.QueryEscape(v), "+", "%20"))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "&")
}
