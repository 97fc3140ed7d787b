package move

import (
	"fmt"
	"io"
	"sync"
	"time"

	"herald/pkg/kit/clock"
)

// sayEvery is how often a count that grows is shown.
const sayEvery = 5 * time.Second

// progress shows counts, a line each.
type progress struct {
	mu   sync.Mutex
	out  io.Writer
	now  clock.Clock
	last time.Time
}

func newProgress(out io.Writer, now clock.Clock) *progress {
	return &progress{out: out, now: now, last: now()}
}

// say writes a line.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintf(p.out, format+"\n", args...) // nowhere to report to
}

// grow shows a count, unless one was shown a moment ago.
func (p *progress) grow(what string, c Count) {
	p.mu.Lock()
	quiet := p.now().Sub(p.last) < sayEvery
	if !quiet {
		p.last = p.now()
	}
	p.mu.Unlock()
	if !quiet {
		p.say("  %s %s: %d, %s so far", what, c.Name, c.Count, size(c.Bytes))
	}
}

// size is a number of bytes in words.
func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f KB", float64(bytes)/(1<<10))
}
