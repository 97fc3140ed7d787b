package metric

import (
	"net/http"
	"time"
)

// Transport counts the calls of a client by host.
type Transport struct {
	Set *Set
	Via http.RoundTripper
	Now func() time.Time
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	began := t.Now()
	res, err := t.Via.RoundTrip(req)
	host := req.URL.Hostname()
	switch {
	case err != nil || res.StatusCode >= 500 || res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		t.Set.Add(ProviderFailures, host, 1)
	default:
		t.Set.Observe(Provider, host, float64(t.Now().Sub(began).Milliseconds()))
		if res.StatusCode >= 400 {
			t.Set.Add(ProviderRefusals, host, 1)
		}
	}
	return res, err
}
