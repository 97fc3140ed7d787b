package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"herald/pkg/kit/store"
)

// meter reads what the functions say about themselves: one line of JSON for each invocation, in the file that the local
// cloud writes beside dev.json.
type meter struct {
	name string
	from int64
	err  error
}

// openMeter remembers where the log ends now.
func openMeter(folder string) *meter {
	m := &meter{name: filepath.Join(folder, "functions.log")}
	info, err := os.Stat(m.name)
	if err == nil {
		m.from = info.Size()
	}
	m.err = err
	return m
}

// used gives what each function has used since openMeter.
func (m *meter) used() (map[string]store.Usage, error) {
	if m.err != nil {
		return nil, m.err
	}
	file, err := os.Open(m.name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(m.from, io.SeekStart); err != nil {
		return nil, err
	}
	sums := map[string]store.Usage{}
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		_, text, _ := strings.Cut(lines.Text(), ": ")
		var line struct {
			Fn  string
			Use store.Usage
		}
		if json.Unmarshal([]byte(text), &line) == nil && line.Fn != "" { // other lines are warnings and the like
			sums[line.Fn] = sums[line.Fn].Plus(line.Use)
		}
	}
	return sums, lines.Err()
}

// byUnit tells what the money goes to.
func byUnit(u store.Usage, share float64) string {
	var parts []string
	for _, part := range []struct {
		name string
		use  store.Usage
	}{
		{"writes", store.Usage{WriteUnits: u.WriteUnits}}, {"reads", store.Usage{ReadUnits: u.ReadUnits}}, {"queues", store.Usage{Queue: u.Queue}},
		{"files", store.Usage{Puts: u.Puts, Gets: u.Gets}}, {"pushes", store.Usage{Push: u.Push}}, {"gateway", store.Usage{HTTP: u.HTTP}},
		{"invocations", store.Usage{Invokes: u.Invokes}}, {"compute", store.Usage{MBms: u.MBms}},
	} {
		parts = append(parts, fmt.Sprintf("%s %.3f", part.name, part.use.Dollars()*share))
	}
	return strings.Join(parts, ", ")
}

const perMillion = 1e6

// ingress is the function that receives the webhooks; how many receipts a call brings is the provider's choice.
const ingress = "hook"

// cost prints the bill of the run at the price table of pkg/kit/store, for a million messages.
func (j *job) cost(context.Context) error {
	used, err := j.meter.used()
	if err != nil {
		return fmt.Errorf("the functions' log: %w", err)
	}
	var names []string
	for name := range used {
		names = append(names, name)
	}
	sort.Slice(names, func(a, b int) bool { return used[names[a]].Dollars() > used[names[b]].Dollars() })
	share := perMillion / float64(j.order.Total)
	say("\nAWS usage of the run, and its price for 1,000,000 messages (US dollars, us-east-1, no free tier)")
	say("  %-14s %8s %9s %9s %7s %5s %5s %5s %7s %8s %9s", "function", "invoked", "write", "read", "queue", "put", "get", "push", "http", "GB·s", "$/million")
	var all, hook store.Usage
	row := func(name string, u store.Usage) {
		say("  %-14s %8d %9.0f %9.1f %7d %5d %5d %5d %7d %8.1f %9.4f", name, u.Invokes, u.WriteUnits, u.ReadUnits, u.Queue, u.Puts, u.Gets, u.Push, u.HTTP,
			float64(u.MBms)/1024/1000, u.Dollars()*share)
	}
	for _, name := range names {
		row(name, used[name])
		all = all.Plus(used[name])
		if strings.HasSuffix(name, ingress) {
			hook = hook.Plus(used[name])
		}
	}
	row("all", all)
	say("  by unit, $/million: %s", byUnit(all, share))
	gateway := store.Usage{HTTP: hook.HTTP}.Dollars() // on AWS the webhooks come in by a function URL, which costs nothing
	say("metered AWS cost of 1,000,000 messages: $%.3f (%d receipts a webhook call, by the function URL that they have on AWS)", (all.Dollars()-gateway)*share, receiptsPerCall)
	say("  with the webhooks through the HTTP API, as here: $%.3f; without receiving them: $%.3f", all.Dollars()*share, (all.Dollars()-hook.Dollars())*share)
	say("  Included: Lambda requests and memory time as measured here, DynamoDB on-demand units as reported by each call, SQS requests,")
	say("  S3 requests, gateway requests and websocket messages of everything from sign-in to settlement, whoever caused it meanwhile.")
	say("  Not included: storage, logs, data transfer, CloudFront, polling of empty queues, minutes of open websockets, the provider's own price.")
	j.must(len(used) > 0, "cost: the functions' log %s has no line of this run", j.meter.name)
	return nil
}
