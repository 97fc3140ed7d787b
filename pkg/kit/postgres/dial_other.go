//go:build !linux

package postgres

import "syscall"

// endUnanswered does nothing: other systems have only keepalives.
func endUnanswered(string, string, syscall.RawConn) error { return nil }
