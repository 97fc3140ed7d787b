// Command load has the product that HERALD_DEV describes send for minutes at the full rate of its sender, asks for lists meanwhile as a
// person does, and prints messages a second and how long the lists took. It exits with 1 when a recipient is lost or is reached twice, when
// the books differ, or when a figure is missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"herald/localstack/client"
	"herald/localstack/numbers"
)

var (
	orders     = flag.Int("orders", 10, "that are sent at the same time, each of another customer")
	recipients = flag.Int("recipients", 62_000, "of each order")
	least      = flag.Float64("least", 1000, "messages a second, from the first to the last")
	slowest    = flag.Duration("slowest", 100*time.Millisecond, "the 99th percentile of each list")
)

// lists are what is asked for while the orders run.
var lists = []string{"/gc/groupsendorder/page?size=20", "/aty/contactsgroup/page?size=20", "/pi/personal/info/statement/page?size=20"}

// askEvery is the time between two questions, lookEvery between two looks at what the provider has taken.
const (
	askEvery  = 200 * time.Millisecond
	lookEvery = time.Second
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "load: "+err.Error())
		os.Exit(1)
	}
}

// job is an order and the customer that placed it.
type job struct {
	*client.Client
	order client.Order
}

func run(ctx context.Context) error {
	p, err := client.Open(ctx, os.Getenv("HERALD_DEV"))
	if err != nil {
		return err
	}
	if p.Sim == nil {
		return errors.New("the counterparty is no simulator: what it took cannot be known")
	}
	if err := errors.Join(p.Sim.Script(ctx, client.Rule{Outcome: "ok"}), p.Sim.Webhooks(ctx, client.Webhooks{Batch: 10})); err != nil {
		return err
	}
	jobs, err := place(ctx, p)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if err := p.Admin.Review(ctx, j.order.ID, true, ""); err != nil {
			return err
		}
	}
	asking, enough := context.WithCancel(ctx)
	defer enough()
	times := make([][]time.Duration, len(lists))
	var failed []error
	var hands sync.WaitGroup
	hands.Go(func() { times, failed = ask(asking, jobs) })
	speed, err := watch(ctx, p, *orders**recipients)
	enough()
	hands.Wait()
	if err != nil {
		return err
	}
	missed := failed
	if speed < *least {
		missed = append(missed, fmt.Errorf("%.0f messages a second, at least %.0f are wanted", speed, *least))
	}
	for i, list := range lists {
		slices.Sort(times[i])
		if len(times[i]) == 0 {
			continue
		}
		late := times[i][len(times[i])*99/100]
		fmt.Printf("list         %-34s p50 %v, p99 %v, longest %v of %d\n", list, times[i][len(times[i])/2].Round(time.Millisecond),
			late.Round(time.Millisecond), times[i][len(times[i])-1].Round(time.Millisecond), len(times[i]))
		if late > *slowest {
			missed = append(missed, fmt.Errorf("%s: p99 %v, at most %v is wanted", list, late, *slowest))
		}
	}
	return errors.Join(append(missed, settle(ctx, p, jobs))...)
}

// place makes customers, imports their recipients, no number twice, and places their orders.
func place(ctx context.Context, p *client.Product) (jobs []job, err error) {
	all, err := numbers.Generate("BR", *orders**recipients, rand.Uint64())
	if err != nil {
		return nil, err
	}
	for i := range *orders {
		name := fmt.Sprintf("Load %d", i+1)
		c, err := p.NewCustomer(ctx, name, fmt.Sprintf("1%010d", (time.Now().UnixMicro()+int64(i))%1e10), int64(*recipients)*10)
		if err != nil {
			return nil, err
		}
		began := time.Now()
		group, err := c.Collect(ctx, name, all[i**recipients:(i+1)**recipients])
		if err != nil {
			return nil, err
		}
		fmt.Printf("import       %d rows in %.1f s\n", *recipients, time.Since(began).Seconds())
		o, err := c.Submit(ctx, client.Text(name, group, "BR", "Olá!"))
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job{c, o})
	}
	return jobs, nil
}

// watch looks at what the provider takes until it has taken all, and gives messages a second from the first to the last.
func watch(ctx context.Context, p *client.Product, all int) (float64, error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var first, last time.Time
	var taken, told int
	for taken < all {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-tick.C:
		}
		n, err := p.Sim.Count(ctx)
		if err != nil {
			return 0, err
		}
		if n -= p.From; n > taken {
			last = time.Now()
			if first.IsZero() {
				first = last
			}
		}
		if taken = n; !last.IsZero() && time.Since(last) > 5*time.Minute {
			return 0, fmt.Errorf("nothing was sent for five minutes, %d of %d are", taken, all)
		}
		if told++; told%30 == 0 && !first.IsZero() {
			fmt.Printf("sent         %d of %d, %.0f a second\n", taken, all, float64(taken)/max(1, last.Sub(first).Seconds()))
		}
	}
	took := last.Sub(first) + lookEvery
	speed := float64(all) / took.Seconds()
	fmt.Printf("sent         %d messages in %.0f s: %.0f a second\n", all, took.Seconds(), speed)
	return speed, nil
}

// ask asks for the lists until ctx ends.
func ask(ctx context.Context, jobs []job) (times [][]time.Duration, failed []error) {
	times = make([][]time.Duration, len(lists))
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return times, failed
		case <-tick.C:
		}
		n := i % len(lists)
		began := time.Now()
		_, err := client.Get[client.Any](ctx, jobs[i%len(jobs)].Client, lists[n])
		if ctx.Err() != nil {
			return times, failed
		}
		times[n] = append(times[n], time.Since(began))
		if err != nil && len(failed) < 5 {
			failed = append(failed, fmt.Errorf("GET %s: %w", lists[n], err))
		}
	}
}

// settle waits until all orders are settled, and checks what the provider has, what was charged, and the books.
func settle(ctx context.Context, p *client.Product, jobs []job) error {
	var broken []string
	for _, j := range jobs {
		o, err := j.Until(ctx, j.order.ID, func(o client.Order) bool { return o.Settled })
		if err != nil {
			return err
		}
		if o.Status != client.Completed || o.Counted() != *recipients || o.Charged() != *recipients {
			broken = append(broken, fmt.Sprintf("%s: state %d, %v of %d", o.OrderNo, o.Status, o.Counts, *recipients))
		}
	}
	all, err := p.Sim.Accepted(ctx, p.From)
	if err != nil {
		return err
	}
	times := map[string]int{}
	twice := 0
	for _, m := range all {
		if times[m.To]++; times[m.To] == 2 {
			twice++
		}
	}
	report, err := p.Admin.Reconcile(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("settled      %d orders; %d numbers, %d twice; the books have %d differences\n", len(jobs), len(times), twice,
		len(report.Differences))
	if twice > 0 || len(times) != len(jobs)**recipients || len(report.Differences) > 0 {
		broken = append(broken, fmt.Sprintf("%d numbers of %d, %d twice, %v", len(times), len(jobs)**recipients, twice, report.Differences))
	}
	if len(broken) > 0 {
		return errors.New("broken promises:\n  " + strings.Join(broken, "\n  "))
	}
	return nil
}
