package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// dev runs the product until it is interrupted. It finds one that runs already and says so.
func dev(ctx context.Context, p project, _ []string) error {
	if err := p.ignored(".local"); err != nil {
		return err
	}
	lock, pid, err := p.lock()
	if err != nil {
		return err
	}
	if lock == nil {
		p.sayRunning(pid)
		return nil
	}
	defer lock.Close()
	return p.withInstance(ctx, ".local", wellKnown(), func(i *instance, d description) error {
		file := p.path(".local", "dev.json")
		if err := writeJSON(file, d, 0o600); err != nil {
			return err
		}
		defer os.Remove(file)
		i.console.print(
			"\n%s\n  logs: .local/cloud.log, functions.log, simulator-whatsapp.log, simulator-money.log, simulator-sms.log, "+
				"simulator-mail.log\n  Ctrl-C or make down ends it; make deploy-local brings edited code in\n", summary(d))
		return i.wait(ctx)
	})
}

// wellKnown are the ports that a newcomer reads about; HERALD_PORTS=free takes any, for several checkouts at a time.
func wellKnown() ports {
	if os.Getenv("HERALD_PORTS") == "free" {
		return ports{}
	}
	return ports{front: 8080, cloud: 4566, simulator: 4580, money: 4581, texts: 4582, mail: 4583, relay: 4584, names: 4585}
}

// withInstance starts a product, runs work with its description, and ends it with any outcome.
func (p project) withInstance(ctx context.Context, folder string, wanted ports, work func(*instance, description) error) error {
	_ = os.Remove(p.path(folder, "dev.json")) // of a run that was killed
	i, err := newInstance(p, p.path(folder), wanted)
	if err != nil {
		return err
	}
	// Tests must find a missing grant; developers want the speed.
	i.policies = wanted == (ports{}) || os.Getenv("HERALD_CHECK_POLICIES") != ""
	defer i.stop()
	if err := i.start(ctx); err != nil {
		return err
	}
	d, err := i.describe()
	if err != nil {
		return err
	}
	return work(i, d)
}

// wait returns when the product is to end, with an error when a part of it ended by itself.
func (i *instance) wait(ctx context.Context) error {
	var simulator, money, texts, mail chan struct{}
	if i.simulator != nil {
		simulator = i.simulator.done
	}
	if i.money.process != nil {
		money = i.money.process.done
	}
	if i.texts.process != nil {
		texts = i.texts.process.done
	}
	if i.mail.process != nil {
		mail = i.mail.process.done
	}
	server := i.copies.one()
	if i.cloud != nil {
		server = i.cloud.process
	}
	ended := server.done
	if len(i.copies.list) > 1 {
		ended = nil // they are started again
	}
	select {
	case <-ctx.Done():
		i.console.print("\nstopping")
		return ctx.Err()
	case <-ended:
		return fmt.Errorf("%s ended by itself; the end of %s:\n%s", server.name, server.log, server.tail(20))
	case <-simulator:
		return fmt.Errorf("the WhatsApp simulator ended by itself; the end of %s:\n%s", i.simulator.log, i.simulator.tail(20))
	case <-money:
		return fmt.Errorf("the money simulators ended by themselves; the end of %s:\n%s", i.money.process.log, i.money.process.tail(20))
	case <-texts:
		return fmt.Errorf("the simulators of short messages ended by themselves; the end of %s:\n%s", i.texts.process.log,
			i.texts.process.tail(20))
	case <-mail:
		return fmt.Errorf("the simulators of email ended by themselves; the end of %s:\n%s", i.mail.process.log, i.mail.process.tail(20))
	}
}

func summary(d description) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Herald runs at %s\n", d.URL)
	var names []string
	for name := range d.Logins {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&b, "  %-10s %s / %s\n", name, d.Logins[name].Username, d.Logins[name].Password)
	}
	fmt.Fprintf(&b, "  whatsapp   %s\n  sms        %s\n  twilio     %s\n  voice      %s\n",
		d.Simulators["whatsapp"], d.Simulators["sms"], d.Simulators["twilio"], d.Simulators["voice"])
	if d.Cloud.Endpoint != "" {
		fmt.Fprintf(&b, "  cloud      %s\n", d.Cloud.Endpoint)
	}
	fmt.Fprintf(&b, "  inbox      %s\npay by pressing a button", d.Inbox)
	for _, name := range moneyPages {
		fmt.Fprintf(&b, "\n  %-10s %s", name, money{url: d.Simulators["money"]}.page(name))
	}
	return b.String()
}

func (p project) sayRunning(pid int) {
	var d description
	if err := readJSON(p.path(".local", "dev.json"), &d); err != nil {
		fmt.Printf("Herald is starting or stopping already (process %d).\n", pid)
		return
	}
	fmt.Printf("Already running (process %d).\n%s\n", pid, summary(d))
}

// lock takes the product of this folder. When another process has it, lock is nil and pid that process.
// The system gives it back when the holder ends, however it ends.
func (p project) lock() (lock *os.File, pid int, err error) {
	lock, err = os.OpenFile(p.path(".local", "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, err
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		text, _ := os.ReadFile(lock.Name())
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, pid, lock.Close()
	}
	if err == nil {
		err = lock.Truncate(0)
	}
	if err == nil {
		_, err = fmt.Fprintf(lock, "%d\n", os.Getpid())
	}
	return lock, 0, err
}

// down ends the product of this folder and waits until it is gone.
func down(ctx context.Context, p project, _ []string) error {
	if !p.has(".local", "lock") {
		fmt.Println("Nothing is running.")
		return nil
	}
	lock, pid, err := p.lock()
	if err != nil {
		return err
	}
	if lock != nil {
		fmt.Println("Nothing is running.")
		return lock.Close()
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		return fmt.Errorf("process %d: %w", pid, err)
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if lock, _, err = p.lock(); err != nil {
			return err
		}
		if lock != nil {
			fmt.Println("Stopped.")
			return lock.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// with runs a command with HERALD_DEV naming the description of a running product, and starts one when none runs.
func with(ctx context.Context, p project, args []string) error {
	if len(args) == 0 {
		return errors.New("with: name a command")
	}
	if err := p.ignored(".local"); err != nil {
		return err
	}
	file := p.path(".local", "dev.json")
	run := func() error {
		return p.attached(ctx, string(p), append(os.Environ(), "HERALD_DEV="+file), args...)
	}
	lock, pid, err := p.lock()
	if err != nil {
		return err
	}
	if lock == nil {
		if !p.has(".local", "dev.json") {
			return fmt.Errorf("process %d is still starting the product", pid)
		}
		return run()
	}
	defer lock.Close()
	return p.withInstance(ctx, ".local", wellKnown(), func(_ *instance, d description) error {
		if err := writeJSON(file, d, 0o600); err != nil {
			return err
		}
		defer os.Remove(file)
		return run()
	})
}

// attached runs a command on our own terminal and passes its exit code on.
func (p project) attached(ctx context.Context, folder string, env []string, argv ...string) error {
	c := groupCommand(ctx, folder, env, argv...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	err := c.Run()
	if c.ProcessState != nil && c.ProcessState.ExitCode() > 0 {
		return exitCode(c.ProcessState.ExitCode())
	}
	return err
}
