package groupbuild

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

const (
	window   = 20               // groups of an order on the queue at a time: a pause meets few messages, and no order waits behind thousands
	workTime = 18 * time.Second // after which a worker hands its group on
	lease    = 28 * time.Second // of a call that is under way
	lookTime = 48 * time.Hour   // how long a group is asked about of whose people something is not known
)

// task names a group of an order.
type task struct {
	Order  string  `json:"o"`
	Begin  int     `json:"b"` // generation that the order began with
	N      int     `json:"n"`
	Event  bool    `json:"h,omitempty"` // its provider says that it changed, or it is asked about
	Denial *denial `json:"w,omitempty"` // and that it was not made
}

// denial is what a provider says of a group that it did not make.
type denial struct {
	Try  int `json:"t"`
	Code int `json:"c,omitempty"`
}

func (r *Engine) task(o *order.Order, t task) queue.Message {
	return queue.New(r.taskBuild(), o.Owner.Tenant, t)
}

func (r *Engine) visitTask(o *order.Order, n int) queue.Message {
	return r.task(o, task{Order: o.ID, Begin: o.Begin(), N: n})
}

// enqueue sends the tasks of groups.
func (r *Engine) enqueue(ctx context.Context, o *order.Order, groups ...int) error {
	bells := make([]queue.Message, len(groups))
	for i, n := range groups {
		bells[i] = r.visitTask(o, n)
	}
	return r.Flow.Queues.Send(ctx, Queue, bells...)
}

// Work enqueues the first groups without a worker. A worker that has built a group enqueues the next one. When an
// order was stopped, its unfinished groups end as they are.
func (r *Engine) Work(ctx context.Context, o *order.Order, at order.WorkTrigger) error {
	if at == order.Ends {
		return r.endAll(ctx, o)
	}
	t, err := r.Tally(ctx, o, true)
	if err != nil {
		return err
	}
	if t.Done {
		return r.Flow.Complete(ctx, o.ID)
	}
	var due []int
	now := r.Flow.Now().UnixMilli()
	for _, g := range t.Parts.([]group) {
		if (g.State == Waiting || g.State == Building) && g.Gen == o.Gen && g.Until <= now && len(due) < window {
			due = append(due, g.N)
		}
	}
	return r.enqueue(ctx, o, due...)
}

// work is one worker at one group.
type work struct {
	*Engine
	o       *order.Order
	g       *group
	b       *Blueprint
	by      provider.GroupBuilder
	profile provider.Profile
	event   bool
	denial  *denial
	was     group // as it was found
}

// Build is the handler of a task. It goes on with a group as long as its order may, and enqueues the next group when
// this one is done or waits. It may be repeated, and several may run at once: each step begins under the group's
// revision.
func (r *Engine) Build(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("build: task: %w", err)
	}
	o, ok, err := r.Flow.Orders.Get(ctx, t.Order)
	if err != nil || !ok || o.Kind != r.Spec().Name || o.Begin() != t.Begin {
		return err
	}
	w := &work{Engine: r, o: o, event: t.Event, denial: t.Denial}
	g, ok, err := store.Load[group](ctx, r.Flow.DB, groupKey(o, t.N), true)
	if err != nil || !ok {
		return err
	}
	w.g, w.was = &g, g
	if w.b, err = r.Plans.Blueprint(ctx, o); err != nil { // an edit a moment ago counts
		return err
	}
	if w.by, err = r.Builder(w.b.Via, o.Sender); err != nil {
		return err
	}
	w.profile = w.by.Profile()
	err = w.run(ctx)
	if errors.Is(err, errLost) {
		return nil // another one is at it
	}
	return err
}

// errLost: another writer changed the group.
var errLost = errors.New("build: somebody else is at it")

func (w *work) run(ctx context.Context) error {
	for end := w.Flow.Now().Add(workTime); ; {
		idle, err := w.turn(ctx)
		if err != nil {
			return err
		}
		if idle {
			return w.pass(ctx)
		}
		if w.Flow.Now().After(end) {
			return w.enqueue(ctx, w.o, w.g.N)
		}
	}
}

// ended tells that nothing is left to do with a group.
func (g *group) ended() bool { return g.State == Created || g.State == Failed || g.State == Unknown }

// pass gives a group's place in the window to the next one, once, and reports the order's progress. An event of a
// group that ended long ago enqueues nothing.
func (w *work) pass(ctx context.Context) (err error) {
	next, last := w.g.N+window, w.o.Total-1
	switch ended := w.g.ended(); {
	case w.o.Status != order.Sending || !ended && w.g.Until <= w.Flow.Now().UnixMilli():
	case ended && next > last:
		err = w.Flow.Complete(ctx, w.o.ID)
	case !w.was.Gave && next <= last:
		err = w.enqueue(ctx, w.o, next)
	case ended && !w.was.ended():
		err = w.enqueue(ctx, w.o, last) // who ends late asks whether all are done
	}
	if err != nil {
		return err
	}
	if w.g.ended() && (w.o.Status == order.Settling || w.o.Status == order.Stopped && !w.o.Settled) {
		if err := w.Flow.Settlement().Settle(ctx, w.o.ID); err != nil {
			return err
		}
	}
	w.Flow.Listing().Progress(ctx, w.o.ID)
	return nil
}

// may tells whether something may be done with groups of the order. One that only waits for what is in doubt may be ended.
func (w *work) may() bool {
	return w.g.Gen == w.o.Gen && (w.o.Status == order.Sending && !w.o.Overdue(w.Flow.Now()) || w.o.Status == order.Settling && !w.o.Settled)
}

// turn does the next thing with a group. idle tells that there is nothing to do for now.
func (w *work) turn(ctx context.Context) (idle bool, err error) {
	g := w.g
	heard := w.event
	w.event = false
	switch {
	case g.ended():
		if !heard {
			return true, nil
		}
		return w.look(ctx)
	case w.pendingAfterStop():
		w.event = heard
		return false, w.unclear(ctx, &provider.GroupStep{})
	case w.cutShort():
		return w.endShort(ctx)
	case !w.may():
		return true, nil
	case g.Until > w.Flow.Now().UnixMilli() && (g.Intent || !heard):
		if w.denial != nil && g.Intent { // the answer to the call that makes it comes later than this
			return true, w.Flow.Queues.Send(ctx, Queue, w.task(w.o, task{w.o.ID, w.o.Begin(), g.N, true, w.denial}).Later(lease))
		}
		return true, nil
	case g.Step == 1:
		return w.await(ctx)
	}
	s, left := w.next()
	if !left {
		return false, w.finish(ctx)
	}
	if g.Intent && !w.repeats(s) { // the worker that began it died, and the outcome is unknown
		return false, w.unclear(ctx, s)
	}
	if err := w.prepare(ctx, s); err != nil {
		return w.paused(ctx, err)
	}
	if s.Kind == provider.GroupAdd && len(s.Numbers) == 0 || s.Kind == provider.GroupPromote && len(s.Numbers) == 0 {
		g.Step++
		return false, w.save(ctx)
	}
	return w.call(ctx, s)
}

// call does a step: its intent is written, then the order is read again, then the provider is called, once.
func (w *work) call(ctx context.Context, s *provider.GroupStep) (idle bool, err error) {
	at, err := w.Rates.Take(ctx, "group."+w.profile.Sender, time.Second/time.Duration(max(1, w.profile.GroupRate)), time.Second)
	if full := new(rateFull); errors.As(err, full) {
		return true, w.putOff(ctx, full.Until.Sub(w.Flow.Now()))
	}
	if err != nil {
		return true, err
	}
	if err := w.until(ctx, at); err != nil {
		return true, err
	}
	w.g.State, w.g.Intent, w.g.Until = Building, true, w.Flow.Now().Add(lease).UnixMilli()
	if err := w.save(ctx); err != nil {
		return true, err
	}
	o, _, err := w.Flow.Orders.Get(ctx, w.o.ID)
	if err != nil {
		return true, err
	}
	if w.o = o; !w.may() {
		if w.g.Intent, w.g.Until = false, 0; w.g.Step == 0 {
			w.g.State = Waiting
		}
		return !w.cutShort(), w.save(ctx)
	}
	if s.Kind == "" {
		return w.began(ctx, w.by.Create(ctx, provider.NewGroup{Reference: w.g.reference(w.o), Subject: w.g.Name, Description: w.b.Description,
			Approval: w.b.Approval}))
	}
	return w.done(ctx, s, w.by.Do(ctx, w.of(), *s))
}

func (w *work) of() provider.GroupOf {
	return provider.GroupOf{Reference: w.g.reference(w.o), ID: w.g.ID}
}

// until waits for a moment.
func (w *work) until(ctx context.Context, at time.Time) error {
	if w.Wait != nil {
		return w.Wait(ctx, at)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(at.Sub(w.Flow.Now())):
		return nil
	}
}

// save writes the group with the given operations. errLost when another writer was faster.
func (w *work) save(ctx context.Context, with ...store.Op) error {
	w.g.Gave = w.g.Gave || w.g.ended()
	err := w.Flow.DB.Transact(ctx, append([]store.Op{w.g.put(w.o)}, with...))
	if store.ConditionFailed(err) != nil {
		return errLost
	}
	return err
}

// putOff delays a group, and enqueues it for then.
func (w *work) putOff(ctx context.Context, d time.Duration) error {
	d = max(d, time.Second)
	w.g.Gave = true
	w.g.Intent, w.g.Until = false, w.Flow.Now().Add(d).UnixMilli()
	if err := w.save(ctx); err != nil {
		return err
	}
	return w.Flow.Queues.Send(ctx, Queue, w.visitTask(w.o, w.g.N).Later(d+time.Second))
}

// alarm is what the tick knows of a group of which something is missing.
type alarm struct {
	Order string    `dynamodbav:"o"`
	Begin int       `dynamodbav:"b"`
	N     int       `dynamodbav:"n"`
	Since time.Time `dynamodbav:"at"`
}
