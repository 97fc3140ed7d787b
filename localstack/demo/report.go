package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"herald/localstack/client"
	"herald/pkg/kit/money"
)

// report prints how it ended and checks that everything adds up.
func (j *job) report(ctx context.Context) (err error) {
	if j.order, err = j.customer.Order(ctx, j.order.ID); err != nil {
		return err
	}
	o := j.order
	j.must(o.Status == client.Completed, "order: ended as %s: %s", statusNames[o.Status], o.Reason)
	say("\norder %s: %s", o.OrderNo, statusNames[o.Status])
	for _, state := range client.States {
		say("  %-12s %10s", state, group(o.Counts[state]))
	}
	say("  %-12s %10s", "total", group(o.Total))
	j.must(o.Counted() == o.Total, "order: counts add up to %d of %d", o.Counted(), o.Total)
	j.must(o.Total == j.imported.Imported, "order: %d recipients of %d members", o.Total, j.imported.Imported)
	j.must(o.Counts["toSend"]+o.Counts["sending"] == 0, "order: ended with %d to send and %d sending", o.Counts["toSend"], o.Counts["sending"])
	for _, check := range []func(context.Context) error{j.money, j.accepted, j.cost} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// money checks the order's credit from three sides: the order, the customer's statement and the ledger's own books.
func (j *job) money(ctx context.Context) error {
	o := j.order
	if o.ActualCost == nil {
		j.must(false, "order: it has no actual cost")
		return nil
	}
	lines, err := j.customer.Statement(ctx)
	if err != nil {
		return err
	}
	var paid, released money.Amount
	say("\nstatement of the order")
	for _, l := range lines {
		if !o.Mine(l) {
			continue
		}
		say("  %s  %-8s %14s  balance %14s  %s %s  %s", l.CreateTime.Local().Format(time.DateTime), l.BusinessType, l.Amount, l.Balance, l.OperatorType, l.Operator, l.Remark)
		switch l.BusinessType {
		case "pay":
			paid -= l.Amount
		case "refund":
			released += l.Amount
		default:
			j.must(false, "statement: a line of type %s belongs to the order", l.BusinessType)
		}
	}
	settled := *o.ActualCost
	atSettlement, err := j.listed(ctx)
	if err != nil {
		return err
	}
	say("reserved %s = settled %s + released %s", paid, settled, released)
	j.must(paid == settled+released, "money: reserved %s is not settled %s + released %s", paid, settled, released)
	j.must(paid == o.EstimatedCost, "money: %s were reserved, the order says %s", paid, o.EstimatedCost)
	j.must(settled == o.Price*money.Amount(atSettlement.Charged()), "money: %s settled is not %d recipients at %s", settled, atSettlement.Charged(), o.Price)
	for i := 1; i < len(lines); i++ {
		j.must(lines[i-1].Balance == lines[i].Balance+lines[i-1].Amount, "statement: %s after %s and %s before", lines[i-1].Balance, lines[i-1].Amount, lines[i].Balance)
	}
	began := time.Now()
	books, err := j.admin.Reconcile(ctx)
	if err != nil {
		return err
	}
	say("reconciled %d accounts with %d entries in %d ms: %d differences", books.Accounts, books.Entries, time.Since(began).Milliseconds(), len(books.Differences))
	j.must(len(books.Differences) == 0, "reconcile: %s", strings.Join(books.Differences, "; "))
	return nil
}

// listed is the order's line in the list, with the counts as they were settled: a receipt that comes later moves no credit
// (decisions §12).
func (j *job) listed(ctx context.Context) (client.Order, error) {
	page, err := client.Get[client.Page[client.Order]](ctx, j.customer, "/gc/groupsendorder/page?orderNo="+j.order.OrderNo)
	if err == nil && len(page.Records) != 1 {
		err = fmt.Errorf("the list has %d orders with the number %s", len(page.Records), j.order.OrderNo)
	}
	if err != nil {
		return client.Order{}, err
	}
	return page.Records[0], nil
}

// accepted compares with what the provider took: at most one message for each number, none that nobody ordered, and one
// for each recipient that is shown as reached.
func (j *job) accepted(ctx context.Context) error {
	if j.sim == nil {
		return nil
	}
	all, err := j.sim.Accepted(ctx, j.simFrom)
	if err != nil {
		return err
	}
	times := map[string]int{}
	for _, m := range all {
		if strings.HasPrefix(m.Reference, j.order.ID+".") {
			times[m.To]++
		}
	}
	twice, strangers := 0, 0
	for _, n := range times {
		if n > 1 {
			twice++
		}
	}
	if j.file.want != nil {
		known := map[string]bool{}
		for _, n := range j.file.want.Numbers {
			known[n] = true
		}
		for n := range times {
			if !known[n] {
				strangers++
			}
		}
	}
	reached := j.order.Charged()
	say("provider   took %s messages, %d numbers twice, %d that were not in the file", group(len(times)), twice, strangers)
	j.must(twice == 0, "duplicates: %d numbers were accepted more than once", twice)
	j.must(strangers == 0, "%d numbers were sent to that are not in the file", strangers)
	j.must(len(times) >= reached && len(times) <= j.order.Total, "the provider took %d messages of %d recipients, of which %d were reached", len(times), j.order.Total, reached)
	return nil
}
