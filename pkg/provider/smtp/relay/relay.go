// Package relay speaks SMTP to a mail relay over a pool of connections, and signs emails with DKIM. Only functions carry it that send.
package relay

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/textproto"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider/smtp"
)

// Security of the connection.
const (
	StartTLS  = "starttls" // an unencrypted start, then TLS; a relay without it is refused
	TLS       = "tls"      // from the first byte
	Plaintext = "none"     // inside a private network
)

// Config says which relay it is.
type Config struct {
	Address            string // host:port
	Security           string
	Username, Password string // empty: no AUTH
	Name               string // of the client in EHLO
	Connections        int    // at a time; 0 means 10
	PerConnection      int    // emails of one connection; 0 means 100
	Idle               time.Duration
	Keys               Keys
	Roots              *tls.Config // of tests; nil: the system's
	// Dial makes the connection; nil: any host may be dialled.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	Now  clock.Clock
}

// Defaults and bounds.
const (
	defaultConnections   = 10
	defaultPerConnection = 100
	defaultIdle          = 20 * time.Second // relays close idle connections after minutes; a function may sleep between
	dialTime             = 10 * time.Second
	deliveryTime         = 60 * time.Second // of a whole delivery; relays that scan take long to answer the message
)

type relay struct {
	cfg  Config
	host string
	pool *pool
}

// New makes a relay. It connects when it delivers.
func New(cfg Config) (smtp.Relay, error) {
	host, port, err := net.SplitHostPort(cfg.Address)
	switch {
	case err != nil || host == "" || port == "":
		return nil, errors.New("smtp: the address of the relay is not host:port")
	case cfg.Security != StartTLS && cfg.Security != TLS && cfg.Security != Plaintext:
		return nil, errors.New("smtp: the security of the relay is starttls, tls or none")
	case cfg.Security == Plaintext && cfg.Password != "":
		return nil, errors.New("smtp: a password is not sent over an unencrypted connection")
	}
	if cfg.Connections <= 0 {
		cfg.Connections = defaultConnections
	}
	if cfg.PerConnection <= 0 {
		cfg.PerConnection = defaultPerConnection
	}
	if cfg.Idle <= 0 {
		cfg.Idle = defaultIdle
	}
	if cfg.Dial == nil {
		cfg.Dial = new(net.Dialer).DialContext
	}
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	if cfg.Name == "" {
		cfg.Name = "localhost"
	}
	r := &relay{cfg: cfg, host: host}
	r.pool = newPool(cfg.Connections, cfg.PerConnection, cfg.Idle, cfg.Now, r.connect)
	return r, nil
}

// Deliver makes one delivery. A connection of the pool that turns out to be closed before the email was begun is replaced once: the
// relay cannot have accepted anything.
func (r *relay) Deliver(ctx context.Context, m smtp.Mail) error {
	text, err := write(m)
	if err == nil {
		text, err = r.cfg.Keys.sign(m.From, text)
	}
	if err != nil {
		return &outbound.Failed{Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, deliveryTime)
	defer cancel()
	for {
		s, err := r.pool.take(ctx)
		if err != nil {
			return err
		}
		err = s.deliver(ctx, m.ReturnPath, m.To, text)
		again := s.used > 0 && s.stale
		r.pool.give(s, err)
		if !again || ctx.Err() != nil {
			return err
		}
	}
}

// Check makes a connection of its own, signs in and ends it.
func (r *relay) Check(ctx context.Context) error {
	s, err := r.connect(ctx)
	if err != nil {
		return err
	}
	_ = s.conn.Close() // it is known that the relay takes us
	return nil
}

// deliver speaks the dialogue of one email. stale is set when the connection was closed before the first answer.
func (s *session) deliver(ctx context.Context, from, to string, text []byte) error {
	stop := context.AfterFunc(ctx, func() { _ = s.conn.Close() }) // ends every wait
	defer stop()
	end, _ := ctx.Deadline()
	if err := s.conn.SetDeadline(end); err != nil {
		s.broken, s.stale = true, true
		return &outbound.Failed{Err: err}
	}
	if s.used > 0 {
		if err := s.client.Reset(); err != nil {
			s.broken, s.stale = true, true
			return s.failure(ctx, smtp.Connecting, err)
		}
	}
	if err := s.client.Mail("<" + from + ">"); err != nil {
		s.stale = !answered(err)
		return s.failure(ctx, smtp.Sender, err)
	}
	if err := s.client.Rcpt("<" + to + ">"); err != nil {
		return s.failure(ctx, smtp.Recipient, err)
	}
	w, err := s.client.Data()
	if err != nil {
		return s.failure(ctx, smtp.Content, err)
	}
	if _, err := w.Write(text); err != nil {
		return s.failure(ctx, smtp.Content, err) // without the final dot nothing is accepted; the connection is cut
	}
	if err := w.Close(); err != nil {
		if answered(err) {
			return s.failure(ctx, smtp.Content, err)
		}
		s.broken = true
		return &outbound.Failed{Written: true, Err: err}
	}
	return nil
}

// answered reports an error that is the relay's answer.
func answered(err error) bool {
	var e *textproto.Error
	return errors.As(err, &e)
}

// failure is the error of a step. After an answer of 421 the relay closes the connection.
func (s *session) failure(ctx context.Context, stage smtp.Stage, err error) error {
	var e *textproto.Error
	if errors.As(err, &e) {
		s.broken = s.broken || e.Code == 421
		return &smtp.Refused{Stage: stage, Code: e.Code, Words: e.Msg}
	}
	s.broken = true
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return &outbound.Failed{Err: err}
}
