package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"herald/localstack/client"
)

// statusNames for people.
var statusNames = map[int]string{1: "under review", 2: "waiting", 3: "sending", 4: "paused", 5: "cancelled", 6: "completed", 7: "settling", 8: "stopped", 9: "refused", 10: "failed"}

// ends of an order; only Completed is what the demo is for.
var ends = []int{client.Paused, client.Cancelled, client.Completed, client.Stopped, client.Refused, client.Failed}

// silence is how long the websocket may say nothing before the order is asked for: while receipts settle it has nothing to tell.
const silence = 5 * time.Second

// follow shows the order's progress from the websocket until the order has ended; without a websocket it asks.
func (j *job) follow(ctx context.Context) error {
	began, bar := time.Now(), newBar("sending")
	defer bar.end()
	live := j.live
	var sent time.Time
	messages := 0
	quiet := time.NewTimer(silence)
	defer quiet.Stop()
	for {
		now := client.Live{}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case message, open := <-live:
			if !open {
				bar.note("the websocket is gone: asking instead")
				live = nil
				continue
			}
			if message.ID != j.order.ID {
				continue
			}
			messages++
			now = message
		case <-quiet.C:
			o, err := j.customer.Order(ctx, j.order.ID)
			if err != nil {
				return err
			}
			now = client.Live{ID: o.ID, Status: o.Status, Counts: o.Counts}
		}
		quiet.Reset(silence)
		j.draw(bar, now)
		if sent.IsZero() && now.Status >= client.Completed {
			sent = time.Now()
			bar.note(fmt.Sprintf("sent       in %.1f s (%d progress messages); receipts arrive, the last ones settle at the deadline", sent.Sub(began).Seconds(), messages))
			bar.name = "settling"
		}
		if slices.Contains(ends, now.Status) {
			bar.end()
			say("ended      as %s %.1f s after the start", statusNames[now.Status], time.Since(began).Seconds())
			return nil
		}
	}
}

// draw shows what is done: sending is most of the way, a final receipt the rest.
func (j *job) draw(bar *bar, now client.Live) {
	total := 0
	var parts []string
	for _, state := range client.States {
		total += now.Counts[state]
		if n := now.Counts[state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", state, group(n)))
		}
	}
	j.must(total == j.estimate.Targets, "progress: counts add up to %d of %d in %s", total, j.estimate.Targets, statusNames[now.Status])
	open := now.Counts["toSend"] + now.Counts["sending"]
	bar.show(float64(total-open), float64(total), strings.Join(parts, ", "))
}

// listen opens the websocket and lets its messages about orders come. Without one the order is asked for.
func (j *job) listen(ctx context.Context) error {
	out := make(chan client.Live)
	j.live = out
	socket, err := j.customer.Open(ctx)
	if err != nil {
		close(out) // the error would show the ticket
		return ctx.Err()
	}
	go func() {
		defer close(out)
		defer socket.Close()
		for {
			m, err := socket.Next(ctx)
			if err != nil {
				return
			}
			var l client.Live
			if m.Type != "order" || json.Unmarshal(m.Data, &l) != nil {
				continue
			}
			select {
			case out <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	return nil
}

// bar is a line that is drawn over itself on a terminal, and now and then anew elsewhere.
type bar struct {
	name  string
	tty   bool
	shown time.Time
	text  string
	drawn bool
}

func newBar(name string) *bar {
	info, err := os.Stdout.Stat()
	return &bar{name: name, tty: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

const barWidth = 30

func (b *bar) show(done, of float64, text string) {
	if of <= 0 {
		return
	}
	if !b.tty && (time.Since(b.shown) < 10*time.Second || text == b.text) {
		return
	}
	b.shown, b.text = time.Now(), text
	full := int(done / of * barWidth)
	line := fmt.Sprintf("%-10s [%s%s] %3.0f %% %s", b.name, strings.Repeat("#", full), strings.Repeat("-", barWidth-full), 100*done/of, text)
	if !b.tty {
		say("%s", line)
		return
	}
	fmt.Print("\r\033[K" + line)
	b.drawn = true
}

// note writes a line that stays.
func (b *bar) note(text string) {
	b.end()
	say("%s", text)
}

func (b *bar) end() {
	if b.drawn {
		fmt.Println()
	}
	b.drawn = false
}
