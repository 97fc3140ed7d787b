package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// process is a child that runs until it is stopped, with its own group, so that Ctrl-C reaches it only through us.
type process struct {
	name string
	cmd  *exec.Cmd
	log  string
	done chan struct{} // closed when it has ended
}

// child is what a process is started with. Its output goes to the file log; socket, when there is one, is its descriptor 3. Without a user
// it runs as this one.
type child struct {
	name, log, folder string
	env               []string
	socket            *os.File
	again             bool // the log is continued
	user              *syscall.Credential
}

func launch(c child, argv ...string) (*process, error) {
	if err := os.MkdirAll(filepath.Dir(c.log), 0o755); err != nil {
		return nil, err
	}
	mode := os.O_TRUNC
	if c.again {
		mode = os.O_APPEND
	}
	output, err := os.OpenFile(c.log, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	p := &process{name: c.name, log: c.log, done: make(chan struct{})}
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = c.folder, c.env, output, output
	p.cmd.SysProcAttr = ownGroup(true)
	p.cmd.SysProcAttr.Credential = c.user
	if c.socket != nil {
		p.cmd.ExtraFiles = []*os.File{c.socket}
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", c.name, err)
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is in its log
		close(p.done)
	}()
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// stop asks the child to end, and after the grace time ends its whole group.
func (p *process) stop(grace time.Duration) {
	if p == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(grace):
	}
	_ = syscall.Kill(-p.pid(), syscall.SIGKILL) // its remaining children; none, as a rule
	<-p.done
}

func (p *process) tail(lines int) string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return short(string(text), lines)
}

// ready waits until url answers 2xx, and fails early when the child ends or ctx is over.
func (p *process) ready(ctx context.Context, url string) error {
	return p.await(ctx, func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode >= 300 {
			return fmt.Errorf("%s answers %s", url, answer.Status)
		}
		return nil
	})
}

// listening waits until a process accepts connections at address.
func (p *process) listening(ctx context.Context, address string) error {
	return p.await(ctx, func(ctx context.Context) error {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			err = connection.Close()
		}
		return err
	})
}

// await repeats ask until it is content.
func (p *process) await(ctx context.Context, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		err := ask(ctx)
		select {
		case <-p.done: // another process answered
			return fmt.Errorf("%s ended at once; the end of %s:\n%s", p.name, p.log, p.tail(20))
		default:
		}
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w; the end of %s:\n%s", p.name, err, p.log, p.tail(20))
		case <-tick.C:
		}
	}
}

// command runs to its end with its output in the file log, whose last lines are the error.
func command(ctx context.Context, log, folder string, env []string, argv ...string) error {
	err := runLogged(log, groupCommand(ctx, folder, env, argv...))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// runLogged runs a command to its end with its output in the file log, whose last lines are the error.
func runLogged(log string, c *exec.Cmd) error {
	if err := os.MkdirAll(filepath.Dir(log), 0o755); err != nil {
		return err
	}
	output, err := os.Create(log)
	if err != nil {
		return err
	}
	defer output.Close()
	c.Stdout, c.Stderr = output, output
	if err := c.Run(); err != nil {
		text, _ := os.ReadFile(log)
		return fmt.Errorf("%s: %w; the end of %s:\n%s", filepath.Base(c.Path), err, log, short(string(text), 25))
	}
	return nil
}

// groupCommand is a command that ends with its whole group when ctx is over.
func groupCommand(ctx context.Context, folder string, env []string, argv ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env, c.SysProcAttr, c.WaitDelay = folder, env, ownGroup(false), 5*time.Second
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	return c
}

// listen takes the wanted port of 127.0.0.1 when it is free, else any free one.
func listen(wanted int) (*net.TCPListener, error) {
	var last error
	for _, port := range []int{wanted, 0} {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return listener.(*net.TCPListener), nil
		}
		last = err
	}
	return nil, fmt.Errorf("no free port: %w", last)
}

// freePort is for a child that can only listen itself; another process may come before it.
func freePort(wanted int) (int, error) {
	listener, err := listen(wanted)
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}

// together runs all at the same time and returns the first error; the others are cancelled by it.
func together(ctx context.Context, works ...func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make(chan error)
	for _, work := range works {
		go func() { results <- work(ctx) }()
	}
	var first error
	for range works {
		if err := <-results; err != nil && first == nil {
			first = err
			cancel(err)
		}
	}
	return first
}
