package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"herald/localstack/client"
	"herald/localstack/kill"
)

// kills sends an order while a random process dies every moment, and gives what was broken.
func (p *product) kills(ctx context.Context) (broken []string, err error) {
	c, o, _, err := p.order(ctx, *recipients)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	storm, calm := context.WithCancel(ctx)
	var dead map[string]int
	var raging sync.WaitGroup
	raging.Go(func() { dead = p.storm(storm) })
	o, err = until(ctx, c, o.ID, func(o client.Order) bool { return o.Status != client.Waiting && o.Status != client.Sending })
	calm()
	raging.Wait()
	if err != nil {
		return nil, err
	}
	total := 0
	for _, n := range dead {
		total += n
	}
	fmt.Printf("kills        %d recipients sent in %.0f s while %d processes died, one every %v: %v\n", *recipients,
		time.Since(began).Seconds(), total, p.every(), dead)
	if o, err = until(ctx, c, o.ID, func(o client.Order) bool { return o.Settled }); err != nil {
		return nil, err
	}
	took, err := p.Took(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	report, err := p.Admin.Reconcile(ctx)
	if err != nil {
		return nil, err
	}
	times, twice := took.Times, len(took.Twice)
	lost := o.Counts["toSend"] + o.Counts["sending"]
	fmt.Printf("             %d accepted, %d twice, %d lost, %d in doubt and refunded; settled %.0f s after the start\n", len(times), twice,
		lost, o.Counts["unknown"], time.Since(began).Seconds())
	expect := func(ok bool, format string, args ...any) {
		if !ok {
			broken = append(broken, fmt.Sprintf(format, args...))
		}
	}
	expect(total > 0, "nothing was killed, so nothing is proved")
	expect(twice == 0, "%d recipients got the message twice", twice)
	expect(lost == 0 && o.Counted() == *recipients && o.Status == client.Completed, "state %d, counts %v of %d", o.Status, o.Counts,
		*recipients)
	expect(o.Charged() == len(times) && o.Counts["unknown"] == *recipients-len(times), "%d accepted, %d charged, %v", len(times), o.Charged(),
		o.Counts)
	expect(o.ActualCost != nil && int64(*o.ActualCost) == int64(o.Price)*int64(o.Charged()), "charged %v for %d at %s", o.ActualCost,
		o.Charged(), o.Price)
	expect(len(report.Differences) == 0, "the books: %v", report.Differences)
	return broken, nil
}

// every is the time between two kills: a copy carries more than a function, and needs a moment to start.
func (p *product) every() time.Duration {
	if *every == 0 && p.Copies.PID != 0 {
		return 5 * time.Second
	}
	return cmp.Or(*every, 300*time.Millisecond)
}

// processes are what dies: copies of the one process where there are several, else functions.
func (p *product) processes() ([]kill.Process, error) {
	if p.Copies.PID != 0 {
		return kill.Copies(p.Copies.PID)
	}
	return kill.Functions(p.Cloud.PID)
}

// storm ends a random process at every moment and counts them by name.
func (p *product) storm(ctx context.Context) map[string]int {
	dead := map[string]int{}
	moment := time.NewTicker(p.every())
	defer moment.Stop()
	for {
		select {
		case <-ctx.Done():
			return dead
		case <-moment.C:
		}
		list, err := p.processes()
		if err != nil {
			fmt.Println("storm:", err)
			return dead
		}
		if len(list) > 0 {
			if one := list[rand.IntN(len(list))]; one.Kill() {
				dead[one.Name]++
			}
		}
	}
}

// suppressions lets a large order run and suppresses numbers that were not reached yet; none of them may be sent to
// later than within after the answer.
func (p *product) suppressions(ctx context.Context) (broken []string, err error) {
	c, o, list, err := p.order(ctx, *large)
	if err != nil {
		return nil, err
	}
	if o, err = until(ctx, c, o.ID, func(o client.Order) bool { return o.Counts["toSend"] < *large }); err != nil {
		return nil, err
	}
	answered := map[string]time.Time{}
	for range *held {
		number := list[rand.IntN(len(list))]
		if _, again := answered[number]; again {
			continue
		}
		body := map[string]any{"phoneNumber": number, "scope": "tenant", "reason": "chaos"}
		if _, err := client.Post[client.Any](ctx, c, "/aty/suppression", body); err != nil {
			return nil, err
		}
		answered[number] = time.Now()
	}
	o, err = until(ctx, c, o.ID, func(o client.Order) bool { return o.Status != client.Sending && o.Status != client.Waiting })
	if err != nil {
		return nil, err
	}
	took, err := p.Took(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	late := []time.Duration{0}
	reached := 0
	for _, m := range took.Messages {
		if at, ok := answered[m.To]; ok {
			reached++
			if after := m.AcceptedAt.Sub(at); after > 0 {
				late = append(late, after)
			}
		}
	}
	worst := slices.Max(late)
	fmt.Printf("suppression  %d numbers suppressed while %d were sent: %d held back, %d sent before, %d within %v (the latest after %v)\n",
		len(answered), len(list), len(answered)-reached, reached-len(late)+1, len(late)-1, within, worst.Round(time.Millisecond))
	if worst > within {
		broken = append(broken, fmt.Sprintf("a suppressed number was sent to %v after the answer", worst))
	}
	if reached == len(answered) {
		broken = append(broken, "nobody was held back")
	}
	return broken, nil
}
