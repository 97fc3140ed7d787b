package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// workshop is a folder for what is built, and the way to processes of their own.
type workshop struct {
	scale
	folder string
	sim    string // the simulator's program
	mail   string // that of emails
}

// scale is how much is measured.
type scale struct {
	recipients []int // of the orders whose cost is compared
	order      int   // recipients of the order that is accepted and expanded
	file       int   // bytes of a contact file
	requests   int   // of each route
	rows       []int // of the lists
	operations int   // of the ledger
	starts     int   // of a binary
	books      statementArgs
	waiting    int           // recipients of the order beside which another customer's is sent
	warm       time.Duration // until that one comes, and how long both are watched
	watched    time.Duration
	stormy     int   // recipients whose receipts come within a minute
	history    []int // orders before a reply
	reported   []reportsArgs
	emails     int // recipients of the order of emails
	addresses  int // of an imported file
	clicks     int // on one link
}

// The scales: the whole, without the million, and the least that goes through every part (the test).
var (
	whole = scale{[]int{1_000, 10_000, 100_000, 1_000_000}, 70_000, maxFile, 2000, []int{1_000, 10_000, 100_000, 1_000_000}, 1_000_000,
		15, statementArgs{1_000_000, 100_000}, 1_000_000, 10 * time.Second, 30 * time.Second, 65_000, []int{100, 10_000},
		[]reportsArgs{{3_000, 92, 5, 2}, {3_000, 92, 250, 5}}, 100_000, maxFile, 100_000}
	quick = scale{whole.recipients[:3], 70_000, maxFile, 300, whole.rows[:2], 100_000, 15, statementArgs{100_000, 10_000}, 100_000,
		5 * time.Second, 15 * time.Second, 65_000, []int{100, 10_000}, []reportsArgs{{3_000, 92, 5, 2}, {3_000, 92, 250, 5}},
		20_000, maxFile, 100_000}
	small = scale{[]int{1_000, 2_000}, 2_000, 32 << 10, 5, []int{500}, 2_000, 0, statementArgs{500, 300}, 20_000, time.Second, 4 * time.Second,
		1_000, []int{300}, []reportsArgs{{50, 10, 5, 2}, {60, 10, 20, 3}}, 1_000, 2_000, 3_000}
)

func newWorkshop(ctx context.Context, s scale) (*workshop, error) {
	folder, err := os.MkdirTemp("", "herald-bench-")
	if err != nil {
		return nil, err
	}
	w := &workshop{scale: s, folder: folder, sim: filepath.Join(folder, "simulator"), mail: filepath.Join(folder, "mail")}
	if err := w.command(ctx, "go", "build", "-o", w.sim, "herald/localstack/simulators/cmd/whatsapp"); err != nil {
		return w, err
	}
	return w, w.command(ctx, "go", "build", "-o", w.mail, "herald/localstack/simulators/cmd/mail")
}

func (w *workshop) close() { _ = os.RemoveAll(w.folder) } // a temporary folder

func (w *workshop) command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// used is what a process took of the machine.
type used struct {
	CPU  time.Duration
	Peak int64 // bytes resident at most
}

// child runs a task of this program in a process of its own.
func (w *workshop) child(ctx context.Context, name string, arguments, result any) (used, error) {
	self, err := os.Executable()
	if err != nil {
		return used{}, err
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		return used{}, err
	}
	var out bytes.Buffer
	c := exec.CommandContext(ctx, self, "-child", name, string(text))
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Run(); err != nil {
		return used{}, fmt.Errorf("%s %s: %w", name, text, err)
	}
	u := used{CPU: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Peak = r.Maxrss << 10 // Linux counts in KB
	}
	return u, json.Unmarshal(out.Bytes(), result)
}

// simulator is the provider in a process of its own.
type simulator struct {
	cmd *exec.Cmd
	url string
}

const (
	simToken, simSecret = "bench-token", "bench-secret"
	simPhone, simWABA   = "106540352242922", "102290129340398"
)

// startSimulator starts it without webhooks, with every recipient fine.
func startSimulator(ctx context.Context, program string) (*simulator, error) {
	s, err := startProgram(ctx, program, "-rate", "100000000", "-token", simToken, "-app-secret", simSecret, "-phone-number-id", simPhone,
		"-waba-id", simWABA, "-seed", "7")
	if err != nil {
		return nil, err
	}
	return s, s.script(`{"rules":[{"suffix":"","outcome":"ok"}]}`)
}

// startProgram starts a simulator; its first line is its address.
func startProgram(ctx context.Context, program string, args ...string) (*simulator, error) {
	s := &simulator{cmd: exec.CommandContext(ctx, program, args...)}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("simulator: %w", err)
	}
	s.url = strings.TrimSpace(line)
	return s, nil
}

// script tells it what becomes of recipients; a simulator that refuses ends.
func (s *simulator) script(rules string) error {
	res, err := http.Post(s.url+"/_sim/script", "application/json", strings.NewReader(rules))
	if err != nil {
		s.stop()
		return err
	}
	defer res.Body.Close()
	if text, _ := io.ReadAll(res.Body); res.StatusCode >= 300 { // the status is what counts
		s.stop()
		return fmt.Errorf("simulator: %d %s", res.StatusCode, text)
	}
	return nil
}

func (s *simulator) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	_ = s.cmd.Wait()
}

// simulated starts a simulator of the provider and a product that sends to it. The clock stands still when it is
// nil. The caller stops the simulator.
func simulated(ctx context.Context, program string, c *clock, pace int) (*world, error) {
	provider, err := startSimulator(ctx, program)
	if err != nil {
		return nil, err
	}
	if c == nil {
		c = standing()
	}
	w, err := worldOf(ctx, provider.url, c, pace)
	if err != nil {
		provider.stop()
		return nil, err
	}
	w.provider = provider
	return w, nil
}

// standing is a clock that stands at the present second.
func standing() *clock { return &clock{now: time.Now().UTC().Truncate(time.Second)} }

// cpuTime is what this process has used of the processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no other failure than a wrong argument
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
