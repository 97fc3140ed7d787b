package relay

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"

	client "github.com/wneessen/go-mail/smtp"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider/smtp"
)

// session is one connection to the relay.
type session struct {
	conn   net.Conn
	client *client.Client
	used   int  // emails
	broken bool // it is not used again
	stale  bool // it was closed before the email was begun
	last   time.Time
}

// pool keeps connections. Each is used by one delivery at a time. It is safe for concurrent use.
type pool struct {
	places  chan struct{} // one for each connection at a time
	most    int
	idle    time.Duration
	now     clock.Clock
	connect func(ctx context.Context) (*session, error)

	mu   sync.Mutex
	free []*session // the one that was used last at the end
}

func newPool(connections, most int, idle time.Duration, now clock.Clock, connect func(context.Context) (*session, error)) *pool {
	return &pool{places: make(chan struct{}, connections), most: most, idle: idle, now: now, connect: connect}
}

// take gives a connection, a new one when none is free. It waits while all are in use.
func (p *pool) take(ctx context.Context) (*session, error) {
	select {
	case p.places <- struct{}{}:
	case <-ctx.Done():
		return nil, &outbound.Failed{Err: ctx.Err()}
	}
	if s := p.pop(); s != nil {
		return s, nil
	}
	s, err := p.connect(ctx)
	if err != nil {
		<-p.places
		return nil, err
	}
	return s, nil
}

// pop takes the connection that was used last, and closes those that were idle for too long.
func (p *pool) pop() *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := p.now().Add(-p.idle)
	for len(p.free) > 0 && p.free[0].last.Before(since) {
		_ = p.free[0].conn.Close()
		p.free = p.free[1:]
	}
	if len(p.free) == 0 {
		return nil
	}
	s := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return s
}

// give returns a connection. One that failed, or has sent its number of emails, is closed.
func (p *pool) give(s *session, err error) {
	defer func() { <-p.places }()
	if s.used++; s.broken || s.used >= p.most {
		if !s.broken && err == nil {
			_ = s.client.Quit() // the email is accepted; a failure to say goodbye changes nothing
		}
		_ = s.conn.Close()
		return
	}
	s.last = p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, s)
}

// connect opens a connection that is ready for an email.
func (r *relay) connect(ctx context.Context) (*session, error) {
	end, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := r.cfg.Dial(end, "tcp", r.cfg.Address)
	if err != nil {
		return nil, &outbound.Failed{Err: errors.Join(smtp.ErrConnect, err)}
	}
	s := &session{conn: conn}
	stop := context.AfterFunc(end, func() { _ = conn.Close() })
	defer stop()
	if err := r.greet(end, s); err != nil {
		_ = conn.Close()
		var f *outbound.Failed
		if errors.As(err, &f) {
			f.Err = errors.Join(smtp.ErrConnect, f.Err)
		}
		return nil, err
	}
	return s, nil
}

// greet says hello, and makes the connection secure and known.
func (r *relay) greet(ctx context.Context, s *session) (err error) {
	if r.cfg.Security == TLS {
		secure := tls.Client(s.conn, r.tls())
		if err := secure.HandshakeContext(ctx); err != nil {
			return &outbound.Failed{Err: err}
		}
		s.conn = secure
	}
	if s.client, err = client.NewClient(s.conn, r.host); err != nil {
		return s.failure(ctx, smtp.Connecting, err)
	}
	s.client.SkipSMTPUTF8(true) // addresses are of ASCII, and the next server may not have it
	if err := s.client.Hello(r.cfg.Name); err != nil {
		return s.failure(ctx, smtp.Connecting, err)
	}
	if r.cfg.Security == StartTLS {
		if err := s.client.StartTLS(r.tls()); err != nil {
			return s.failure(ctx, smtp.Connecting, err)
		}
	}
	if r.cfg.Username == "" {
		return nil
	}
	if err := s.client.Auth(r.credentials(s)); err != nil {
		return s.failure(ctx, smtp.Signing, err)
	}
	return nil
}

func (r *relay) tls() *tls.Config {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if r.cfg.Roots != nil {
		c = r.cfg.Roots.Clone()
	}
	c.ServerName = r.host
	return c
}

// credentials by the first mechanism that the relay has.
func (r *relay) credentials(s *session) client.Auth {
	if _, offered := s.client.Extension("AUTH"); offered != "" && !has(offered, "PLAIN") && has(offered, "LOGIN") {
		return client.LoginAuth(r.cfg.Username, r.cfg.Password, r.host, false)
	}
	return client.PlainAuth("", r.cfg.Username, r.cfg.Password, r.host, false)
}
