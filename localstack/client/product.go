package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Product is a running product with its admin signed in and its simulator: what demo, chaos and the tests through the gateway
// begin with.
type Product struct {
	*Dev
	Admin *Client
	Sim   *Simulator // nil when it talks to another server, without a control surface
	From  int        // messages that the simulator had before
}

// Open finds the product that a file like dev.json describes.
func Open(ctx context.Context, file string) (*Product, error) {
	if file == "" {
		return nil, errors.New("no file names the running product: use make, or set HERALD_DEV or HERALD_TEST_DEV to its dev.json")
	}
	dev, err := Load(file)
	if err != nil {
		return nil, err
	}
	p := &Product{Dev: dev}
	if err = dev.Alive(ctx); err != nil {
		return nil, err
	}
	if p.Admin, err = dev.As(ctx, "admin"); err != nil {
		return nil, err
	}
	if sim, ok := dev.Simulator(ctx); ok {
		p.Sim = sim
		p.From, err = sim.Count(ctx)
	}
	return p, err
}

// TestPassword is the one of every customer that NewCustomer makes.
const TestPassword = "Tidal-Fern-92"

// NewCustomer is one of the platform from Brazil, signed in and with whole credits. The phone must be unused.
func (p *Product) NewCustomer(ctx context.Context, name, phone string, credits int64) (*Client, error) {
	n := Customer{Name: name, Phone: phone, Email: "customer@herald.test", CompanyName: name, CountryCode: "BR", CustomerType: "person"}
	id, err := p.Admin.AddCustomer(ctx, n)
	if err == nil && credits > 0 {
		err = p.Admin.Recharge(ctx, id, credits, "")
	}
	if err != nil {
		return nil, err
	}
	return p.Client().NewPassword(ctx, n.Initial(), TestPassword)
}

// Collect imports numbers of Brazil into a new collection of the caller, all of them.
func (c *Client) Collect(ctx context.Context, name string, list []string) (id string, err error) {
	up, err := c.Upload(ctx, "contacts.txt", []byte("phoneNumber\n"+strings.Join(list, "\n")))
	if err != nil {
		return "", err
	}
	if id, err = c.AddCollection(ctx, name, "BR"); err != nil {
		return "", err
	}
	done, err := c.Import(ctx, id, up.ID)
	if err == nil && (done.Status != "done" || done.Imported != len(list)) {
		err = fmt.Errorf("import: %+v", done)
	}
	return id, err
}

// Pass orders a request and lets the admin approve it.
func (p *Product) Pass(ctx context.Context, c *Client, wish map[string]any) (Order, error) {
	o, err := c.Submit(ctx, wish)
	if err != nil {
		return o, err
	}
	return o, p.Admin.Review(ctx, o.ID, true, "")
}

// Taken are the messages of an order that the provider took.
type Taken struct {
	Messages []Accepted
	Times    map[string]int // by number
	Twice    []string       // numbers that were taken more than once
	Last     time.Time
}

// Took asks the simulator for the messages of an order.
func (p *Product) Took(ctx context.Context, order string) (t Taken, err error) {
	all, err := p.Sim.Accepted(ctx, p.From)
	t.Times = map[string]int{}
	for _, m := range all {
		if !strings.HasPrefix(m.Reference, order+".") {
			continue
		}
		t.Messages = append(t.Messages, m)
		if t.Times[m.To]++; t.Times[m.To] == 2 {
			t.Twice = append(t.Twice, m.To)
		}
		if m.AcceptedAt.After(t.Last) {
			t.Last = m.AcceptedAt
		}
	}
	return t, err
}

// Tick lets the janitor look now; by itself it looks once a minute.
func (p *Product) Tick(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Cloud.Endpoint+"/2015-03-31/functions/herald-janitor/invocations",
		strings.NewReader("{}"))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization",
		"AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0")
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

// Paid gives the lines of an order in the caller's statement, and an error unless everything about its credit
// agrees. Its counts add up, the statement has the actual cost, and that is the price of every charged recipient.
func (c *Client) Paid(ctx context.Context, o Order) (lines []Line, err error) {
	all, err := c.Statement(ctx)
	if err != nil {
		return nil, err
	}
	var sum int64
	for _, l := range all {
		if o.Owns(l) {
			lines = append(lines, l)
			sum -= int64(l.Amount)
		}
	}
	switch want := int64(o.Price) * int64(o.Charged()); {
	case o.Counted() != o.Total:
		err = fmt.Errorf("%s: counts %v do not add up to %d", o.OrderNo, o.Counts, o.Total)
	case o.ActualCost == nil:
		err = fmt.Errorf("%s: not settled: %+v", o.OrderNo, o)
	case int64(*o.ActualCost) != want || sum != want:
		err = fmt.Errorf("%s: actual cost %s, the statement says %d, %d recipients at %s are %d", o.OrderNo, o.ActualCost, sum, o.Charged(),
			o.Price, want)
	}
	return lines, err
}
