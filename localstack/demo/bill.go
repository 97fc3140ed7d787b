package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"herald/pkg/kit/store"
)

// bill adds up what the functions say about themselves: one line of JSON for each invocation, in a file.
type bill struct {
	name string
	from int64
	err  error
}

// openBill remembers where the log ends now.
func openBill(name string) *bill {
	b := &bill{name: name}
	info, err := os.Stat(name)
	if b.err = err; err == nil {
		b.from = info.Size()
	}
	return b
}

// used gives what each function has used since openBill.
func (b *bill) used() (map[string]store.Usage, error) {
	if b.err != nil {
		return nil, b.err
	}
	file, err := os.Open(b.name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(b.from, io.SeekStart); err != nil {
		return nil, err
	}
	sums := map[string]store.Usage{}
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		_, text, _ := strings.Cut(lines.Text(), ": ")
		var line struct {
			Fn  string
			Use store.Usage
		}
		if json.Unmarshal([]byte(text), &line) == nil && line.Fn != "" { // other lines are warnings and the like
			sums[line.Fn] = sums[line.Fn].Plus(line.Use)
		}
	}
	return sums, lines.Err()
}

// print writes the bill of n messages at the price table of pkg/kit/store, for a million of them.
func (b *bill) print(n int) (used bool, err error) {
	sums, err := b.used()
	if err != nil {
		return false, fmt.Errorf("the functions' log: %w", err)
	}
	million := func(u store.Usage) float64 { return u.Dollars() * 1e6 / float64(n) }
	names := slices.SortedFunc(maps.Keys(sums), func(x, y string) int { return int(1e9 * (million(sums[y]) - million(sums[x]))) })
	fmt.Println("\nAWS usage of the run, and its price for 1,000,000 messages (US dollars, us-east-1, no free tier)")
	fmt.Printf("  %-14s %8s %9s %9s %7s %5s %5s %5s %7s %8s %9s\n", "function", "invoked", "write", "read", "queue", "put", "get", "push",
		"http", "GB·s", "$/million")
	row := func(name string, u store.Usage) {
		fmt.Printf("  %-14s %8d %9.0f %9.1f %7d %5d %5d %5d %7d %8.1f %9.4f\n", name, u.Invokes, u.WriteUnits, u.ReadUnits, u.Queue, u.Puts,
			u.Gets, u.Push, u.HTTP,
			float64(u.MBms)/1024/1000, million(u))
	}
	var all, ingress store.Usage // ingress is the provider's webhooks: how many receipts a call brings is its choice
	for _, name := range names {
		row(name, sums[name])
		all = all.Plus(sums[name])
		if strings.HasSuffix(name, "hook") {
			ingress = ingress.Plus(sums[name])
		}
	}
	row("all", all)
	gateway := million(store.Usage{HTTP: ingress.HTTP}) // on AWS the webhooks come in by a function URL, which costs nothing
	fmt.Printf("metered AWS cost of 1,000,000 messages: $%.3f (%d receipts a webhook call, by the function URL that they have on AWS)\n",
		million(all)-gateway, receiptsPerCall)
	fmt.Printf("  with the webhooks through the HTTP API, as here: $%.3f; without receiving them: $%.3f\n", million(all),
		million(all)-million(ingress))
	fmt.Print("  Included: everything from sign-in to settlement, whoever caused it meanwhile. Not included: storage, logs, data transfer,\n" +
		"  CloudFront, polling of empty queues, minutes of open websockets, the provider's own price.\n\n")
	return len(sums) > 0, nil
}
