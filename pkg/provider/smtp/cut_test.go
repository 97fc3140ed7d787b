package smtp_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/smtp"
	"herald/pkg/provider/smtp/relay"
)

// cutRelay answers until the command at which it cuts the connection. Of the commands, "." is the end of the message. After so many
// emails of a connection it cuts as well. It returns its address and the number of messages that it has read to their end.
type cutRelay struct {
	cutAt    string
	after    int // emails of a connection; 0: never
	messages atomic.Int64
}

func (c *cutRelay) serve(t *testing.T) string {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	var open sync.WaitGroup
	open.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed at the end of the test
			}
			open.Go(func() { defer conn.Close(); c.dialogue(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); open.Wait() })
	return l.Addr().String()
}

func (c *cutRelay) dialogue(conn net.Conn) {
	if c.cutAt == "greeting" {
		return
	}
	fmt.Fprint(conn, "220 relay\r\n")
	lines := bufio.NewScanner(conn)
	for emails, inside := 0, false; lines.Scan(); {
		line := lines.Text()
		command, _, _ := strings.Cut(line, " ")
		switch {
		case inside && c.cutAt == "message":
			return
		case inside && line != ".":
			continue
		case inside:
			inside = false
			c.messages.Add(1)
			if c.cutAt == "." {
				return
			}
			fmt.Fprint(conn, "250 2.0.0 taken\r\n")
			if emails++; emails == c.after {
				return
			}
			continue
		case command == c.cutAt:
			return
		}
		switch command {
		case "EHLO":
			fmt.Fprint(conn, "250-relay\r\n250 8BITMIME\r\n")
		case "DATA":
			inside = true
			fmt.Fprint(conn, "354 go on\r\n")
		default:
			fmt.Fprint(conn, "250 ok\r\n")
		}
	}
}

func (c *cutRelay) adapter(t *testing.T) *smtp.Adapter {
	t.Helper()
	return must(smtp.New(smtp.Config{Relay: must(relay.New(relay.Config{Address: c.serve(t), Security: relay.Plaintext})), Domain: domain,
		Secrets: []string{"s"}}))
}

// A connection that is cut before the final dot is no doubt, and one that is cut behind it is.
func TestACutAtEachMoment(t *testing.T) {
	for at, want := range map[string]struct {
		verdict provider.Verdict
		scope   provider.Scope
	}{
		"greeting": {provider.Retry, provider.Sender}, "EHLO": {provider.Retry, provider.Sender}, "MAIL": {provider.Retry, provider.Target},
		"RCPT": {provider.Retry, provider.Target}, "DATA": {provider.Retry, provider.Target}, ".": {provider.Unknown, provider.Target},
	} {
		c := &cutRelay{cutAt: at}
		out := c.adapter(t).Send(t.Context(), letter("ana@mail.example"))
		if out.Verdict != want.verdict || out.Scope != want.scope {
			t.Errorf("cut at %s: %+v", at, out)
		}
		if n := c.messages.Load(); n > 0 != (at == ".") {
			t.Errorf("cut at %s: %d messages", at, n)
		}
	}
}

// A message that was begun and not ended is written into a closed connection or not: both are no acceptance, unless the end was
// written.
func TestACutInsideTheMessage(t *testing.T) {
	c := &cutRelay{cutAt: "message"}
	m := letter("ana@mail.example")
	m.Email.HTML = strings.Repeat("<p>long</p>", 500_000)
	if out := c.adapter(t).Send(t.Context(), m); out.Verdict == provider.Accepted ||
		out.Verdict == provider.Rejected || c.messages.Load() > 0 {
		t.Errorf("%+v", out)
	}
}

// A connection that the relay closed between two emails is replaced, and each email is delivered once.
func TestAClosedConnectionIsReplaced(t *testing.T) {
	c := &cutRelay{after: 1}
	a := c.adapter(t)
	for i := range 5 {
		if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Accepted {
			t.Errorf("%d: %+v", i, out)
		}
	}
	if n := c.messages.Load(); n != 5 {
		t.Errorf("%d messages", n)
	}
}
