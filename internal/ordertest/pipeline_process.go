package ordertest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// process is one warm function. It dies at its killAt-th outside call, before or after the call took effect.
type process struct {
	w      *Pipeline
	dead   atomic.Bool
	calls  atomic.Int64
	killAt int64
	cache  suppression.Cache
}

// gate runs before and after every outside call. It ends the goroutines of a dead process.
func (p *process) gate(before bool, call string) error {
	if p.dead.Load() {
		runtime.Goexit()
	}
	if p.calls.Add(1) == p.killAt {
		p.dead.Store(true)
		runtime.Goexit()
	}
	if !p.w.Faults.Load() {
		return nil
	}
	switch {
	case before && p.w.chance(0.01):
		if call == "transact" && p.w.chance(0.7) {
			return store.ErrConflict
		}
		return errors.New("throttled")
	case !before && strings.HasPrefix(call, "w") && p.w.chance(0.01), !before && call == "transact" && p.w.chance(0.02):
		return store.ErrUnclear
	}
	return nil
}

func (p *process) Send(ctx context.Context, name string, messages ...queue.Message) error {
	if err := p.gate(true, "queue"); err != nil {
		return err
	}
	for _, m := range messages {
		p.w.enqueue(name, m)
	}
	return p.gate(false, "queue")
}

// RoundTrip is the way to the provider: refused connections, answers that get lost, a proxy's error page.
func (p *process) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := p.gate(true, "provider"); err != nil {
		return nil, errors.New("dial: refused") // nothing was written: the adapter sees no connection
	}
	res, err := p.w.Sim.Transport().RoundTrip(req)
	if gone := p.gate(false, "provider"); gone != nil {
		return nil, io.ErrUnexpectedEOF
	}
	if err == nil && p.w.Faults.Load() && p.w.chance(0.01) {
		_ = res.Body.Close()
		res.StatusCode, res.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("<html>bad gateway</html>"))
	}
	return res, err
}

// process makes a process. With faults it often dies soon.
func (w *Pipeline) process() *process {
	p := &process{w: w}
	if w.Faults.Load() && w.chance(0.25) {
		p.killAt = int64(1 + w.n(80))
	}
	return p
}

// Invoke runs a function in a process of its own. The error is nil when it ended by itself without one.
func (w *Pipeline) Invoke(work func(*bulk.Service) error) error {
	p := w.process()
	done := make(chan error, 1)
	w.Goroutines.Add(1)
	go func() {
		defer w.Goroutines.Done()
		err := errors.New("killed")
		defer func() { done <- err }()
		err = work(w.newService(p))
	}()
	err := <-done
	if p.dead.Load() {
		w.mu.Lock()
		w.Kills++
		w.mu.Unlock()
		return errors.New("killed")
	}
	return err
}
