package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// pipelineArgs is an order of N recipients, with H statuses in a webhook call.
type pipelineArgs struct {
	N, H      int
	Values    bool   // three placeholders in the message, filled from a collection's columns
	Simulator string // program
}

// phase is what a part of an order's life used.
type phase struct {
	Use     store.Usage
	Lambda  map[string]*bill
	SQS     map[string]int64 // requests by queue
	CPU     time.Duration
	Elapsed time.Duration
	Span    time.Duration // by the benchmark's clock
}

type pipelineResult struct {
	Plan, Send, Receipts phase
	Janitor              phase // of its tables only what it did for the order
	Calls                int   // webhook calls
	Statuses             int
}

// measure runs a part of an order's life.
func (w *world) measure(work func() error) (phase, error) {
	w.takeAll()
	began, used, from := time.Now(), cpuTime(), w.clock.Now()
	err := work()
	p := w.takeAll()
	p.Elapsed, p.CPU, p.Span = time.Since(began), cpuTime()-used, w.clock.Now().Sub(from)
	return p, errors.Join(err, w.trouble())
}

func (w *world) takeAll() phase {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queues.mu.Lock()
	defer w.queues.mu.Unlock()
	p := phase{Use: w.meter.Take(), Lambda: w.lambda, SQS: maps.Clone(w.queues.bill)}
	w.lambda, w.queues.bill = map[string]*bill{}, map[string]int64{}
	return p
}

func pipelineChild(ctx context.Context, a pipelineArgs) (out pipelineResult, err error) {
	w, err := simulated(ctx, a.Simulator, nil, perSecond)
	if err != nil {
		return out, err
	}
	defer w.provider.stop()
	numbers := mobiles(a.N, 3)
	collection := w.collectionOf
	if a.Values {
		collection = w.collectionWithValues
	}
	group, err := collection(ctx, numbers)
	if err != nil {
		return out, err
	}
	send, jobs := app.SendTasks(w.env()), app.JobTasks(w.env())
	var id string
	out.Plan, err = w.measure(func() error {
		if id, err = w.submitted(group, a.Values); err != nil {
			return err
		}
		return w.drain(ctx, "job", jobs)
	})
	if err != nil {
		return out, err
	}
	began := w.clock.Now()
	if out.Send, err = w.measure(func() error { return w.sendAll(ctx, "/gc/groupsendorder", id, send, jobs) }); err != nil {
		return out, err
	}
	if err := w.wholly(ctx, id, order.Settling); err != nil {
		return out, err
	}
	return out, w.receipts(ctx, id, began, a.H, &out)
}

// submit orders a text to a collection, through the API.
func (w *world) submit(group string) (string, error) { return w.submitted(group, false) }

func (w *world) submitted(group string, values bool) (string, error) {
	var made struct{ ID string }
	wish := w.orderBody(group)
	if values {
		wish["message"] = map[string]any{"type": "text",
			"text": "Olá, {name}! A coleção de verão chegou a {city}, com frete grátis até domingo: código {code}. Responda SAIR."}
	}
	err := w.call("POST", "/gc/groupsendorder", w.customer, wish, &made)
	return made.ID, err
}

// benchText is the message of an ordinary order.
const benchText = "Olá! A coleção de verão chegou, com frete grátis até domingo. Responda SAIR para não receber mais."

func (w *world) orderBody(group string) map[string]any {
	return map[string]any{"name": "Bench", "groupId": group, "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": benchText}}
}

// drain works on a queue until it is empty, one message after the other.
func (w *world) drain(ctx context.Context, name string, tasks app.Tasks) error {
	for {
		due, ok := w.queues.next(name)
		if !ok {
			return nil
		}
		w.clock.to(due)
		if err := w.one(ctx, name, tasks); err != nil {
			return err
		}
	}
}

// one handles the next message of a queue.
func (w *world) one(ctx context.Context, name string, tasks app.Tasks) error {
	batch, err := w.queues.receive(name, w.clock.Now(), 1)
	if err != nil || len(batch) == 0 {
		return err
	}
	return w.handle(ctx, name, tasks, batch[0])
}

func (w *world) handle(ctx context.Context, name string, tasks app.Tasks, m queue.Message) error {
	do, ok := tasks[m.Kind]
	if !ok {
		return fmt.Errorf("no task %s", m.Kind)
	}
	return w.invoke(ctx, name, func(ctx context.Context) error { return do(ctx, m) })
}

// sendAll passes the order and runs workers, several at a time as on AWS, until every recipient was called.
func (w *world) sendAll(ctx context.Context, kind, id string, send, jobs app.Tasks) error {
	var reviewed []struct{ OK bool }
	if err := w.call("PUT", kind+"/review", w.admin, map[string]any{"ids": []string{id}, "pass": true}, &reviewed); err != nil ||
		len(reviewed) != 1 || !reviewed[0].OK {
		return errors.Join(err, fmt.Errorf("review: %+v", reviewed))
	}
	ended := make(chan error)
	w.clock.begins()
	defer w.clock.ends()
	for running := 0; ; {
		batch, err := w.queues.receive("send", w.clock.Now(), 1)
		if err != nil {
			return err
		}
		if len(batch) > 0 {
			running++
			w.clock.begins()
			go func() {
				err := w.handle(ctx, "send", send, batch[0])
				w.clock.ends()
				ended <- err
			}()
			continue
		}
		if running > 0 {
			running--
			w.clock.ends()
			err := <-ended
			w.clock.begins()
			if err != nil {
				return err
			}
			continue
		}
		if err := w.drain(ctx, "job", jobs); err != nil {
			return err
		}
		due, ok := w.queues.next("send")
		if !ok {
			return nil
		}
		w.clock.to(due)
	}
}

// wholly checks that an order came as far as it should.
func (w *world) wholly(ctx context.Context, id string, want order.Status) error {
	book := &order.Store{DB: w.memory, Now: w.clock.Now}
	o, _, err := book.Get(ctx, id)
	if err == nil && (o.Status != want || o.Counts["sent"] != o.Total && want == order.Settling) {
		err = fmt.Errorf("the order is in state %d with %v", o.Status, o.Counts)
	}
	return err
}

// tick is the janitor's minute.
func (w *world) tick(ctx context.Context, ticks map[string]func(context.Context) error) error {
	return w.invoke(ctx, "janitor", func(ctx context.Context) error {
		var errs []error
		for _, do := range ticks {
			errs = append(errs, do(ctx))
		}
		return errors.Join(errs...)
	})
}
