package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// console prints one line per step. Steps may run at the same time: a line appears when its step ends.
type console struct {
	mu  sync.Mutex
	out io.Writer
}

func newConsole() *console { return &console{out: os.Stdout} }

// patience is how long a step may run without a word.
const patience = 15 * time.Second

// step runs work and prints what it did and how long it took. The text comes from work, so that it can say what it found.
func (c *console) step(name string, work func(context.Context) (string, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		began := time.Now()
		still := time.AfterFunc(patience, func() { c.print("  %-14s still at work …", name) })
		defer still.Stop()
		text, err := work(ctx)
		took := fmt.Sprintf("%.1f s", time.Since(began).Seconds())
		if err != nil {
			if ctx.Err() == nil {
				c.line(name, "failed", took)
			}
			return err
		}
		c.line(name, text, took)
		return nil
	}
}

func (c *console) line(name, text, took string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(c.out, "  %-14s %-60s %8s\n", name, text, took)
}

func (c *console) print(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(c.out, format+"\n", args...)
}
