package smtpsim

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"herald/localstack/simulators/inbox"
	"herald/localstack/simulators/sim"
)

// session is one connection.
type session struct {
	s        *Sim
	conn     *smtp.Conn
	known    bool
	from, to string
}

var _ smtp.AuthSession = (*session)(nil)

func (s *Sim) session(c *smtp.Conn) (smtp.Session, error) {
	s.count(c)
	return &session{s: s, conn: c, known: s.cfg.Username == ""}, nil
}

// AuthMechanisms of the relay.
func (c *session) AuthMechanisms() []string {
	if c.s.cfg.Username == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth checks name and password.
func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != c.s.cfg.Username || subtle.ConstantTimeCompare([]byte(password), []byte(c.s.cfg.Password)) != 1 {
			return smtp.ErrAuthFailed
		}
		c.known = true
		return nil
	}), nil
}

// Reset forgets the envelope.
func (c *session) Reset() { c.from, c.to = "", "" }

// Logout ends the session.
func (c *session) Logout() error { return nil }

// Mail takes the sender.
func (c *session) Mail(from string, _ *smtp.MailOptions) error {
	switch {
	case !c.known:
		return smtp.ErrAuthRequired
	case strings.HasPrefix(from, "refused"):
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 8}, Message: "Sender address rejected"}
	}
	c.from = from
	return nil
}

// Rcpt takes the recipient; one whose local part begins with "refused" is not known.
func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasPrefix(strings.ToLower(to), "refused") {
		e := refusals["unknown"]
		_ = c.s.Refused(to, sim.Refuse("unknown", "%s", e.Message))
		return &e
	}
	c.to = to
	return nil
}

// Data takes the email.
func (c *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if c.s.Throttled() {
		return c.refuse(sim.Refuse("rate", "too fast"))
	}
	taken, err := c.take(inbox.Parse(via, raw))
	switch {
	case errors.Is(err, errLost):
		return c.cut()
	case err != nil:
		return c.refuse(err)
	}
	switch taken.Spoiled() {
	case sim.Cut:
		return c.cut()
	case sim.Slow:
		time.Sleep(sim.SlowAnswer)
	case sim.Bare, sim.Garbled:
		_, _ = io.WriteString(c.conn.Conn(), "%% what %%\r\n") // the client may be gone
		return c.cut()
	}
	return nil
}

var errLost = errors.New("smtpsim: the connection ends before the email is accepted")

// take decides about an email by the script.
func (c *session) take(m *inbox.Message) (taken sim.Taken, err error) {
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			err = errLost
		} else if p != nil {
			panic(p)
		}
	}()
	e := envelope{Return: c.from, MessageID: strings.Trim(m.Header("Message-ID"), "<>"), From: m.From}
	taken, err = c.s.Take(sim.Message{Key: c.to, Kind: "email", Body: m.Subject, Reference: string(sim.Encoded(e)),
		Outcome: inbox.Outcome(c.to)})
	if err != nil {
		return taken, err
	}
	m.Provider, m.At, m.Return, m.To, m.Reference = taken.ID, c.s.Now().UTC(), c.from, c.to, e.MessageID
	c.s.mail.Add(m)
	return taken, nil
}

// cut ends the connection without an answer.
func (c *session) cut() error {
	_ = c.conn.Conn().Close() // the answer that the server writes now goes nowhere
	return &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 0, 0}, Message: "cut"}
}

// refuse answers with the code of a refusal: a name of refusals, or "550 5.1.1" of the script.
func (c *session) refuse(err error) error {
	r := new(sim.Refusal)
	if !errors.As(err, &r) {
		return err
	}
	e, known := refusals[r.Code]
	if !known {
		e = smtp.SMTPError{Code: 554, EnhancedCode: smtp.NoEnhancedCode, Message: "Transaction failed"}
		var code, class, subject, detail int
		if n, _ := fmt.Sscanf(string(r.Code), "%d %d.%d.%d", &code, &class, &subject, &detail); n >= 1 && code >= 400 { // what can be read
			e.Code = code
			if n == 4 {
				e.EnhancedCode = smtp.EnhancedCode{class, subject, detail}
			}
		}
	}
	if e.Code == 421 {
		defer func() { go c.closeSoon() }()
	}
	return &e
}

// closeSoon ends the connection after the answer.
func (c *session) closeSoon() {
	time.Sleep(50 * time.Millisecond)
	_ = c.conn.Conn().Close()
}

// headersOf are the headers of a raw email.
func headersOf(raw string) string {
	if end := strings.Index(raw, "\r\n\r\n"); end >= 0 {
		return raw[:end+2]
	}
	return string(bytes.TrimSpace([]byte(raw)))
}
