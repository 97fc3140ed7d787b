package postgrestest

import (
	"context"
	"errors"
	"net"
	"sync"
)

// Breaker is a network whose connections break at chosen calls. Calls are counted from the last Plan on, over all connections.
type Breaker struct {
	mu     sync.Mutex
	calls  int
	broken int
	breaks func(call int) bool
	half   bool
}

// ErrBroken is the error of a call that breaks.
var ErrBroken = errors.New("the network broke")

// Plan chooses the calls that break, and whether half of their bytes pass. No function is a network that holds.
func (b *Breaker) Plan(half bool, breaks func(call int) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls, b.broken, b.breaks, b.half = 0, 0, breaks, half
}

// Broken is how many calls broke since the last Plan.
func (b *Breaker) Broken() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.broken
}

// Dial opens a connection of this network.
func (b *Breaker) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &connection{conn, b}, nil
}

// next counts a call and reports whether it breaks.
func (b *Breaker) next() (breaks, half bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	call := b.calls
	b.calls++
	breaks = b.breaks != nil && b.breaks(call)
	if breaks {
		b.broken++
	}
	return breaks, b.half
}

type connection struct {
	net.Conn
	breaker *Breaker
}

func (c *connection) Write(data []byte) (int, error) {
	breaks, half := c.breaker.next()
	if !breaks {
		return c.Conn.Write(data)
	}
	n := 0
	if half {
		n, _ = c.Conn.Write(data[:len(data)/2])
	}
	_ = c.Conn.Close()
	return n, ErrBroken
}

// Read breaks after the server's answer has come, so that the server has done what it was asked for.
func (c *connection) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	if n == 0 || err != nil {
		return n, err
	}
	breaks, half := c.breaker.next()
	if !breaks {
		return n, nil
	}
	_ = c.Conn.Close()
	if half {
		return n / 2, nil
	}
	return 0, ErrBroken
}
