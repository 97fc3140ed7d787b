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
		simulation("orders", "No recipient gets a message twice and none is lost, whatever call fails and whichever function dies.",
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

// prove runs all proofs, or those named, and writes the page. A proof that fails is on the page as failed, and the rest goes on.
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
	var text bytes.Buffer
	p.preamble(ctx, &text)
	var failed []string
	for _, one := range proofs(*seeds, *operations) {
		if flags.NArg() > 0 && !strings.Contains(" "+strings.Join(flags.Args(), " ")+" ", " "+one.id+" ") {
			continue
		}
		fmt.Printf("== %s …\n", one.id)
		began, said := time.Now(), &bytes.Buffer{}
		err := p.at(ctx, one.home, func(env []string, note string) error {
			if note != "" {
				fmt.Fprintln(said, note)
			}
			c := groupCommand(ctx, string(p), append(env, "GOGC=400"), one.argv...)
			c.Stdout, c.Stderr = io.MultiWriter(os.Stdout, said), os.Stderr
			return c.Run()
		})
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		if err != nil {
			failed = append(failed, one.id)
		}
		one.write(&text, said.String(), time.Since(began), err)
	}
	if flags.NArg() > 0 { // a part is no proof of all
		fmt.Print("\n" + text.String())
	} else if err := os.WriteFile(p.path(page), text.Bytes(), 0o644); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("not proved: %s", strings.Join(failed, ", "))
	}
	return nil
}

// write adds a proof to the page.
func (o proof) write(w io.Writer, said string, took time.Duration, err error) {
	verdict := "holds"
	if err != nil {
		verdict = "**FAILED**: " + err.Error()
	}
	fmt.Fprintf(w, "## %s\n%s\n\n`%s`: %s, after %.0f s.\n```\n", o.id, o.claim, strings.Join(o.argv, " "), verdict, took.Seconds())
	for line := range strings.Lines(said) {
		if o.keep.MatchString(line) || strings.HasPrefix(line, "ready in") {
			fmt.Fprintln(w, strings.TrimRight(line, "\n"))
		}
	}
	fmt.Fprint(w, "```\n\n")
}

// preamble says what the page is and where it comes from.
func (p project) preamble(ctx context.Context, w io.Writer) {
	output := func(argv ...string) string {
		c := exec.CommandContext(ctx, argv[0], argv[1:]...)
		c.Dir = string(p)
		text, err := c.Output()
		if err != nil {
			return "unknown"
		}
		return strings.TrimSpace(string(text))
	}
	processor := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := regexp.MustCompile(`model name\s*: (.+)`).FindSubmatch(text); found != nil {
			processor = string(found[1])
		}
	}
	fmt.Fprintf(w, `# Proof

Written by %s. Each heading is a claim with the command that checks it, and with what it printed. A command that fails is here as
failed. A number of seeds or operations can be given: %s.

| | |
|---|---|
| Date | %s |
| Commit | %s |
| Machine | %d × %s, %s/%s |
| Go | %s |
| Method | one command after the other on a machine with nothing else to do; the counterparties are the simulators of `+"`localstack`"+` |

`, "`make prove`", "`make prove SEEDS=20000 OPERATIONS=1000000`", time.Now().UTC().Format(time.RFC3339), output("git", "rev-parse", "HEAD"),
		runtime.NumCPU(), processor, runtime.GOOS, runtime.GOARCH, runtime.Version())
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
