package outbound

import (
	"bytes"
	"io"
	"net/http"
)

// BufferedTransport sends the head and the body of a request in one piece, for clients of the AWS SDK. Their bodies are none that
// net/http knows to be in memory: it would send the head alone, then the body, and ask for more of it while the SDK, which has its
// answer by then, closes it. Its end is told in a way (smithy-go's WriteTo after Close) that net/http takes for a failed write, and
// it cuts the connection of which the answer is still read: what was done looks as if it had failed.
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
