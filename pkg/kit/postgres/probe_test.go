//go:build postgres

package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"herald/internal/postgrestest"
	"herald/pkg/kit/postgres"
)

// A database is healthy while all connections of the pool are in use, and after its own connection was ended.
func TestABusyPoolIsHealthy(t *testing.T) {
	d, err := postgres.Open(t.Context(), postgres.Options{URL: with(t, "", "", "pool_max_conns=1"), Name: postgrestest.Name(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Read(t.Context(), func(ctx context.Context, _ *pgx.Conn) error {
		for range 2 {
			if err := d.Healthy(ctx); err != nil {
				return err
			}
			postgrestest.Exec(t, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'herald "+d.Name()+
				"' and query like '%pg_is_in_recovery%' and pid <> pg_backend_pid()")
		}
		return d.Healthy(ctx)
	})
	if err != nil {
		t.Error(err)
	}
}

// A call that is stuck does not keep a process from its end.
func TestCloseDoesNotWaitForAStuckCall(t *testing.T) {
	d := postgrestest.Open(t, nil)
	stuck, over, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- d.Read(context.Background(), func(context.Context, *pgx.Conn) error { close(stuck); <-over; return nil })
	}()
	<-stuck
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.CloseWithin(ctx) // would wait for ever
	close(over)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
