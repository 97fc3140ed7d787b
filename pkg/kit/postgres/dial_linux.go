package postgres

import (
	"errors"
	"strings"
	"syscall"
)

// userTimeout is TCP_USER_TIMEOUT of tcp(7): how many milliseconds sent data may stay without an acknowledgement.
const userTimeout = 18

// endUnanswered has the system break a connection whose data is not acknowledged for lostAfter; keepalives alone say nothing then.
func endUnanswered(network, _ string, c syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	return errors.Join(c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, int(lostAfter.Milliseconds()))
	}), err)
}
