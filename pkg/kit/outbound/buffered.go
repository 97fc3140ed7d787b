package outbound

import (
	"bytes"
	"io"
	"net/http"
)

// BufferedTransport sends the head and the body of a request in one piece, for clients of the AWS SDK. net/http does
// not know that the SDK's bodies are in memory. It would send the head alone, then the body, and read more of it
// while the SDK, which has its answer by then, closes it. smithy-go's WriteTo after Close then reports the end in a
// way that net/http takes for a failed write. net/http cuts the connection of the answer that is still being read,
// and a successful call looks failed.
type BufferedTransport struct{ Transport http.RoundTripper }

// piece is the longest body that is copied; a longer one is only kept from telling its end wrongly.
const piece = 256 << 10

// RoundTrip sends the request.
func (w BufferedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return w.Transport.RoundTrip(req)
	}
	sent := req.WithContext(req.Context())
	sent.Body = struct{ io.ReadCloser }{req.Body}
	if req.ContentLength > 0 && req.ContentLength <= piece {
		body := make([]byte, req.ContentLength)
		_, err := io.ReadFull(req.Body, body)
		if closed := req.Body.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, err
		}
		sent.Body = io.NopCloser(bytes.NewReader(body))
	}
	return w.Transport.RoundTrip(sent)
}
