package container

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/queue"
)

// status gives the status of a page of a process, and its content.
func (s *site) status(path string) (int, string) {
	s.t.Helper()
	answer, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// From the signal to stop on, a process is not ready. It serves on until load balancers know it, and then takes nothing.
func TestAStoppingProcessIsNotReadyAndServesOn(t *testing.T) {
	aws := testkit.Memory(t)
	aws.Clock.Run()
	draining, over := make(chan time.Duration), make(chan struct{})
	s := startOn(t, aws, func(env *app.Env) *Server {
		env.Config.Container.Drain = 7 * time.Second
		server := New(env, env.Queues.(*queue.SQS))
		server.pause = func(d time.Duration) { draining <- d; <-over }
		return server
	})
	if status, _ := s.status("/readyz"); status != http.StatusOK {
		t.Errorf("ready: %d", status)
	}
	s.stop()
	if d := <-draining; d != 7*time.Second {
		t.Errorf("it drains for %s", d)
	}
	if status, _ := s.status("/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("ready while it stops: %d", status)
	}
	if status, _ := s.status("/api/openapi.json"); status != http.StatusOK {
		t.Errorf("a request while it drains: %d", status)
	}
	close(over)
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(s.url + "/readyz"); err == nil {
		t.Error("it still answers")
	}
}

// A process ends after the grace period, also while work does not end.
func TestWorkThatDoesNotEndDoesNotKeepTheProcess(t *testing.T) {
	aws := testkit.Memory(t)
	aws.Clock.Run()
	begun, never := make(chan struct{}), make(chan struct{})
	defer close(never)
	s := startOn(t, aws, func(env *app.Env) *Server {
		env.Config.Container.Grace = time.Millisecond
		env.Log = func(map[string]any) {} // what is not done says so, also after the test
		server := New(env, env.Queues.(*queue.SQS))
		server.house.Queues["inbound"] = func(context.Context, []queue.Message) ([]int, error) {
			close(begun)
			<-never // not even at the end of its context
			return nil, nil
		}
		if err := env.Queues.Send(t.Context(), "inbound", queue.New("stuck", "", nil)); err != nil {
			t.Fatal(err)
		}
		return server
	})
	<-begun
	s.stop()
	if err := <-s.ended; err == nil || !strings.Contains(err.Error(), "work in hand") {
		t.Errorf("it ended with %v", err)
	}
}
