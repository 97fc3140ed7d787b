package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"time"

	"herald/pkg/app"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// repliesArgs is a history of Orders, each to the same Recipients; the first Replies of them say STOP, each to a process of its own.
type repliesArgs struct {
	Orders, Recipients, Replies int
	Simulator                   string
}

// repliesResult is of the dearest reply.
type repliesResult struct {
	Calls  int           // to AWS by the process that handles it, which remembers nothing
	Took   time.Duration // its handling, with the waiting for AWS and the part of a CPU that the function has
	Holds  time.Duration // from the webhook's request until no sender takes the number any more
	Units  float64       // read
	NotOff int           // numbers that are not suppressed afterwards
	Merges int           // of the recipient index
}

// wholeCPU is the memory at which a function has a whole CPU.
const wholeCPU = 1769

// historyDays is how far the orders reach back; a reply is looked for in those of 30 days.
const historyDays = 28

// repliesChild sends one order, repeats its rows as if the same had been sent all along, and lets recipients reply.
func repliesChild(ctx context.Context, a repliesArgs) (out repliesResult, err error) {
	w, err := simulated(ctx, a.Simulator, nil, perSecond)
	if err != nil {
		return out, err
	}
	defer w.provider.stop()
	numbers := mobiles(a.Recipients, 3)
	group, err := w.collectionOf(ctx, numbers)
	if err != nil {
		return out, err
	}
	first, err := w.submit(group)
	if err != nil {
		return out, err
	}
	jobs := app.JobTasks(w.env())
	err = errors.Join(w.drain(ctx, "job", jobs), w.sendAll(ctx, "/gc/groupsendorder", first, app.SendTasks(w.env()), jobs))
	if err != nil {
		return out, err
	}
	if out.Merges, err = w.history(ctx, first, a.Orders); err != nil {
		return out, err
	}
	for _, n := range numbers[:a.Replies] {
		if err := w.reply(ctx, n, &out); err != nil {
			return out, err
		}
	}
	guard := (&suppression.Store{DB: w.memory, Now: w.clock.Now, Cache: &suppression.Cache{}}).Guard(w.id)
	if _, err := guard.Check(ctx); err != nil {
		return out, err
	}
	for _, n := range numbers[:a.Replies] {
		if _, held := guard.Blocked(number(n), "whatsapp"); !held {
			out.NotOff++
		}
	}
	return out, w.trouble()
}

// number of a recipient as digits.
func number(text string) (n uint64) {
	for _, c := range text {
		n = n*10 + uint64(c-'0')
	}
	return n
}

// history repeats an order's rows under new ids over some weeks, with the planned segment of each, and lets the janitor merge them.
func (w *world) history(ctx context.Context, first string, orders int) (merges int, err error) {
	rows, err := store.Collect(store.Rows(ctx, w.memory, store.Query{Table: "campaign", PK: order.Key(first).PK}))
	if err != nil {
		return 0, err
	}
	planned, err := store.Collect(store.Rows(ctx, w.memory, store.Query{Table: "campaign", PK: "RINDEX#new"}))
	if err != nil || len(planned) != 1 {
		return 0, errors.Join(err, fmt.Errorf("%d planned segments", len(planned)))
	}
	ids, ticks := w.env().IDs, app.Ticks(w.env())
	for i := range orders {
		w.clock.to(w.clock.Now().Add(historyDays * 24 * time.Hour / time.Duration(orders)))
		if err := w.repeat(ctx, ids.Next(), rows, planned[0]); err != nil {
			return 0, err
		}
		if i%50 == 0 {
			if err := w.tick(ctx, ticks); err != nil {
				return 0, err
			}
		}
	}
	of, err := store.Collect(store.Rows(ctx, w.memory, store.Query{Table: "campaign", PK: "RINDEX#of"}))
	return len(of), err
}

func (w *world) repeat(ctx context.Context, id string, rows []store.Item, segment store.Item) error {
	var ops []store.Op
	add := func(it store.Item, pk, sk string, set map[string]any) error {
		k := store.Key{Table: "campaign", PK: pk, SK: sk}
		own, err := store.Encode(k, set)
		next := maps.Clone(it)
		maps.Copy(next, own)
		ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: next})
		return err
	}
	_, chunks, _ := strings.Cut(store.SortKey(segment), "#")
	err := add(segment, "RINDEX#new", id+"#"+chunks, map[string]any{"o": id, "a": w.clock.Now().Unix()})
	for _, it := range rows {
		set := map[string]any{}
		if store.SortKey(it) == order.Key(id).SK {
			set["id"] = id
		}
		err = errors.Join(err, add(it, order.Key(id).PK, store.SortKey(it), set))
	}
	return errors.Join(err, w.memory.WriteAll(ctx, ops))
}

// reply brings a STOP as the provider signs it, to functions that have just started, and keeps what was dearest.
func (w *world) reply(ctx context.Context, from string, out *repliesResult) error {
	env := w.env()
	api := env.API()
	app.Hook(env, api)
	handler, tasks := api.Handler(), app.InboundTasks(w.env())
	w.clock.to(w.clock.Now().Add(time.Second))
	took, _, err := w.timed(ctx, memory("hook"), func(ctx context.Context) error {
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, stopOf(from, w.clock.Now()).WithContext(ctx))
		if rec.Code != http.StatusOK {
			return fmt.Errorf("webhook: %d %s", rec.Code, rec.Body)
		}
		return nil
	})
	if err != nil {
		return err
	}
	batch, err := w.queues.receive("inbound", w.clock.Now(), 1)
	if err != nil || len(batch) != 1 {
		return errors.Join(err, fmt.Errorf("%d messages of a reply", len(batch)))
	}
	w.meter.Take()
	handled, calls, err := w.timed(ctx, memory("inbound"), func(ctx context.Context) error { return tasks[batch[0].Kind](ctx, batch[0]) })
	out.Calls, out.Took, out.Holds = max(out.Calls, calls), max(out.Took, handled), max(out.Holds, took+handled)
	out.Units = max(out.Units, w.meter.Take().ReadUnits)
	return err
}

// timed is what an invocation takes: its calls to AWS one after the other, and its work with the part of a CPU that its memory brings.
func (w *world) timed(ctx context.Context, megabytes int, work func(context.Context) error) (time.Duration, int, error) {
	ctx, i := begin(ctx, w.clock.Now())
	runtime.GC() // the garbage of the history is not the reply's
	used := cpuTime()
	err := work(ctx)
	used = cpuTime() - used
	return time.Duration(i.calls)*awsTime + used*wholeCPU/time.Duration(megabytes), i.calls, err
}

func stopOf(from string, at time.Time) *http.Request {
	body, _ := json.Marshal(map[string]any{"object": "whatsapp_business_account",
		"entry": []any{map[string]any{"id": simWABA, "changes": []any{map[string]any{"field": "messages",
			"value": map[string]any{"messaging_product": "whatsapp", "metadata": map[string]any{"phone_number_id": simPhone},
				// strings and numbers
				"messages": []any{map[string]any{"from": from, "id": "wamid." + from, "type": "text", "timestamp": fmt.Sprint(at.Unix()),
					"text": map[string]any{"body": "STOP"}}}}}}}}})
	mac := hmac.New(sha256.New, []byte(simSecret))
	mac.Write(body)
	req := httptest.NewRequest(http.MethodPost, "/api/hook/whatsapp", strings.NewReader(string(body)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	return req
}

// replies measures the first reply that a process handles, after a few orders and after many.
func replies(ctx context.Context, w *workshop) (report, error) {
	var all []repliesResult
	for _, n := range w.history {
		var r repliesResult
		if _, err := w.child(ctx, "replies", repliesArgs{n, 100, 20, w.sim}, &r); err != nil {
			return report{}, err
		}
		if err := r.sound(); err != nil {
			return report{}, err
		}
		all = append(all, r)
	}
	last, n := all[len(all)-1], w.history[len(w.history)-1]
	out := report{figures: []figure{
		most(fmt.Sprintf("first reply of a process after %d orders: calls to AWS", n), "%.0f", 10, float64(last.Calls)),
		most(fmt.Sprintf("  its time, with %d ms a call and the CPU of %d MB", awsTime.Milliseconds(), memory("inbound")), "%.0f ms", 500,
			ms(last.Took)),
		most("  from the webhook of a STOP until it holds, likewise", "%.0f ms", 1000, ms(last.Holds)),
		none("  numbers that said STOP and are not suppressed", last.NotOff),
	}}
	out.text = "\nFirst reply of a process, the dearest of 20\n" +
		fmt.Sprintf("%-10s %8s %8s %12s %10s %10s\n", "orders", "merges", "calls", "read units", "handled", "holds")
	for i, r := range all {
		out.text += fmt.Sprintf("%-10d %8d %8d %12.0f %7.0f ms %7.0f ms\n", w.history[i], r.Merges, r.Calls, r.Units, ms(r.Took), ms(r.Holds))
	}
	return out, nil
}

// sound refuses what cannot be: a reply that asked for nothing.
func (r repliesResult) sound() error {
	if r.Calls == 0 || r.Took <= 0 || r.Holds <= 0 {
		return fmt.Errorf("a reply of %+v", r)
	}
	return nil
}
