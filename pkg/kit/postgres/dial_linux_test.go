//go:build postgres

package postgres_test

import (
	"context"
	"net"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"herald/internal/postgrestest"
)

// A connection ends when its other side is gone without a sign, although no deadline bounds the call: the system looks after 5 s of
// silence, and breaks it 11 s after data that is not acknowledged.
func TestAConnectionNoticesThatTheServerIsGone(t *testing.T) {
	d := postgrestest.Open(t, nil)
	err := d.Read(t.Context(), func(_ context.Context, conn *pgx.Conn) error {
		raw, err := conn.PgConn().Conn().(*net.TCPConn).SyscallConn()
		if err != nil {
			return err
		}
		return raw.Control(func(fd uintptr) {
			for option, want := range map[int]int{18: 11000, syscall.TCP_KEEPIDLE: 5, syscall.TCP_KEEPINTVL: 2, syscall.TCP_KEEPCNT: 3} {
				if got, err := syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, option); err != nil || got != want {
					t.Errorf("option %d is %d, want %d (%v)", option, got, want, err)
				}
			}
		})
	})
	if err != nil {
		t.Error(err)
	}
}
