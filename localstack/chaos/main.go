// Command chaos holds the running product that HERALD_DEV describes to two promises at once with its enemies, and prints
// the figures: an order is sent while a random function process dies every moment (nobody is lost, nobody gets it twice, the
// books are exact), and a suppression takes effect while a large order runs. It exits with 1 when a promise is broken.
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
	recipients = flag.Int("recipients", 20_000, "of the order that is sent while functions die")
	every      = flag.Duration("every", 300*time.Millisecond, "between two kills")
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

// product is the running one, with its admin signed in.
type product struct {
	*client.Dev
	admin *client.Client
	sim   *client.Simulator
}

func run(ctx context.Context) error {
	name := os.Getenv("HERALD_DEV")
	if name == "" {
		return errors.New("HERALD_DEV names no running product: use make chaos")
	}
	dev, err := client.Load(name)
	if err != nil {
		return err
	}
	p := &product{Dev: dev}
	if p.admin, err = dev.As(ctx, "admin"); err != nil {
		return err
	}
	var ok bool
	if p.sim, ok = dev.Simulator(ctx); !ok {
		return errors.New("the counterparty is no simulator: what it took cannot be known")
	}
	if err := p.sim.Script(ctx, client.Rule{Outcome: "ok"}); err != nil {
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
	made := client.Customer{Name: "Chaos", Phone: fmt.Sprintf("1%010d", time.Now().UnixMicro()%1e10), Email: "chaos@herald.test", CompanyName: "Chaos",
		CountryCode: "BR", CustomerType: "person"}
	id, err := p.admin.AddCustomer(ctx, made)
	if err == nil {
		err = p.admin.Recharge(ctx, id, int64(n)*10, "")
	}
	if err == nil {
		c, err = p.Client().NewPassword(ctx, made.Initial(), "Tidal-Fern-92")
	}
	if err == nil {
		list, err = numbers.Generate("BR", n, uint64(time.Now().UnixNano()))
	}
	if err != nil {
		return nil, o, nil, err
	}
	file, err := c.Upload(ctx, "chaos.txt", []byte("phoneNumber\n"+strings.Join(list, "\n")))
	if err != nil {
		return nil, o, nil, err
	}
	group, err := c.AddCollection(ctx, "chaos", "BR")
	if err != nil {
		return nil, o, nil, err
	}
	if done, err := c.Import(ctx, group, file.ID, nil); err != nil || done.Imported != n {
		return nil, o, nil, errors.Join(err, fmt.Errorf("import: %+v", done))
	}
	if o, err = c.Submit(ctx, client.Text("chaos", group, "BR", "Olá!")); err != nil {
		return nil, o, nil, err
	}
	return c, o, list, p.admin.Judge(ctx, o.ID, true, "")
}

// accepted are the messages of an order that the provider took.
func (p *product) accepted(ctx context.Context, order string, from int) ([]client.Accepted, error) {
	all, err := p.sim.Accepted(ctx, from)
	var own []client.Accepted
	for _, m := range all {
		if strings.HasPrefix(m.Reference, order+".") {
			own = append(own, m)
		}
	}
	return own, err
}

// until asks for the order until it is as wished; a request that meets a dying process is asked again.
func until(ctx context.Context, c *client.Client, id string, wished func(client.Order) bool) (client.Order, error) {
	return client.Poll(ctx, time.Second, func(ctx context.Context) (client.Order, bool, error) {
		o, err := c.Order(ctx, id)
		return o, err == nil && wished(o), ctx.Err()
	})
}
