package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"herald/pkg/app"
)

// sendingArgs is a customer with an order of Big recipients and another one who comes later with one of Few, at a sender of PerSecond
// messages a second with as many functions at once as are deployed.
type sendingArgs struct {
	Big, Few, PerSecond int
	Warm, Watched       time.Duration // before the second order comes, and after it
	Simulator           string
}

type sendingResult struct {
	First, Last time.Duration // of the second order's messages, from its request on
	Most        int           // messages in any window of one second
	Used        float64       // part of the limit while watched
}

// sendingChild sends in real time: the limits of a sender are kept by a clock that all functions share, and nothing
// but that clock shows whether they hold. The provider accepts every message and records its time.
func sendingChild(ctx context.Context, a sendingArgs) (out sendingResult, err error) {
	w, err := simulated(ctx, a.Simulator, &clock{real: true}, a.PerSecond)
	if err != nil {
		return out, err
	}
	defer w.provider.stop()
	big, err := w.collection(ctx, a.Big)
	if err != nil {
		return out, err
	}
	first := w.customer
	if w.customer, err = w.newCustomer(ctx, "11987650002"); err != nil {
		return out, err
	}
	numbers := mobiles(a.Big+a.Few, 3)[a.Big:] // none of the first order
	few, err := w.collectionOf(ctx, numbers)
	if err != nil {
		return out, err
	}
	second := w.customer
	failed := w.works(ctx)
	if err := w.passed(first, big); err != nil {
		return out, err
	}
	pause(ctx, a.Warm)
	asked := time.Now()
	if err := w.passed(second, few); err != nil {
		return out, err
	}
	pause(ctx, a.Watched)
	if err := failed(); err != nil {
		return out, err
	}
	return out, out.read(w.sim, asked, numbers, a)
}

// passed orders a text to a collection, and staff pass it as soon as they are asked to.
func (w *world) passed(bearer, group string) error {
	var made struct{ ID string }
	if err := w.call("POST", "/gc/groupsendorder", bearer, w.orderBody(group), &made); err != nil {
		return err
	}
	var reviewed []struct{ OK bool }
	err := w.call("PUT", "/gc/groupsendorder/review", w.admin, map[string]any{"ids": []string{made.ID}, "pass": true}, &reviewed)
	if err == nil && (len(reviewed) != 1 || !reviewed[0].OK) {
		err = fmt.Errorf("review: %+v", reviewed)
	}
	return err
}

// works has the functions of the queues send and job work until this process ends, each with an environment of its own, as many at once
// as are deployed. What it gives says what has gone wrong so far.
func (w *world) works(ctx context.Context) (failed func() error) {
	errs := make(chan error, 1)
	for name, tasks := range map[string]func(*app.Env) app.Tasks{"send": app.SendTasks, "job": app.JobTasks} {
		for range consumer(name).Concurrency {
			go func() {
				own := tasks(w.env())
				for {
					batch, err := w.queues.receive(name, w.clock.Now(), 1)
					if err == nil && len(batch) > 0 {
						err = own[batch[0].Kind](ctx, batch[0])
					}
					if err != nil {
						select {
						case errs <- err:
						default: // the first one is enough
						}
					}
					if len(batch) == 0 {
						pause(ctx, 5*time.Millisecond)
					}
				}
			}()
		}
	}
	return func() error {
		select {
		case err := <-errs:
			return err
		default:
			return w.trouble()
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// read takes from the provider's log what it was sent, and when.
func (r *sendingResult) read(sim string, asked time.Time, second []string, a sendingArgs) error {
	res, err := http.Get(sim + "/_sim/messages?limit=10000000")
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var log struct {
		Accepted []struct {
			To         string    `json:"to"`
			AcceptedAt time.Time `json:"acceptedAt"`
		} `json:"accepted"`
	}
	if err := json.NewDecoder(res.Body).Decode(&log); err != nil {
		return err
	}
	small := make(map[string]bool, len(second))
	for _, n := range second {
		small[n] = true
	}
	var all, own []time.Time
	for _, m := range log.Accepted {
		all = append(all, m.AcceptedAt)
		if small[strings.TrimPrefix(m.To, "+")] {
			own = append(own, m.AcceptedAt)
		}
	}
	if len(own) != len(second) {
		return fmt.Errorf("%d of the %d messages of the second order were sent", len(own), len(second))
	}
	slices.SortFunc(all, time.Time.Compare)
	slices.SortFunc(own, time.Time.Compare)
	r.First, r.Last = own[0].Sub(asked), own[len(own)-1].Sub(asked)
	from, watched := 0, 0
	for i, at := range all {
		for at.Sub(all[from]) >= time.Second {
			from++
		}
		r.Most = max(r.Most, i-from+1)
		if !at.Before(asked) && at.Before(asked.Add(a.Watched)) {
			watched++
		}
	}
	r.Used = float64(watched) / float64(a.PerSecond) / a.Watched.Seconds()
	return nil
}

// sending runs the two orders of fairness, the minute of receipts and the orders with placeholders.
func sending(ctx context.Context, w *workshop) (report, error) {
	var r sendingResult
	if _, err := w.child(ctx, "sending", sendingArgs{w.waiting, 100, 1000, w.warm, w.watched, w.sim}, &r); err != nil {
		return report{}, err
	}
	var s stormResult
	if _, err := w.child(ctx, "storm", stormArgs{w.stormy, w.sim}, &s); err != nil {
		return report{}, err
	}
	var prices [2]float64
	for i, values := range []bool{false, true} {
		var p pipelineResult
		if _, err := w.child(ctx, "pipeline", pipelineArgs{N: w.order, H: perCall, Values: values, Simulator: w.sim}, &p); err != nil {
			return report{}, err
		}
		prices[i] = priceOf(w.order, p).total()
	}
	return report{figures: []figure{
		most(fmt.Sprintf("first message of an order of 100 while another customer's of %d is sent", w.waiting), "%.2f s", 5, r.First.Seconds()),
		most("  its last message", "%.2f s", 5, r.Last.Seconds()),
		most("  messages in any window of one second, limit 1000, 50 functions", "%.0f", 1000, float64(r.Most)),
		least("  part of the limit that is used", "%.3f", 0.95, r.Used),
		least(fmt.Sprintf("receipts a second: %d within a minute, in disorder, %d of them again", s.Statuses, s.Repeated), "%.0f",
			3000, float64(s.Statuses+s.Repeated)/s.Took.Seconds()),
		none("  steps that the order counts otherwise than its receipts say", s.Wrong),
		most(fmt.Sprintf("order of %d with three placeholders against one without", w.order), "%.2f", 1.5, prices[1]/prices[0]),
	}}, nil
}
