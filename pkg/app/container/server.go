package container

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/app/move"
	"herald/pkg/kit/config"
)

// As on Lambda: a tick ends before the next.
const (
	tickEvery   = time.Minute
	tickTimeout = 55 * time.Second
)

// Server is one process that does what all functions do. It needs no gateway, and may be killed at any moment:
// another process repeats its unfinished work.
type Server struct {
	env      *app.Env
	house    *app.App
	queues   source
	database *database // nil on AWS
	sockets  *sockets
	stopping atomic.Bool
	pause    func(time.Duration) // time.Sleep
	started  time.Time
}

// New builds every module of an environment. Messages are taken from source, whose calls wait.
func New(env *app.Env, from source) *Server {
	s := &Server{env: env, queues: from, pause: time.Sleep}
	s.sockets = newSockets(env)
	env.Copy, s.started = strings.TrimSuffix(s.sockets.name, "."), env.Now()
	env.Hub.Poster, env.LogRefusals = s.sockets, true
	s.house = app.BuildAll(env)
	s.sockets.caller = s.house.Sockets
	return s
}

// Serve serves on a listener, which it closes, until ctx ends. Then messages are left to other processes, and the process is not ready, so
// that load balancers look elsewhere. After the time for that, connections are closed, and running work has the grace period to end; if it
// does not, Serve gives an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	var mark sync.WaitGroup // that the data is served: until the end, since work in hand counts, too
	defer mark.Wait()
	work, kill := context.WithCancel(context.WithoutCancel(ctx))
	defer kill()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	handler, err := s.handler()
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return work }}
	mark.Go(func() { s.database.attend(work) })
	var hands sync.WaitGroup
	for _, c := range manifest.Consumers {
		hands.Go(func() { s.consumer(c).run(ctx, work) })
	}
	broken := make(chan error, 2)
	hands.Go(func() {
		if err := s.tick(ctx, work); err != nil {
			broken <- err
			stop()
		}
	})
	pushes, deaf := context.WithCancel(work)
	defer deaf()
	s.database.run(ctx, pushes, s.sockets, &hands)
	hands.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			broken <- err
			stop()
		}
	})
	for _, w := range warnings(s.env.Config) {
		s.env.Log(map[string]any{"warning": w})
	}
	s.env.Log(map[string]any{"serving": l.Addr().String()})
	hands.Go(func() {
		if refused := postsRefused(ctx, s.env.Config); refused != "" {
			s.env.Log(map[string]any{"warning": refused})
		}
	})
	<-ctx.Done()
	s.drain(broken)
	err = s.finish(ctx, server, &hands, deaf)
	select {
	case e := <-broken:
		return errors.Join(e, err)
	default:
		return err
	}
}

// warnings are of a configuration that is allowed and probably not meant.
func warnings(c *config.Config) (all []string) {
	if strings.HasPrefix(c.PublicURL, "https:") && c.Hops == 0 {
		all = append(all, "HERALD_TRUSTED_HOPS is 0 and TLS ends at a proxy: every caller counts as that proxy")
	}
	for _, q := range manifest.Consumers {
		if most := time.Duration(q.TimeoutSeconds) * time.Second; c.Container.Grace < most {
			all = append(all, fmt.Sprintf("HERALD_STOP_SECONDS is less than the %s that work of queue %s may take: it is done again after a stop",
				most, q.Name))
		}
	}
	return all
}

// drain serves requests on for a while: load balancers that have not yet seen that the process is not ready still send some.
func (s *Server) drain(broken <-chan error) {
	s.stopping.Store(true)
	if s.env.Config.Container.Drain == 0 || len(broken) > 0 {
		return
	}
	s.env.Log(map[string]any{"draining": s.env.Config.Container.Drain.String()})
	s.pause(s.env.Config.Container.Drain)
}

// finish ends requests, then websockets, which hear of what other copies push until deaf is called.
func (s *Server) finish(ctx context.Context, server *http.Server, hands *sync.WaitGroup, deaf func()) error {
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.env.Config.Container.Grace)
	defer cancel()
	err := server.Shutdown(grace)
	s.sockets.close(grace)
	deaf()
	if !ended(grace, hands) {
		err = errors.Join(err, errors.New("stopped with work in hand"))
	}
	err = errors.Join(err, s.database.leave(grace, s.sockets.name))
	s.env.Log(map[string]any{"stopped": err == nil})
	return err
}

// ended waits for all of a group; false when the time was over before.
func ended(ctx context.Context, hands *sync.WaitGroup) bool {
	done := make(chan struct{})
	new(sync.WaitGroup).Go(func() { hands.Wait(); close(done) })
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// tick is the janitor's minute, until ctx ends or the data moves. It tells, too, what the process has used since the last one.
func (s *Server) tick(ctx, work context.Context) error {
	every := time.NewTicker(tickEvery)
	defer every.Stop()
	for {
		if err := s.tickOnce(work); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
		}
	}
}

// tickOnce does the minute's work, unless another copy does it. An error means that the data moves to another home, and that nothing may
// work on it here.
func (s *Server) tickOnce(work context.Context) error {
	ctx, cancel := context.WithTimeout(work, tickTimeout)
	defer cancel()
	late := s.database.follow(ctx)
	began := s.env.Now()
	var moving move.Moving
	if errors.As(move.Check(ctx, s.env.DB), &moving) {
		return moving
	}
	leads, err := s.database.leads(ctx, s.sockets.name)
	err = errors.Join(late, err)
	if leads {
		err = errors.Join(err, guarded(func() error { return s.house.Tick(ctx) }))
	}
	err = errors.Join(err, app.Operation(s.env).Heartbeat(context.WithoutCancel(ctx), s.env.Copy, s.started, leads, s.env.Metrics))
	line := map[string]any{"fn": manifest.Janitor, "ms": s.env.Now().Sub(began).Milliseconds(), "leads": leads, "use": s.env.Meter.Take()}
	if err != nil {
		line["error"] = err.Error()
	}
	s.env.Log(line)
	return nil
}

// guarded turns a panic into an error: one message, or one order that the tick looks at, must not end the process for all others.
func guarded(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return do()
}
