package main

import (
	"context"
	"fmt"
	"os"
	"slices"
)

// onPostgres are the packages whose tests run with their rows in PostgreSQL.
var onPostgres = []string{"./pkg/kit/postgres/...", "./pkg/kit/store/...", "./pkg/kit/queue/...", "./pkg/kit/push/...",
	"./pkg/kit/blob/...", "./pkg/app/container", "./pkg/platform/...", "./pkg/credit/...", "./pkg/account/...", "./pkg/audience/...",
	"./pkg/campaign/order/..."}

// withPostgres starts a server whose data goes with it, for tests; its logs are in a folder of the project.
func (p project) withPostgres(ctx context.Context, folder string) (*database, error) {
	if _, err := p.postgres(ctx); err != nil {
		return nil, err
	}
	return p.startPostgres(ctx, p.path(folder), "", 0)
}

// testPostgres runs the tests of storage in full, and those of the modules with their rows in PostgreSQL. Arguments that name packages
// take the place of all; others go to go test.
func testPostgres(ctx context.Context, p project, args []string) error {
	if err := newConsole().step("postgres", p.postgres)(ctx); err != nil {
		return err
	}
	folder := fmt.Sprintf(".local/test-%d", os.Getpid())
	server, err := p.withPostgres(ctx, folder)
	defer server.stop()
	if err != nil {
		return err
	}
	env := cleanEnvironment("HERALD_TEST_POSTGRES="+server.url, "HERALD_TEST_FULL=1")
	argv := []string{"go", "test", "-tags", "postgres,pgrows," + tags, "-count", "1", "-timeout", "30m"}
	packages := onPostgres
	if i := slices.IndexFunc(args, func(a string) bool { return len(a) > 0 && a[0] != '-' }); i >= 0 {
		args, packages = args[:i], args[i:]
	}
	if err := p.attached(ctx, string(p), env, append(append(argv, args...), packages...)...); err != nil {
		return err
	}
	return os.RemoveAll(p.path(folder))
}
