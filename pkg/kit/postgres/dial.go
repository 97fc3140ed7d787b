package postgres

import (
	"net"
	"time"
)

// connectTime bounds the opening of a connection whose address says nothing about it.
const connectTime = 10 * time.Second

// lostAfter is when a connection breaks whose other side answers nothing any more, as keepalives have it on the server: a machine that lost
// its power, and a network that forgot the connection, send no sign. Without it a call that no deadline ends waits a quarter of an hour.
const lostAfter = 11 * time.Second

// dialer opens connections that notice when their other side is gone.
func dialer() *net.Dialer {
	return &net.Dialer{Control: endUnanswered,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3}}
}
