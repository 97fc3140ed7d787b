// Command demo does the product's main job where it can be seen: a contact file goes in, an order is priced, reserved,
// reviewed, sent, receipted and settled, all through the public API of the product that HERALD_DEV describes. It exits
// with 1 when anything at the end does not add up. FILE names a contact file (one is made otherwise), COUNTRY its country.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"herald/localstack/client"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "\ndemo: "+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	name := os.Getenv("HERALD_DEV")
	if name == "" {
		return errors.New("HERALD_DEV names no running product: use make demo")
	}
	dev, err := client.Load(name)
	if err != nil {
		return err
	}
	if err := dev.Alive(ctx); err != nil {
		return err
	}
	j := &job{dev: dev, country: "BR", began: time.Now(), meter: openMeter(dev.Folder)}
	if c := os.Getenv("COUNTRY"); c != "" {
		j.country = strings.ToUpper(c)
	}
	if err := j.prepare(ctx, os.Getenv("FILE")); err != nil {
		return err
	}
	defer j.restore()
	for _, step := range []func(context.Context) error{j.signIn, j.importFile, j.price, j.submit, j.listen, j.pass, j.follow, j.report} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if len(j.problems) > 0 {
		return fmt.Errorf("%d things do not add up:\n  %s", len(j.problems), strings.Join(j.problems, "\n  "))
	}
	say("Everything adds up. %.0f s in all.", time.Since(j.began).Seconds())
	return nil
}

// job is one run and what it has learnt so far.
type job struct {
	dev     *client.Dev
	country string
	began   time.Time
	meter   *meter

	file     contacts
	sim      *client.Simulator // nil when the product talks to a server without a control surface
	simFrom  int               // messages that the simulator had before
	customer *client.Client
	admin    *client.Client

	collection string
	imported   client.Import
	wish       map[string]any
	estimate   client.Estimate
	order      client.Order
	live       <-chan client.Live // progress from the websocket; closed when that is gone
	problems   []string
}

// must notes a check that fails; all of them are told at the end.
func (j *job) must(ok bool, format string, args ...any) {
	if !ok {
		j.problems = append(j.problems, fmt.Sprintf(format, args...))
	}
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// mix is what happens to recipients in the demo: 3 % are not on WhatsApp, 1 % refuse, 0.2 % have their telephone off, and a few
// meet the faults of a long day. Suffixes are last digits.
var mix = []client.Rule{
	{Suffix: "13", Outcome: "undeliverable"}, {Suffix: "57", Outcome: "undeliverable"}, {Suffix: "88", Outcome: "undeliverable"},
	{Suffix: "404", Outcome: "not_whatsapp"}, {Suffix: "505", Outcome: "never"}, {Suffix: "606", Outcome: "never"},
	{Suffix: "9907", Outcome: "cut_after_accept"}, {Suffix: "9911", Outcome: "server_error"}, {Suffix: "9922", Outcome: "pair_rate"},
}

// receiptsPerCall is how the figures of the project are stated: ten receipts a webhook call.
const receiptsPerCall = 10

// prepare makes the contact file and sets the counterparty's script, where it has one.
func (j *job) prepare(ctx context.Context, name string) (err error) {
	if j.file, err = openContacts(name, j.country); err != nil {
		return err
	}
	sim, ok := j.dev.Simulator(ctx)
	if !ok {
		say("%s has no control surface: what it accepted is not checked there", j.dev.Simulators["whatsapp"])
		return nil
	}
	before, err := sim.Count(ctx)
	if err != nil {
		return err
	}
	j.sim, j.simFrom = sim, before
	if err := sim.Script(ctx, mix...); err != nil {
		return err
	}
	return sim.Webhooks(ctx, client.Webhooks{Batch: receiptsPerCall})
}

// restore brings the counterparty back to its defaults; it clears no messages, which may be somebody else's.
func (j *job) restore() {
	if j.sim == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second) // the run's own context may be over
	defer cancel()
	if err := errors.Join(j.sim.Script(ctx), j.sim.Webhooks(ctx, client.Webhooks{})); err != nil {
		fmt.Fprintln(os.Stderr, "demo: the simulator keeps the demo's script:", err)
	}
}
