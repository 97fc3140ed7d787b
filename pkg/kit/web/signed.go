package web

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
)

// maxSigned bounds the body of a signed request, which is read before anything is known about the caller.
const maxSigned = 1 << 20

// signing describes the scheme in the OpenAPI document.
const signing = "A program signs each request with an app key. Headers: X-Herald-Key (the app key), X-Herald-Timestamp (Unix seconds, " +
	"differing by at most 300), X-Herald-Nonce (16 to 64 letters, digits, - or _, never twice) and X-Herald-Signature: hex HMAC-SHA256 " +
	"with the app secret over five lines joined by a line feed: " +
	"method, path with query, timestamp, nonce, hex SHA-256 of the body (of an empty string without body). Example, with the secret s3cret: " +
	"`printf 'GET\\n/api/gc/groupsendorder/page?size=1\\n1795219200\\n0123456789abcdef\\n%s' $(printf '' | sha256sum | cut -d' ' -f1) | " +
	"openssl dgst -sha256 -hmac s3cret`. " +
	"Refused with 401: 40111 malformed, 40112 late, 40113 unknown key, 40114 altered or signed by another secret, 40115 replayed. Such a " +
	"caller can only upload files, create contact lists, import contacts, list what an order needs, create orders and read their " +
	"state. " +
	"A signed body has at most 1 MB. Upload larger files with the form of `/uf/uploadfile/presign`."

// signed reads the caller of a signed request; the body stays readable.
func (a *API) signed(ctx context.Context, r *http.Request) (*auth.Principal, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxSigned+1))
	if err != nil || len(body) > maxSigned {
		return nil, fault.New(fault.TooLarge, 0, "web.tooLarge")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	path := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	h := r.Header.Get
	return a.opt.Signed(ctx, auth.Signed{Key: h(auth.KeyHeader), Method: r.Method, Path: path, Timestamp: h(auth.TimeHeader),
		Nonce: h(auth.NonceHeader),
		Body:  body, Signature: h(auth.SignatureHeader)})
}
