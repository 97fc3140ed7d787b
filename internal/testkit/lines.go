package testkit

import (
	"sync"
	"testing"
)

// Lines are what the product logged during a test. In memory a failed test shows the last of them.
type Lines struct {
	mu  sync.Mutex
	all []map[string]any
}

const shownLines = 20

// Log keeps a line.
func (l *Lines) Log(line map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, line)
}

func (l *Lines) dump(t testing.TB) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.all[max(0, len(l.all)-shownLines):] {
		t.Logf("logged: %v", line)
	}
}
