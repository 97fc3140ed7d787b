package whatsapp

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// NewHTTPClient makes the client for the sending loop: up to maxConns kept HTTP/1.1 connections to a host, no
// HTTP/2, no compression, no proxy from the environment, 10 s for a whole call. Its connections record whether
// anything was written, which distinguishes a refused message from one in doubt.
func NewHTTPClient(maxConns int) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}
	return &http.Client{
		Timeout: defaultTimeout,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				c, err := dialer.DialContext(ctx, network, addr)
				if err != nil {
					return nil, err
				}
				return &countedConn{Conn: c}, nil
			},
			MaxConnsPerHost:     maxConns,
			MaxIdleConnsPerHost: maxConns,
			MaxIdleConns:        maxConns,
			// The timeout is short, because a connection that the other side closed meanwhile puts a message in
			// doubt. A frozen function wakes up with stale connections; net/http compares clock times here.
			IdleConnTimeout:     15 * time.Second,
			TLSHandshakeTimeout: 5 * time.Second,
			DisableCompression:  true,
			ForceAttemptHTTP2:   false,
		},
	}
}

// countedConn counts the writes that may have reached the other side.
type countedConn struct {
	net.Conn
	writes atomic.Int64
}

func (c *countedConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	n, err := c.Conn.Write(p)
	if n == 0 && err != nil {
		c.writes.Add(-1)
	}
	return n, err
}

// netConn is the method of a TLS connection that gives the connection below it.
type netConn interface{ NetConn() net.Conn }

// counted finds the counter of a connection; nil when it was not dialled by NewHTTPClient.
func counted(c net.Conn) *countedConn {
	if t, ok := c.(netConn); ok {
		c = t.NetConn()
	}
	cc, _ := c.(*countedConn)
	return cc
}
