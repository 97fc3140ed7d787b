// Command deploy brings Herald to an AWS account: it checks what a deployment needs, builds, shows the difference, deploys after a
// confirmation, uploads the console and tries the result. See infra/RUNBOOK.md; make deploy and make destroy run it.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"herald/infra/stage"
)

// run is one use of the command.
type run struct {
	*stage.Stage
	root      string // of the repository
	folder    string // of what the run makes: .build/deploy/<stage>
	wanted    string // account that the caller names; empty: that of the settings
	dry       bool   // end before anything of AWS changes
	yes       bool   // do not ask
	force     bool   // destroy production
	previous  string // file of the page that is served now; empty without one
	in        *bufio.Reader
	out       io.Writer
	aws       *clients
	connected bool // the account can be reached
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := start(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "\n"+err.Error())
		os.Exit(1)
	}
}

func start(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("deploy", flag.ContinueOnError)
	name := flags.String("stage", "", "stage: deploy/stages/<stage>.json has its settings")
	destroy := flags.Bool("destroy", false, "delete the stack")
	smoke := flags.String("smoke", "", "only try the product at this origin")
	r := &run{in: bufio.NewReader(os.Stdin), out: os.Stdout}
	flags.StringVar(&r.wanted, "account", "", "account that is meant; another one is refused")
	flags.BoolVar(&r.dry, "dry", false, "show what would change, and end")
	flags.BoolVar(&r.yes, "yes", false, "do not ask")
	flags.BoolVar(&r.force, "force", false, "allow to destroy the stage prod")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *smoke != "" {
		return r.step("try", func() (string, error) { return try(ctx, target{origin: strings.TrimSuffix(*smoke, "/")}) })
	}
	if *name == "" {
		example := "make deploy STAGE=prod"
		if *destroy {
			example = "make destroy STAGE=staging"
		}
		return fmt.Errorf("name the stage: %s. Its settings are in deploy/stages/<stage>.json", example)
	}
	var err error
	if r.root, err = os.Getwd(); err != nil {
		return err
	}
	if r.Stage, err = stage.Read(filepath.Join(r.root, "deploy", "stages"), *name); err != nil {
		return err
	}
	r.folder = filepath.Join(r.root, ".build", "deploy", r.Stage.Name)
	if err := os.MkdirAll(r.folder, 0o755); err != nil {
		return err
	}
	if r.aws, err = connect(ctx, r.Region); err != nil {
		return err
	}
	if *destroy {
		return r.destroy(ctx)
	}
	return r.deploy(ctx)
}

// deploy ends before the confirmation in a dry run.
func (r *run) deploy(ctx context.Context) error {
	for _, s := range []struct {
		name string
		work func(context.Context) (string, error)
	}{
		{"machine", r.checkMachine}, {"account", r.checkAccount}, {"bootstrap", r.checkBootstrap}, {"quotas", r.checkQuotas},
		{"secrets", r.checkSecrets}, {"functions", r.buildFunctions}, {"console", r.buildConsole}, {"page", r.fetchPage},
		{"edge", r.deployEdge}, {"description", r.synth}, {"difference", r.diff},
	} {
		if err := r.step(s.name, func() (string, error) { return s.work(ctx) }); err != nil {
			return err
		}
	}
	if r.dry {
		fmt.Fprintln(r.out, "\n"+r.dryEnd())
		return nil
	}
	if err := r.confirm("deploy to account "+r.Account+" in "+r.Region, r.Stage.Name); err != nil {
		return err
	}
	if err := r.step("stack", func() (string, error) { return r.deployStack(ctx) }); err != nil {
		return err
	}
	outputs, err := r.outputs()
	if err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		work func(context.Context, map[string]string) (string, error)
	}{{"upload", r.upload}, {"invalidation", r.invalidate}, {"try", r.tryStack}} {
		if err := r.step(s.name, func() (string, error) { return s.work(ctx, outputs) }); err != nil {
			return err
		}
	}
	r.print(outputs)
	return nil
}

// dryEnd is the last line of a dry run: what a deployment would do now.
func (r *run) dryEnd() string {
	if !r.connected {
		return "Nothing was changed. Without DRY=1 the deployment would stop: " + signIn + "."
	}
	return "Nothing was changed. Without DRY=1 the deployment would begin now."
}

// step prints one line when work has ended.
func (r *run) step(name string, work func() (string, error)) error {
	began := time.Now()
	text, err := work()
	took := time.Since(began).Seconds()
	if err != nil {
		fmt.Fprintf(r.out, "  %-14s %-70s %6.1f s\n", name, "failed", took)
		return err
	}
	fmt.Fprintf(r.out, "  %-14s %-70s %6.1f s\n", name, text, took)
	return nil
}

// confirm asks for a word, unless the caller said yes before.
func (r *run) confirm(what, word string) error {
	if r.yes {
		return nil
	}
	fmt.Fprintf(r.out, "\nTo %s, type %s: ", what, word)
	answer, err := r.in.ReadString('\n')
	if err != nil && answer == "" {
		return fmt.Errorf("no answer: type %s at the question, or set YES=1 in a pipeline", word)
	}
	if strings.TrimSpace(answer) != word {
		return fmt.Errorf("not confirmed; nothing was changed")
	}
	return nil
}
