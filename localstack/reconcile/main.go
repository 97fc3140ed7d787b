// Command reconcile has a product check its books and its payments (decisions §4), waits for the end and prints each difference.
// It exits with 1 when there is one. The product is the running one that HERALD_DEV describes, or any other one at -url, whose
// administrator signs in with HERALD_USERNAME and HERALD_PASSWORD.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"herald/localstack/client"
	"herald/pkg/kit/apiclient"
)

// kinds of checks: books re-derives balances and reservations, payments asks the providers.
var kinds = []string{"books", "payments"}

var at = flag.String("url", "", "address of the console of another product, such as https://console.example.com")

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	found, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "reconcile: "+err.Error())
	}
	if err != nil || found > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context) (found int, err error) {
	admin, err := signIn(ctx)
	for _, kind := range kinds {
		if err != nil {
			return found, err
		}
		var done client.Reconciled
		if done, err = admin.Check(ctx, kind); err != nil {
			break
		}
		fmt.Printf("%s: %d accounts, %d entries, %d differences\n", kind, done.Accounts, done.Entries, len(done.Differences))
		for _, d := range done.Differences {
			fmt.Println("  " + d)
		}
		found += len(done.Differences)
	}
	return found, err
}

// signIn signs in to the product as an administrator.
func signIn(ctx context.Context) (*client.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if *at == "" {
		dev, err := client.Load(os.Getenv("HERALD_DEV"))
		if err != nil {
			return nil, err
		}
		return dev.As(ctx, "admin")
	}
	anybody := &client.Client{Client: apiclient.Client{API: strings.TrimSuffix(*at, "/") + "/api"}}
	return anybody.SignIn(ctx, client.Login{Username: os.Getenv("HERALD_USERNAME"), Password: os.Getenv("HERALD_PASSWORD")})
}
