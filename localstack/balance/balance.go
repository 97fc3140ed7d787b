// Package balance spreads requests over the copies of one product, as the load balancer in front of them does. A copy takes requests
// while it is ready; a request whose copy cannot be reached goes to the next one, because nothing of it was sent.
package balance

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"
)

// askEvery is how often each copy is asked whether it is ready, askTime how long it has for the answer.
const (
	askEvery = 100 * time.Millisecond
	askTime  = time.Second
)

// Balancer is an http.Handler. Run keeps its view of the copies.
type Balancer struct {
	http.Handler
	copies []*replica
	next   atomic.Uint64
	client http.Client
}

type replica struct {
	url   *url.URL
	ready atomic.Bool
}

// New spreads over copies, each the origin of one. None takes requests before Run has found it ready.
func New(copies []*url.URL) *Balancer {
	b := &Balancer{client: http.Client{Timeout: askTime}}
	for _, u := range copies {
		b.copies = append(b.copies, &replica{url: u})
	}
	to := http.DefaultTransport.(*http.Transport).Clone()
	to.DisableKeepAlives, to.Proxy = true, nil // a copy that has ended is then found by a dial that fails
	b.Handler = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.Host = r.In.Host
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
			r.SetXForwarded()
			r.Out.URL.Scheme, r.Out.URL.Host = "http", r.In.Host // the transport chooses
		},
		Transport:    transport{b, to},
		ErrorHandler: refuse,
	}
	return b
}

// errNone means that no copy takes requests.
var errNone = errors.New("no copy is ready")

// refuse answers as a load balancer does: 503 when no copy can be reached, 502 when one ended before its answer.
func refuse(w http.ResponseWriter, _ *http.Request, err error) {
	status := http.StatusBadGateway
	if errors.Is(err, errNone) {
		status = http.StatusServiceUnavailable
	}
	http.Error(w, http.StatusText(status), status)
}

// transport sends a request to the copies in turn until one is reached.
type transport struct {
	*Balancer
	to *http.Transport
}

// RoundTrip is http.RoundTripper's.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	first := t.next.Add(1)
	if r.Body != nil {
		r.Body = io.NopCloser(r.Body) // the proxy closes it; a dial that fails would
	}
	for i := range t.copies {
		one := t.copies[(first+uint64(i))%uint64(len(t.copies))]
		if !one.ready.Load() {
			continue
		}
		r.URL.Scheme, r.URL.Host = one.url.Scheme, one.url.Host
		answer, err := t.to.RoundTrip(r)
		var failed *net.OpError
		if errors.As(err, &failed) && failed.Op == "dial" {
			one.ready.Store(false)
			continue
		}
		return answer, err
	}
	return nil, errNone
}

// Run asks the copies whether they are ready, until ctx ends.
func (b *Balancer) Run(ctx context.Context) {
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		for _, one := range b.copies {
			go func() { one.ready.Store(b.isReady(ctx, one)) }()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (b *Balancer) isReady(ctx context.Context, one *replica) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, one.url.JoinPath("readyz").String(), nil)
	if err != nil {
		return false
	}
	answer, err := b.client.Do(request)
	if err != nil {
		return false
	}
	return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}
