// Package outbound makes calls to hosts outside. It calls configured hosts only, once, without following redirects,
// within a time and with an answer of bounded size. After a failure it reports whether anything can have arrived.
package outbound

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Defaults.
const (
	Timeout     = 10 * time.Second
	AnswerLimit = 4 << 20
)

// Client calls one service. It is safe for concurrent use.
type Client struct {
	base  *url.URL
	hosts []string
	doer  http.RoundTripper
	time  time.Duration
}

// New makes a client of the service at base, an absolute address that may have a path; more are further hosts ("host:port") that
// the service's own answers may point to. Of the given http.Client only Transport and Timeout are used; nil takes one's own.
func New(base string, client *http.Client, more ...string) (*Client, error) {
	u, err := url.Parse(strings.TrimRight(base, "/"))
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") || u.RawQuery != "" || u.User != nil {
		return nil, fmt.Errorf("outbound: %q is not the absolute address of a service", base)
	}
	c := &Client{base: u, hosts: append([]string{u.Host}, more...), time: Timeout}
	if client != nil {
		c.doer = client.Transport
		if client.Timeout > 0 {
			c.time = client.Timeout
		}
	}
	if c.doer == nil {
		c.doer = transport()
	}
	return c, nil
}

func transport() *http.Transport {
	return &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 3 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 8 * time.Second,
		MaxIdleConnsPerHost: 4, IdleConnTimeout: 15 * time.Second,
	}
}

// Path is the path of the base address, in front of every path of a call; "" for most.
func (c *Client) Path() string { return c.base.Path }

// URL is the absolute address of a path (and query) of the service.
func (c *Client) URL(path string) string { return c.base.String() + path }

// Call is one request. Path begins with "/" and may have a query; or it is an absolute address on a host that is allowed, by the
// service's own scheme.
type Call struct {
	Method, Path string
	Header       http.Header
	Body         []byte
	Limit        int64 // most bytes of the answer; 0 means AnswerLimit
}

// Answer is a complete answer.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Failed is the error of a call without a complete answer.
type Failed struct {
	Written bool // the other side may have read some or all of the call
	Err     error
}

func (f *Failed) Error() string { return "outbound: " + f.Err.Error() }

// Unwrap gives the cause.
func (f *Failed) Unwrap() error { return f.Err }

// ErrHost is the cause when the address is none of the hosts that are allowed; ErrSize when the answer is too long.
var (
	ErrHost = errors.New("the host is not one of the service's")
	ErrSize = errors.New("the answer is too long")
)

// Do makes the call; its error is a *Failed.
func (c *Client) Do(ctx context.Context, call Call) (*Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.time)
	defer cancel()
	req, err := c.request(ctx, call)
	if err != nil {
		return nil, &Failed{Err: err}
	}
	res, err := SingleAttempt{c.doer}.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	limit := cmp.Or(call.Limit, AnswerLimit)
	body, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = ErrSize
	}
	if err != nil {
		return nil, &Failed{Written: true, Err: err}
	}
	return &Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}

func (c *Client) request(ctx context.Context, call Call) (*http.Request, error) {
	address := call.Path
	if strings.HasPrefix(address, "/") || address == "" {
		address = c.URL(address)
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, address, bytes.NewReader(call.Body))
	if err != nil {
		return nil, err
	}
	if !slices.Contains(c.hosts, req.URL.Host) || req.URL.Scheme != c.base.Scheme || req.URL.User != nil {
		return nil, fmt.Errorf("%w: %s", ErrHost, req.URL.Host)
	}
	for name, values := range call.Header {
		req.Header[name] = values
	}
	return req, nil
}

// SingleAttempt sends a request once, for clients that are given one (the AWS SDK's). Its error is a *Failed.
type SingleAttempt struct{ Transport http.RoundTripper }

// Do sends the request; redirects are answers.
func (o SingleAttempt) Do(req *http.Request) (*http.Response, error) {
	var connected atomic.Bool
	traced := httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	req = req.WithContext(traced)
	req.GetBody = nil // net/http would send it again after a cut connection
	res, err := BufferedTransport(o).RoundTrip(req)
	if err != nil {
		return nil, &Failed{Written: connected.Load() || o.untraced(err), Err: err}
	}
	return res, nil
}

// untraced is true where a transport that traces nothing may have reached the other side.
func (o SingleAttempt) untraced(err error) bool {
	if _, ordinary := o.Transport.(*http.Transport); ordinary {
		return false
	}
	var op *net.OpError
	return !errors.As(err, &op) || op.Op != "dial"
}

// Transport is the way of a client that makes many calls at a time.
func Transport(calls int) *http.Transport {
	t := transport()
	t.MaxConnsPerHost, t.MaxIdleConnsPerHost, t.DisableCompression = calls, calls, true
	return t
}
