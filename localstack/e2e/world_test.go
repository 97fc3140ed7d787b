package e2e_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
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

// product is the running instance, with its admin signed in and the simulator scripted for this package.
type product struct {
	*client.Dev
	admin *client.Client
	sim   *client.Simulator
	from  int // messages that the simulator had before these tests

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
const patience = 10 * time.Minute

var shared = sync.OnceValues(func() (*product, error) {
	file := os.Getenv("HERALD_TEST_DEV")
	if file == "" {
		return nil, errors.New("HERALD_TEST_DEV names no running product: run `make test`, or start one and set it to the path of its dev.json")
	}
	dev, err := client.Load(file)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p := &product{Dev: dev}
	if p.admin, err = dev.As(ctx, "admin"); err != nil {
		return nil, err
	}
	var ok bool
	if p.sim, ok = dev.Simulator(ctx); !ok {
		return nil, fmt.Errorf("%s is no simulator", dev.Simulators["whatsapp"])
	}
	if p.from, err = p.sim.Count(ctx); err != nil {
		return nil, err
	}
	return p, errors.Join(p.deadlines(ctx, "60"), p.sim.Script(ctx, outcomes...))
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
		if err := errors.Join(p.sim.Script(ctx), p.deadlines(ctx, "2")); err != nil {
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

const password = "Tidal-Fern-92"

// customer is a new one of the platform, signed in and with credits.
func (p *product) customer(t *testing.T, credits int64) *client.Client {
	t.Helper()
	ctx := t.Context()
	n := client.Customer{Name: t.Name(), Phone: fmt.Sprintf("1%010d", time.Now().UnixMicro()%1e9*10+phones.Add(1)%10),
		Email: "e2e@herald.test", CompanyName: "E2E", CountryCode: "BR", CustomerType: "person"}
	n.Name = n.Name[max(0, len(n.Name)-20):]
	id := must(p.admin.AddCustomer(ctx, n))(t)
	c := must(p.Client().NewPassword(ctx, n.Initial(), password))(t)
	if credits > 0 {
		check(t, p.admin.Recharge(ctx, id, credits, ""))
	}
	return c
}

// collection imports numbers into a new collection of the caller.
func collection(t *testing.T, c *client.Client, list []string) string {
	t.Helper()
	ctx := t.Context()
	up := must(c.Upload(ctx, "contacts.txt", []byte("phoneNumber\n"+strings.Join(list, "\n"))))(t)
	id := must(c.AddCollection(ctx, "e2e", "BR"))(t)
	done := must(c.Import(ctx, id, up.ID, nil))(t)
	if done.Status != "done" || done.Imported != len(list) {
		t.Fatalf("import: %+v", done)
	}
	return id
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
	times = map[string]int{}
	for _, m := range must(p.sim.Accepted(t.Context(), p.from))(t) {
		if strings.HasPrefix(m.Reference, order+".") {
			times[m.To]++
			if m.AcceptedAt.After(last) {
				last = m.AcceptedAt
			}
		}
	}
	for number, n := range times {
		if n > 1 {
			t.Errorf("%s was accepted %d times", number, n)
		}
	}
	return times, last
}

// tick lets the janitor look now; by itself it looks once a minute.
func (p *product) tick(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Cloud.Endpoint+"/2015-03-31/functions/herald-janitor/invocations", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the janitor answers %d", answer.StatusCode)
	}
	return nil
}

// settled waits for the order's settlement, letting the janitor look now and then.
func (p *product) settled(ctx context.Context, t *testing.T, c *client.Client, id string) client.Order {
	t.Helper()
	return must(client.Poll(ctx, 2*time.Second, func(ctx context.Context) (client.Order, bool, error) {
		if err := p.tick(ctx); err != nil {
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
	lines := must(c.Statement(t.Context()))(t)
	for _, o := range orders {
		var sum int64
		for _, l := range lines {
			if o.Mine(l) {
				sum -= int64(l.Amount)
			}
		}
		if o.Counted() != o.Total {
			t.Errorf("%s: counts %v do not add up to %d", o.OrderNo, o.Counts, o.Total)
		}
		if o.ActualCost == nil {
			t.Errorf("%s: not settled: %+v", o.OrderNo, o)
			continue
		}
		if want := int64(o.Price) * int64(o.Charged()); int64(*o.ActualCost) != want || sum != want {
			t.Errorf("%s: actual cost %s, the statement says %d, %d recipients at %s are %d", o.OrderNo, o.ActualCost, sum, o.Charged(), o.Price, want)
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
