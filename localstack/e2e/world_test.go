package e2e_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herald/localstack/client"
	"herald/localstack/numbers"
	"herald/pkg/kit/phone"
)

// product is the running instance, with the simulator scripted for this package.
type product struct {
	*client.Product
	admin   *client.Client
	patient func() // this test waits for no receipt any more
}

// receipts are the tests that still wait for receipts: the deadline is the whole product's, so it stays long for them.
var receipts sync.WaitGroup

// outcomes are what the simulator does with recipients, by their last four digits; all others are delivered.
var outcomes = []client.Rule{
	{Suffix: "1001", Outcome: "undeliverable"},
	{Suffix: "1002", Outcome: "not_whatsapp"},
	{Suffix: "1003", Outcome: "pair_rate", Times: 1},
	{Suffix: "1004", Outcome: "rate", Times: 1},
	{Suffix: "1005", Outcome: "server_error", Times: 1},
	{Suffix: "1006", Outcome: "cut_after_accept"},
	{Suffix: "1007", Outcome: "slow"},
	{Suffix: "1008", Outcome: "never"},
	{Suffix: "1009", Outcome: "paused_template", Times: 1},
	{Suffix: "", Outcome: "ok"},
}

// patience is how long a test waits for anything; it decides only when a broken product is given up.
const patience = 20 * time.Minute

var shared = sync.OnceValues(func() (*product, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	running, err := client.Open(ctx, os.Getenv("HERALD_TEST_DEV"))
	if err != nil {
		return nil, err
	}
	if running.Sim == nil {
		return nil, fmt.Errorf("%s is no simulator", running.Simulators["whatsapp"])
	}
	p := &product{Product: running, admin: running.Admin}
	return p, errors.Join(p.deadlines(ctx, "60"), p.Sim.Script(ctx, outcomes...))
})

// deadlines sets how long after its last send an order waits for receipts.
func (p *product) deadlines(ctx context.Context, minutes string) error {
	return errors.Join(p.admin.Set(ctx, "order.settle.minutes", minutes), p.admin.Set(ctx, "order.unknown.minutes", minutes))
}

func TestMain(m *testing.M) {
	flag.Parse()
	// These tests wait for the product much more than they work.
	code := 1
	if err := flag.Set("test.parallel", "8"); err == nil {
		code = m.Run()
	}
	if p, err := shared(); err == nil { // the instance goes on to other suites
		ctx := context.Background()
		if err := errors.Join(p.Sim.Script(ctx), p.deadlines(ctx, "2")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// running gives the product and a context that ends with the test. It is called before t.Parallel.
func running(t *testing.T) (*product, context.Context) {
	t.Helper()
	all, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	p := *all
	receipts.Add(1)
	p.patient = sync.OnceFunc(receipts.Done)
	t.Cleanup(p.patient)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return &p, ctx
}

// deadline lets it come for orders of this test that will get no further receipt, when no other test waits for one.
func (p *product) deadline(ctx context.Context, t *testing.T) {
	t.Helper()
	p.patient()
	receipts.Wait()
	check(t, p.deadlines(ctx, "1")) // the shortest there is
}

var phones atomic.Int64

const password = client.TestPassword

// customer is a new one of the platform, signed in and with credits.
func (p *product) customer(t *testing.T, credits int64) *client.Client {
	t.Helper()
	name := t.Name()[max(0, len(t.Name())-20):]
	return must(p.NewCustomer(t.Context(), name, fmt.Sprintf("1%010d", time.Now().UnixMicro()%1e9*10+phones.Add(1)%10), credits))(t)
}

// collection imports numbers into a new collection of the caller.
func collection(t *testing.T, c *client.Client, list []string) string {
	t.Helper()
	return must(c.Collect(t.Context(), "e2e", list))(t)
}

var seeds atomic.Uint64

// mobiles makes n numbers that no other test has. Those of endings have these last four digits, the rest none of them.
func mobiles(t *testing.T, n int, endings ...string) []string {
	t.Helper()
	made := must(numbers.Generate("BR", n, uint64(time.Now().UnixNano())+seeds.Add(1)))(t)
	seen := map[string]bool{}
	for i, number := range made {
		ending := number[len(number)-4:]
		switch {
		case i < len(endings):
			ending = endings[i]
		case strings.HasPrefix(ending, "100"):
			ending = "2" + ending[1:]
		}
		head := number[:len(number)-4]
		for try := 0; seen[head+ending]; try++ { // another block, where the plan has it
			head = fmt.Sprintf("%s%04d", number[:len(number)-8], try)
		}
		if _, problem := phone.Parse(head+ending, "BR"); problem != nil {
			t.Fatalf("%s%s is no number: %v", head, ending, problem)
		}
		made[i] = head + ending
		seen[made[i]] = true
	}
	return made
}

// took gives how often the provider accepted each number for an order, and when last.
func (p *product) took(t *testing.T, order string) (times map[string]int, last time.Time) {
	t.Helper()
	took := must(p.Took(t.Context(), order))(t)
	for _, number := range took.Twice {
		t.Errorf("%s was accepted %d times", number, took.Times[number])
	}
	return took.Times, took.Last
}

// settled waits for the order's settlement, letting the janitor look now and then.
func (p *product) settled(ctx context.Context, t *testing.T, c *client.Client, id string) client.Order {
	t.Helper()
	return must(client.Poll(ctx, 2*time.Second, func(ctx context.Context) (client.Order, bool, error) {
		if err := p.Tick(ctx); err != nil {
			return client.Order{}, false, err
		}
		o, err := c.Order(ctx, id)
		return o, o.Settled, err
	}))(t)
}

// books lets the ledger check itself, and the customer's statement tell the same as the orders.
func (p *product) books(t *testing.T, c *client.Client, orders ...client.Order) {
	t.Helper()
	report := must(p.admin.Reconcile(t.Context()))(t)
	if len(report.Differences) > 0 {
		t.Errorf("reconcile: %s", strings.Join(report.Differences, "\n"))
	}
	for _, o := range orders {
		if _, err := c.Paid(t.Context(), o); err != nil {
			t.Error(err)
		}
	}
}

// must takes a result that may not fail: must(f())(t).
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		check(t, err)
		return v
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused checks that an error is a refusal with this code (0: any) and gives it.
func refused(t *testing.T, err error, status, code int) *client.Failure {
	t.Helper()
	var f *client.Failure
	if !errors.As(err, &f) {
		t.Fatalf("not refused: %v", err)
	}
	if f.Status != status || (code != 0 && f.Code != code) || f.Message == "" || f.RequestID == "" {
		t.Errorf("refused with %d, %d, %q, request %q; wanted %d, %d", f.Status, f.Code, f.Message, f.RequestID, status, code)
	}
	return f
}
