// Command chaos checks two promises of the running product that HERALD_DEV describes under faults, and prints the
// figures: an order is sent while a random function process, or copy of the one process, dies every moment (each recipient gets it
// exactly once, the books are exact), and a suppression takes effect while a large order runs. It exits with 1 when a promise is
// broken.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"herald/localstack/client"
	"herald/localstack/numbers"
)

var (
	recipients = flag.Int("recipients", 20_000, "of the order that is sent while processes die")
	every      = flag.Duration("every", 0, "between two kills; 0 is 300 ms for functions, 5 s for copies")
	large      = flag.Int("large", 70_000, "recipients of the order during which numbers are suppressed; 0 leaves it out")
	held       = flag.Int("held", 200, "numbers that are suppressed")
)

// within is how soon a suppression holds for the next send.
const within = time.Second

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "chaos: "+err.Error())
		os.Exit(1)
	}
}

// product is the running one.
type product struct{ *client.Product }

func run(ctx context.Context) error {
	running, err := client.Open(ctx, os.Getenv("HERALD_DEV"))
	if err != nil {
		return err
	}
	if running.Sim == nil {
		return errors.New("the counterparty is no simulator: what it took cannot be known")
	}
	if running.Cloud.PID == 0 && running.Copies.PID == 0 {
		return errors.New("one process serves alone: run make serve COPIES=2, so that one can die")
	}
	p := &product{running}
	if err := p.Sim.Script(ctx, client.Rule{Outcome: "ok"}); err != nil {
		return err
	}
	broken, err := p.kills(ctx)
	if err == nil && *large > 0 {
		var more []string
		more, err = p.suppressions(ctx)
		broken = append(broken, more...)
	}
	if err == nil && len(broken) > 0 {
		err = errors.New("broken promises:\n  " + strings.Join(broken, "\n  "))
	}
	return err
}

// order makes a customer with a collection of n numbers and orders a send to it.
func (p *product) order(ctx context.Context, n int) (c *client.Client, o client.Order, list []string, err error) {
	if c, err = p.NewCustomer(ctx, "Chaos", fmt.Sprintf("1%010d", time.Now().UnixMicro()%1e10), int64(n)*10); err != nil {
		return nil, o, nil, err
	}
	if list, err = numbers.Generate("BR", n, uint64(time.Now().UnixNano())); err != nil {
		return nil, o, nil, err
	}
	group, err := c.Collect(ctx, "chaos", list)
	if err != nil {
		return nil, o, nil, err
	}
	o, err = p.Pass(ctx, c, client.Text("chaos", group, "BR", "Olá!"))
	return c, o, list, err
}

// until asks for the order until it is as wished; a request that meets a dying process is asked again.
func until(ctx context.Context, c *client.Client, id string, wished func(client.Order) bool) (client.Order, error) {
	return client.Poll(ctx, time.Second, func(ctx context.Context) (client.Order, bool, error) {
		o, err := c.Order(ctx, id)
		return o, err == nil && wished(o), ctx.Err()
	})
}
