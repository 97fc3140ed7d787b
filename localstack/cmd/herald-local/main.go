// Command herald-local runs the whole product on this machine: it installs what it needs, starts the local cloud and
// the simulators, builds and deploys the functions, seeds demo data and serves the console. See localstack/README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"
)

var commands = map[string]struct {
	help string
	run  func(context.Context, project, []string) error
}{
	"dev":            {"run the product until Ctrl-C", dev},
	"serve":          {"run the product as one process on PostgreSQL until Ctrl-C", serve},
	"down":           {"stop the product that runs from this folder", down},
	"deploy":         {"bring edited Go code into the running product", deploy},
	"build":          {"build the functions into .build (-arch arm64 for AWS)", build},
	"console":        {"build the console into web/out", makeConsole},
	"image":          {"build the container image into .build/image (-version V, -arch amd64,arm64)", makeImage},
	"with":           {"run a command with HERALD_DEV=<dev.json> of the running product, or of one started for it", with},
	"prove":          {"run what shows that each claim holds, and write docs/proof.md (-seeds, -operations, ids)", prove},
	"check":          {"format, lint and test what changed since the main branch", check},
	"test":           {"run every test against an own local cloud", test},
	"nightly":        {"run the tests of pkg at hostile start times (arguments: packages)", nightly},
	"test-dynamodb":  {"run the storage tests against AWS's DynamoDB Local", testDynamoDB},
	"test-endpoints": {"run the tests of rows, messages and files, and the product, on servers that speak the APIs of AWS", testEndpoints},
	"test-postgres":  {"run the tests of storage and of the modules with their rows in PostgreSQL", testPostgres},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

func run(ctx context.Context, args []string) int {
	if len(args) == 0 || commands[args[0]].run == nil {
		usage()
		return 2
	}
	p, err := findProject()
	if err == nil {
		err = commands[args[0]].run(ctx, p, args[1:])
	}
	var exit exitCode
	switch {
	case err == nil, errors.Is(err, context.Canceled) && ctx.Err() != nil && (args[0] == "dev" || args[0] == "serve"):
		return 0
	case errors.As(err, &exit):
		return int(exit)
	}
	fmt.Fprintln(os.Stderr, "\n"+err.Error())
	return 1
}

// exitCode is the end of a command that was run for the user and has printed its reason itself.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func usage() {
	var names []string
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(os.Stderr, "usage: herald-local <command>")
	for _, name := range names {
		fmt.Fprintf(os.Stderr, "  %-14s %s\n", name, commands[name].help)
	}
}

// short keeps the last lines of a log readable in an error.
func short(text string, lines int) string {
	list := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(list) > lines {
		list = list[len(list)-lines:]
	}
	return strings.Join(list, "\n")
}
