// Command demo does the product's main job where it can be seen: a contact file goes in, an order is priced, reserved,
// reviewed, sent, receipted and settled, all through the public API of the product that HERALD_DEV describes. It exits
// with 1 when anything at the end does not add up. FILE names a contact file (one is made otherwise), COUNTRY its country.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"herald/localstack/client"
	"herald/localstack/numbers"
	"herald/pkg/kit/money"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, err := client.Open(ctx, os.Getenv("HERALD_DEV"))
	if err == nil {
		err = (&job{Product: p, country: cmp.Or(strings.ToUpper(os.Getenv("COUNTRY")), "BR"), began: time.Now()}).run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "\ndemo: "+err.Error())
		os.Exit(1)
	}
}

// job is one run and what does not add up in it.
type job struct {
	*client.Product
	country  string
	began    time.Time
	problems []string
}

// must notes a check that fails; all of them are printed at the end.
func (j *job) must(ok bool, format string, args ...any) {
	if !ok {
		j.problems = append(j.problems, fmt.Sprintf(format, args...))
	}
}

// say prints a step with the time since the start.
func (j *job) say(step, format string, args ...any) {
	fmt.Printf("%6.1f s  %-10s %s\n", time.Since(j.began).Seconds(), step, fmt.Sprintf(format, args...))
}

// mix is what happens to recipients in the demo: 3 % are not on WhatsApp, 1 % refuse, 0.2 % have their telephone off, and a few
// meet the faults of a long day. Suffixes are last digits.
var mix = []client.Rule{
	{Suffix: "13", Outcome: "undeliverable"}, {Suffix: "57", Outcome: "undeliverable"}, {Suffix: "88", Outcome: "undeliverable"},
	{Suffix: "404", Outcome: "not_whatsapp"}, {Suffix: "505", Outcome: "never"}, {Suffix: "606", Outcome: "never"},
	{Suffix: "9907", Outcome: "cut_after_accept"}, {Suffix: "9911", Outcome: "server_error"}, {Suffix: "9922", Outcome: "pair_rate"},
}

// receiptsPerCall is how the figures of the project are stated: ten receipts a webhook call.
const receiptsPerCall = 10

func (j *job) run(ctx context.Context) error {
	bill := openBill(filepath.Join(j.Folder, "functions.log"))
	if j.Sim != nil {
		if err := errors.Join(j.Sim.Script(ctx, mix...), j.Sim.Webhooks(ctx, client.Webhooks{Batch: receiptsPerCall})); err != nil {
			return err
		}
		defer j.restore()
	}
	c, err := j.As(ctx, "customer")
	if err != nil {
		return err
	}
	o, err := j.order(ctx, c)
	if err != nil {
		return err
	}
	if o, err = j.follow(ctx, c, o); err != nil {
		return err
	}
	if err := errors.Join(j.credit(ctx, c, o), j.provider(ctx, o)); err != nil {
		return err
	}
	if j.Dev.Cloud.Endpoint == "" {
		fmt.Println("\nAWS usage: there is none on PostgreSQL; make demo beside make dev prints it")
	} else {
		used, printed := bill.print(o.Total)
		j.must(used, "cost: the functions' log has no line of this run")
		err = printed
	}
	if err == nil && len(j.problems) > 0 {
		err = fmt.Errorf("%d things do not add up:\n  %s", len(j.problems), strings.Join(j.problems, "\n  "))
	}
	if err == nil {
		j.say("done", "everything adds up")
	}
	return err
}

// restore brings the simulator back to its defaults; it clears no messages, which may belong to another run.
func (j *job) restore() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // the run's own context may be over
	defer cancel()
	if err := errors.Join(j.Sim.Script(ctx), j.Sim.Webhooks(ctx, client.Webhooks{})); err != nil {
		fmt.Fprintln(os.Stderr, "demo: the simulator keeps the demo's script:", err)
	}
}

// order brings the file in, orders a send to it and lets the admin pass it.
func (j *job) order(ctx context.Context, c *client.Client) (o client.Order, err error) {
	name, want := os.Getenv("FILE"), numbers.Expected{}
	var file bytes.Buffer
	if name == "" {
		name = "contacts-" + j.country + ".xlsx"
		want, err = numbers.File(&file, numbers.Options{Country: j.country, Seed: uint64(j.began.UnixNano())})
	} else {
		var content []byte
		content, err = os.ReadFile(name)
		file.Write(content)
	}
	if err != nil {
		return o, err
	}
	j.say("file", "%s, %d bytes: %d rows, %d of them good, %d twice, %d wrong", filepath.Base(name), file.Len(), want.Total, want.Imported,
		want.Duplicated, want.Failed)
	up, err := c.Upload(ctx, filepath.Base(name), file.Bytes())
	if err != nil {
		return o, err
	}
	group, err := c.AddCollection(ctx, "Demo "+j.began.Format("15:04:05"), j.country)
	if err != nil {
		return o, err
	}
	i, err := c.Import(ctx, group, up.ID)
	if err != nil || i.Status != "done" {
		return o, errors.Join(err, fmt.Errorf("the import ended as %s: %d %s", i.Status, i.Code, i.Message))
	}
	j.say("imported", "%d of %d rows; %d twice, %d wrong", i.Imported, i.Total, i.Duplicated, i.Failed)
	for _, e := range i.Errors[:min(1, len(i.Errors))] {
		j.say("", "the first of them: line %d, %s: %s", e.Line, e.Number, e.Message)
	}
	j.must(i.Total == i.Imported+i.Duplicated+i.Failed, "import: the rows do not add up: %+v", i)
	j.must(want.Total == 0 || i.Total == want.Total && i.Imported == want.Imported && i.Duplicated == want.Duplicated &&
		i.Failed == want.Failed && len(i.Errors) == min(100, want.Failed),
		"import: %d rows, %d imported, %d duplicated, %d failed, %d told; the file has %d, %d, %d, %d", i.Total, i.Imported, i.Duplicated,
		i.Failed, len(i.Errors), want.Total, want.Imported, want.Duplicated, want.Failed)
	wish := client.Text("Demo "+j.began.Format(time.DateTime), group, j.country, "Olá! Black Friday: 30% em toda a loja até domingo.")
	e, err := c.Estimate(ctx, wish)
	if err != nil {
		return o, err
	}
	j.say("estimate", "%d targets at %s = %s credits of %s, done by %s", e.Targets, e.Price, e.Cost, e.Balance,
		e.FinishTime.Local().Format(time.TimeOnly))
	j.must(e.Targets == i.Imported && e.Cost == e.Price*money.Amount(e.Targets), "estimate: %+v of %d members", e, i.Imported)
	if !e.Enough { // spent in earlier runs: an admin recharges on the telephone
		missing := int64((e.Cost-e.Balance)/money.Credit) + 1
		j.say("recharge", "%d credits were missing", missing)
		if err := j.Admin.Recharge(ctx, c.UserID, missing, ""); err != nil {
			return o, err
		}
	}
	if o, err = j.Pass(ctx, c, wish); err != nil {
		return o, err
	}
	j.say("ordered", "%s, %s credits reserved, passed by the admin", o.OrderNo, o.EstimatedCost)
	if o, err = c.Order(ctx, o.ID); err != nil { // the answer to the order came before its recipients were counted
		return o, err
	}
	j.must(o.EstimatedCost == e.Cost, "order: costs %s, the estimate said %s", o.EstimatedCost, e.Cost)
	o.Total = e.Targets
	return o, nil
}

// patience is the time between two lines of progress.
const patience = 5 * time.Second

// follow prints the progress until the order has ended; its counts add up at every moment.
func (j *job) follow(ctx context.Context, c *client.Client, o client.Order) (client.Order, error) {
	told, last := "", time.Time{}
	return client.Poll(ctx, time.Second, func(ctx context.Context) (client.Order, bool, error) {
		now, err := c.Order(ctx, o.ID)
		if err != nil {
			return now, false, err
		}
		var parts []string
		for _, state := range client.States {
			if n := now.Counts[state]; n > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", state, n))
			}
		}
		if text := strings.Join(parts, ", "); text != told && time.Since(last) >= patience {
			told, last = text, time.Now()
			j.say(client.StatusNames[now.Status], "%s", text)
		}
		j.must(now.Counted() == o.Total, "progress: counts add up to %d of %d in %s", now.Counted(), o.Total, client.StatusNames[now.Status])
		return now, slices.Contains([]int{client.Paused, client.Cancelled, client.Completed, client.Stopped, client.Refused, client.Failed},
			now.Status), nil
	})
}

// credit checks the order's credit from three sides: the order, the customer's statement and the ledger's own books.
func (j *job) credit(ctx context.Context, c *client.Client, o client.Order) error {
	j.must(o.Status == client.Completed && o.Counts["toSend"]+o.Counts["sending"] == 0, "order: ended as %s: %s, %v",
		client.StatusNames[o.Status], o.Reason, o.Counts)
	j.must(o.Total == o.Counted(), "order: counts add up to %d of %d", o.Counted(), o.Total)
	// A receipt that comes after the settlement moves no credit (decisions §12): the list has the counts as they were settled.
	listed, err := client.Get[client.Page[client.Order]](ctx, c, "/gc/groupsendorder/page?orderNo="+o.OrderNo)
	if err != nil || len(listed.Records) != 1 {
		return errors.Join(err, fmt.Errorf("the list has %d orders with the number %s", len(listed.Records), o.OrderNo))
	}
	settled := o
	settled.Counts = listed.Records[0].Counts
	lines, err := c.Paid(ctx, settled)
	j.must(err == nil, "credit: %v", err)
	for _, l := range lines {
		j.say("statement", "%s %s credits, %s after it", l.BusinessType, l.Amount, l.Balance)
	}
	all, err := c.Statement(ctx)
	if err != nil {
		return err
	}
	for i := 1; i < len(all); i++ {
		j.must(all[i-1].Balance == all[i].Balance+all[i-1].Amount, "statement: %s after %s and %s before", all[i-1].Balance, all[i-1].Amount,
			all[i].Balance)
	}
	books, err := j.Admin.Reconcile(ctx)
	if err != nil {
		return err
	}
	j.say("reconciled", "%d accounts with %d entries: %d differences", books.Accounts, books.Entries, len(books.Differences))
	j.must(len(books.Differences) == 0, "reconcile: %s", strings.Join(books.Differences, "; "))
	return nil
}

// provider compares with the simulator's log: at most one message for each number, and one for each recipient shown
// as reached.
func (j *job) provider(ctx context.Context, o client.Order) error {
	if j.Sim == nil {
		j.say("provider", "has no control surface: what it accepted is not checked")
		return nil
	}
	took, err := j.Took(ctx, o.ID)
	j.say("provider", "took %d messages, %d numbers twice", len(took.Times), len(took.Twice))
	j.must(len(took.Twice) == 0, "%d numbers were accepted more than once", len(took.Twice))
	j.must(len(took.Times) >= o.Charged() && len(took.Times) <= o.Total,
		"the provider took %d messages of %d recipients, of which %d were reached", len(took.Times), o.Total, o.Charged())
	return err
}
