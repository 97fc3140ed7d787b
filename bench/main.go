// Command bench measures the figures that Herald is held to (architecture §9) on this machine and prints them beside their
// targets. `make bench` runs everything; QUICK=1 leaves out the million and makes the ledger's run short; -only picks
// sections by name. Everything is in one process per section, in memory, but for the provider's simulator, which is a
// process of its own so that its work is not counted as ours.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

// section measures some figures. It is given the workshop, and what it returns is printed in its order.
type section struct {
	name string
	run  func(ctx context.Context, w *workshop) (report, error)
}

// report is what a section found: figures with a target, and tables and remarks that explain them.
type report struct {
	figures []figure
	text    string
}

var sections = []section{
	{"cost", costs},
	{"order", orders},
	{"sending", sending},
	{"replies", replies},
	{"email", emails},
	{"import", imports},
	{"groups", groups},
	{"handlers", handlers},
	{"depth", depths},
	{"shunt", shunts},
	{"modules", modules},
	{"lists", lists},
	{"statement", statements},
	{"reports", reports},
	{"binaries", binaries},
	{"ledger", ledgers},
}

func main() {
	only := flag.String("only", "", "sections to run, separated by commas; all when empty")
	less := flag.Bool("quick", os.Getenv("QUICK") != "" && os.Getenv("QUICK") != "0", "smaller numbers")
	child := flag.String("child", "", "for the benchmark itself: the task of a process of its own")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *child != "" {
		err = serveChild(ctx, *child, flag.Args())
	} else {
		s := whole
		if *less {
			s = quick
		}
		err = run(ctx, os.Stdout, *only, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, only string, s scale) error {
	names := strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	for _, n := range names {
		if !slices.ContainsFunc(sections, func(s section) bool { return s.name == n }) {
			return fmt.Errorf("there is no section %s", n)
		}
	}
	w, err := newWorkshop(ctx, s)
	if err != nil {
		return err
	}
	defer w.close()
	var all report
	var errs []error
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		began := time.Now()
		fmt.Fprintf(os.Stderr, "%-9s ", s.name)
		r, err := s.run(ctx, w)
		fmt.Fprintf(os.Stderr, "%5.1f s\n", time.Since(began).Seconds())
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.name, err))
		}
		all.figures = append(all.figures, r.figures...)
		all.text += r.text
	}
	fmt.Fprintf(out, "\n%s\n\n%s\n%s", machine(), table(all.figures), all.text)
	return errors.Join(errs...)
}

// children are the tasks of processes of their own, by name.
var children = map[string]func(ctx context.Context, arguments json.RawMessage) (any, error){
	"pipeline": childOf(pipelineChild),
	"bare":     childOf(bareChild),
	"order":    childOf(orderChild),
	"sending":  childOf(sendingChild),
	"replies":  childOf(repliesChild),
	"storm":    childOf(stormChild),
	"emails":   childOf(emailsChild),
	"import":   childOf(importChild),
	"groups":   childOf(groupsChild),
	"handlers": childOf(handlersChild),
	"lists":    childOf(listsChild),
	"shunt":    childOf(shuntChild),
	"ledger":   childOf(ledgerChild),

	"statement": childOf(statementChild),
	"month":     childOf(monthChild),
	"reports":   childOf(reportsChild),
	"pages":     childOf(pagesChild),
}

func childOf[A, R any](do func(context.Context, A) (R, error)) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, raw json.RawMessage) (any, error) {
		var a A
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, err
		}
		return do(ctx, a)
	}
}

func serveChild(ctx context.Context, name string, args []string) error {
	do, ok := children[name]
	if !ok || len(args) != 1 {
		return fmt.Errorf("no child %s", name)
	}
	result, err := do(ctx, json.RawMessage(args[0]))
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}
