package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// proof is one thing that is run to show that a claim holds.
type proof struct {
	id    string // anchor in docs/proof.md, to which README.md links
	claim string
	argv  []string
	keep  *regexp.Regexp // lines of the output that are the result
	home  home
}

// home is what a proof runs against.
type home int

const (
	nowhere    home = iota // it brings its own
	onCloud                // the local cloud
	onDatabase             // one process on PostgreSQL
	onCopies               // two copies on PostgreSQL
	underLoad              // one process on PostgreSQL whose sender may do more than 1,000 a second
)

// loadRate leaves the sender more than is wanted of it: slots of a second are never used up to the end.
const loadRate = "1250"

// proofs are all, in the order of the page. seeds is of each simulation, operations of the ledger.
func proofs(seeds, operations string) []proof {
	simulation := func(id, claim, pkg, test, flags string) proof {
		argv := append(strings.Fields("go test -count 1 -timeout 0 -v -run ^"+test+"$ "+pkg), strings.Fields(flags)...)
		return proof{id, claim, argv, regexp.MustCompile(`^\s+\w+_test\.go:\d+: .*(\bseeds\b|movements)|^ok `), nowhere}
	}
	command := func(id, claim, program string, on home, keep string) proof {
		return proof{id, claim, strings.Fields("go run " + program), regexp.MustCompile(keep), on}
	}
	return []proof{
		simulation("orders", "No recipient gets a message twice and none is lost, although calls fail and functions die at any moment.",
			"./pkg/campaign/bulk", "TestSimulation", "-spend 0 -seeds "+seeds),
		simulation("calls", "The same for voice calls.", "./pkg/campaign/bulk", "TestCallSimulation", "-spend 0 -seeds "+seeds),
		simulation("emails", "The same for emails and their events.", "./pkg/campaign/email", "TestEmailSimulation", "-spend 0 -seeds "+seeds),
		simulation("groups", "The same for WhatsApp groups.", "./pkg/campaign/group", "TestSimulation", "-spend 0 -seeds "+seeds),
		simulation("payments", "A payment is credited once, with the paid amount.", "./pkg/credit/topup", "TestPaymentsAreCreditedOnce",
			"-payspend 0 -payseeds "+seeds),
		simulation("ledger", "Every balance can be derived again, to the unit.", "./pkg/credit/ledger", "TestLedgerUnderFaults",
			"-operations "+operations),
		command("cost", "A million messages cost about a third of a dollar on AWS.", "./bench -only cost", nowhere, `AWS cost|write units`),
		command("demo-cloud", "From a file of 70,000 rows to settled credit, on the local cloud.", "./localstack/demo", onCloud,
			`imported|reconciled|provider|metered|done `),
		command("kills-cloud", "Functions die while an order is sent: none twice, none lost.", "./localstack/chaos", onCloud,
			`kills|accepted|suppression`),
		command("demo-postgres", "From a file of 70,000 rows to settled credit, on PostgreSQL.", "./localstack/demo", onDatabase,
			`imported|reconciled|provider|done `),
		command("kills-postgres", "One of two copies dies every 5 s while an order is sent: none twice, none lost.", "./localstack/chaos",
			onCopies, `kills|accepted|suppression`),
		command("load", "1,000 messages a second for ten minutes, and lists answer meanwhile.", "./localstack/load", underLoad,
			`^sent .* messages in|^list|^settled`),
	}
}

// page is where the results are written.
const page = "docs/proof.md"

// prove runs all proofs, or those named, and replaces their sections of the page. One that fails is there as failed, and the rest goes on.
func prove(ctx context.Context, p project, args []string) error {
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	seeds := flags.String("seeds", "20000", "of each of the five simulations")
	operations := flags.String("operations", "1000000", "of the ledger")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := p.ignored(".local"); err != nil {
		return err
	}
	old, err := os.ReadFile(p.path(page))
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	sections := sectionsOf(string(old))
	all, machine := proofs(*seeds, *operations), p.machine(ctx)
	for _, id := range flags.Args() {
		if !slices.ContainsFunc(all, func(one proof) bool { return one.id == id }) {
			return fmt.Errorf("there is no proof %q", id)
		}
	}
	var failed []string
	for _, one := range all {
		if flags.NArg() > 0 && !slices.Contains(flags.Args(), one.id) {
			continue
		}
		fmt.Printf("== %s …\n", one.id)
		began := time.Now()
		said, err := one.run(ctx, p)
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		if err != nil {
			failed = append(failed, one.id)
		}
		sections[one.id] = one.section(said, fmt.Sprintf("%s, %s, %.0f s", began.UTC().Format(time.DateTime)+" UTC", machine,
			time.Since(began).Seconds()), err)
		if err := os.WriteFile(p.path(page), []byte(pageOf(all, sections)), 0o644); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("not proved: %s", strings.Join(failed, ", "))
	}
	return nil
}

// run carries a proof out, shows what it prints, and gives it.
func (o proof) run(ctx context.Context, p project) (said string, err error) {
	var text bytes.Buffer
	err = p.at(ctx, o.home, func(env []string, note string) error {
		if note != "" {
			fmt.Fprintln(&text, note)
		}
		c := groupCommand(ctx, string(p), append(env, "GOGC=400"), o.argv...)
		c.Stdout, c.Stderr = io.MultiWriter(os.Stdout, &text), os.Stderr
		return c.Run()
	})
	return text.String(), err
}

// section is what the page says of a proof.
func (o proof) section(said, circumstances string, err error) string {
	verdict := "It holds"
	if err != nil {
		verdict = "**It FAILED** (" + err.Error() + ")"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n`%s`\n\n%s: %s.\n```\n", o.claim, strings.Join(o.argv, " "), verdict, circumstances)
	for line := range strings.Lines(said) {
		if o.keep.MatchString(line) || strings.HasPrefix(line, "ready in") {
			fmt.Fprintln(&b, strings.TrimSpace(line))
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// heading begins a section of the page.
const heading = "\n## "

// sectionsOf are the sections of a page, by the ids that are their headings.
func sectionsOf(text string) map[string]string {
	sections := map[string]string{}
	for _, part := range strings.Split(text, heading)[1:] {
		id, rest, _ := strings.Cut(part, "\n")
		sections[id] = rest
	}
	return sections
}

// pageOf is the whole page: the sections that there are, in the order of the proofs.
func pageOf(all []proof, sections map[string]string) string {
	var b strings.Builder
	b.WriteString(`# Proof

Written by ` + "`make prove`" + `, which runs the commands below one after the other. Each heading is a claim with the command that
checks it, when and where it ran, and what it printed. A command that fails is here as failed.
` + "`make prove ONLY=load`" + ` runs one again, ` + "`SEEDS=n OPERATIONS=n`" + ` set how much the simulations do.
The counterparties are the simulators of ` + "`localstack`" + `.
`)
	for _, one := range all {
		if text, ok := sections[one.id]; ok {
			b.WriteString(heading + one.id + "\n" + text)
		}
	}
	return b.String()
}

// machine is what the proofs run on, with the commit.
func (p project) machine(ctx context.Context) string {
	commit := "unknown commit"
	c := exec.CommandContext(ctx, "git", "-C", string(p), "rev-parse", "--short", "HEAD")
	if text, err := c.Output(); err == nil {
		commit = "commit " + strings.TrimSpace(string(text))
	}
	processor := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := regexp.MustCompile(`model name\s*: (.+)`).FindSubmatch(text); found != nil {
			processor = string(found[1])
		}
	}
	return fmt.Sprintf("%s, %d × %s, %s/%s, %s", commit, runtime.NumCPU(), processor, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// at does something with the environment that names a product, which it starts and ends. note is what the start was measured with.
func (p project) at(ctx context.Context, on home, do func(env []string, note string) error) error {
	folder := fmt.Sprintf(".local/test-%d", os.Getpid())
	file := p.path(folder, "dev.json")
	describe := func(d description) ([]string, error) {
		return append(os.Environ(), "HERALD_DEV="+file), writeJSON(file, d, 0o600)
	}
	defer os.RemoveAll(p.path(folder))
	switch on {
	case nowhere:
		return do(os.Environ(), "")
	case onCloud:
		return p.withInstance(ctx, folder, ports{}, func(_ *instance, d description) error {
			env, err := describe(d)
			if err != nil {
				return err
			}
			return do(env, "")
		})
	}
	copies := 1
	if on == onCopies {
		copies = 2
	}
	i, err := newInstance(p, p.path(folder), ports{})
	if err != nil {
		return err
	}
	defer i.stop()
	if on == underLoad {
		i.rate = loadRate
	}
	figures, err := i.startWhole(ctx, copies)
	if err != nil {
		return err
	}
	d, err := i.describe()
	if err != nil {
		return err
	}
	env, err := describe(d)
	if err != nil {
		return err
	}
	return do(env, figures)
}
