// Command seed writes the demo data of a product that has just started (decisions §10): the demo users with their logins,
// the default price, credit, the settings of development, one finished order, one of calls and one of emails, a short link with leads, and
// numbers to order. It may run again and again: what is there already stays. See localstack/README.md for how it is called.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"herald/localstack/client"
	"herald/pkg/account/customer"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/postgres"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/pgstore"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

func main() {
	dev := flag.String("dev", "", "description of the product, as dev.json")
	out := flag.String("out", "", "where the logins are written")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := run(ctx, *dev, *out); err != nil {
		fmt.Fprintln(os.Stderr, "seed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dev, out string) error {
	d, err := client.Load(dev)
	if err != nil {
		return err
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	s := &seed{dev: d, ids: id.New(clock.System), logins: map[string]client.Login{}}
	db, err := rows(ctx, cfg)
	if err != nil {
		return err
	}
	s.users = &user.Store{DB: db, Now: clock.System, Rows: user.Together(sysuser.Rows, customer.Rows(db))}
	if err := s.everything(ctx); err != nil {
		return err
	}
	text, err := json.MarshalIndent(map[string]any{"logins": s.logins}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o600)
}

// rows are those of a product on this machine.
func rows(ctx context.Context, cfg *config.Config) (store.DB, error) {
	if address := cfg.Container.Postgres.URL; address != "" {
		if u, err := url.Parse(address); err != nil || u.Hostname() != "127.0.0.1" {
			return nil, errors.New("HERALD_POSTGRES_URL names no database of this machine: demo users have known passwords")
		}
		server, err := postgres.Open(ctx, postgres.Options{URL: address, Name: cfg.Name})
		if err != nil {
			return nil, err
		}
		return pgstore.New(server, cfg.Name, nil), nil
	}
	if cfg.Endpoint == "" {
		return nil, errors.New("AWS_ENDPOINT_URL names no local cloud: demo users with known passwords belong on no real account")
	}
	return store.NewDynamo(dynamodb.NewFromConfig(cfg.AWS()), cfg.Name, nil), nil
}

// everything in the order in which it depends on each other.
func (s *seed) everything(ctx context.Context) error {
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"admin", s.admin},
		{"settings", s.settings},
		{"agent", s.agent},
		{"customer", s.customer},
		{"secondary", s.secondary},
		{"credit", s.credit},
		{"groups", s.groups},
		{"comments", s.comments},
		{"coins", s.coins},
		{"order", s.firstOrder},
		{"calls", s.calls},
		{"notices", s.notices},
		{"stock", s.stock},
		{"domain", s.domain},
		{"emails", s.emails},
		{"links", s.links},
		{"numbers", s.numbers},
	} {
		began := time.Now()
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Printf("%-10s %4d ms\n", step.name, time.Since(began).Milliseconds())
	}
	return nil
}
