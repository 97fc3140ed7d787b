//go:build pgrows

package testkit

import (
	"context"
	"crypto/rand"
	"os"
	"sync"
	"testing"

	"herald/pkg/kit/postgres"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/pgstore"
)

// onServer is the schema that all tests of make test-postgres share.
var onServer = sync.OnceValues(func() (*postgres.Database, error) {
	return postgres.Open(context.Background(), postgres.Options{URL: os.Getenv("HERALD_TEST_POSTGRES"), Name: Name})
})

// rowsIn gives the database of a test's rows and a way to see all of a table: they are in PostgreSQL, under a prefix of the test's own.
func rowsIn(t testing.TB, meter *store.Meter) (store.DB, func(table string) []store.Item) {
	t.Helper()
	server, err := onServer()
	if err != nil {
		t.Fatal(err)
	}
	db := pgstore.New(server, rand.Text(), meter)
	return db, func(table string) []store.Item {
		rows, err := db.All(context.Background(), table)
		if err != nil {
			t.Error(err)
		}
		return rows
	}
}
