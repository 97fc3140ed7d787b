// Command scale simulates a month of 1,000,000,000 messages of 100 tenants, second by second, from measured unit costs, and writes which
// resource is exhausted first, on AWS and on PostgreSQL: go run ./bench/scale > docs/scale.md.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// seed of the load: the same month every time.
const seed = 1

func main() { write(os.Stdout) }

// peaks are the largest and the usual use of the resources of a month.
type peaks struct {
	sent, statuses, running float64
	campaigns               int
	most                    map[string]float64
	late                    map[string]float64 // exceeded in one second of a thousand
}

func measure(messages float64) peaks {
	of := monthOf(messages, seed)
	p := peaks{campaigns: len(of.campaigns), most: map[string]float64{}, late: map[string]float64{}}
	all := slices.Concat(onAWS, onPostgres)
	uses := make([][]float64, len(all))
	simulate(of, func(f flow) {
		p.sent, p.statuses, p.running = max(p.sent, f.sent), max(p.statuses, f.statuses), max(p.running, f.running)
		for i, r := range all {
			uses[i] = append(uses[i], r.used(f))
		}
	})
	for i, r := range all {
		slices.Sort(uses[i])
		p.most[r.name], p.late[r.name] = uses[i][len(uses[i])-1], uses[i][len(uses[i])*999/1000]
	}
	return p
}

func write(w io.Writer) {
	say := func(format string, a ...any) { _, _ = fmt.Fprintf(w, format, a...) }
	one, ten := measure(1e9), measure(1e10)
	say("%s", head)
	say("| | 1,000,000,000 messages | 10,000,000,000 |\n|---|---|---|\n")
	say("| campaigns in the month | %d | %d |\n", one.campaigns, ten.campaigns)
	say("| most campaigns at a time | %.0f | %.0f |\n", one.running, ten.running)
	say("| messages a second, mean; most | %.0f; %.0f | %.0f; %.0f |\n", 1e9/month, one.sent, 1e10/month, ten.sent)
	say("| statuses a second, most | %.0f | %.0f |\n", one.statuses, ten.statuses)
	for _, home := range []struct {
		title, note string
		resources   []resource
	}{{"AWS", "Quotas as an account has them before any is raised.", onAWS},
		{"PostgreSQL", "Two machines of 4 cores: a copy of Herald, and the database.", onPostgres}} {
		say("\n## %s\n%s\n\n", home.title, home.note)
		say("| Resource | Limit | Most used at 1× | at 10× | Used in 99.9 %% of the seconds at 1×; 10× |\n|---|---|---|---|---|\n")
		for _, r := range home.resources {
			say("| %s | %.0f %s (%s) | %s | %s | %.1f; %.1f |\n", r.name, r.limit, r.unit, r.source, share(one.most[r.name], r.limit),
				share(ten.most[r.name], r.limit), one.late[r.name], ten.late[r.name])
		}
		say("\nExhausted first at 10×: **%s**.\n", first(home.resources, ten))
		for _, r := range home.resources {
			say("- %s: %s\n", r.name, r.change)
		}
	}
	say("%s", tail)
	say("%.0f GB a month at 1×, %.0f GB at 10×, before expiry.\n", 1e9*stored/1e9, 1e10*stored/1e9)
}

func share(used, limit float64) string {
	text := fmt.Sprintf("%.1f, %.0f %%", used, used/limit*100)
	if used > limit {
		return "**" + text + "**"
	}
	return text
}

// first is the resource with the largest used part.
func first(all []resource, p peaks) string {
	return slices.MaxFunc(all, func(a, b resource) int {
		return int(p.most[a.name]/a.limit*1e6) - int(p.most[b.name]/b.limit*1e6)
	}).name
}

const head = "# Scale\n\n" +
	"Written by `go run ./bench/scale`; a test compares it. It simulates a month of 100 tenants second by second. Tenants differ by " +
	"Zipf's law. Campaigns have log-normal sizes, start in the business hours of eight time zones, more than half of them at a full " +
	"hour, and send as fast as the tenant's senders may (80 messages a second each). A message has 2.52 statuses: two thirds come " +
	"within a minute, the others within six hours.\n\n" +
	"Unit costs are measured: on AWS by `make bench` ([figures](figures.md)), on PostgreSQL by the CPU that `make demo` of 67,900 " +
	"messages took beside `make serve` on two busy cores (processes 61 s, database 22 s), halved between sending and statuses. They " +
	"are no measurement of a month: contention, vacuum, replication and a provider's bad days are not in them.\n\n"

const tail = "\n## Not in the model\n" +
	"- Senders bound a tenant before any resource of ours does: a sender has 80 messages a second.\n" +
	"- Storage is not exhausted by a second, but by months. By the demo, PostgreSQL grows by "
