package cloudpatch

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"syscall"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func one(more map[string]any) map[string]any {
	settings := map[string]any{"BatchSize": 1}
	for key, value := range more {
		settings[key] = value
	}
	return settings
}

// A sender that is in the middle of a long invocation must not keep receipts and jobs waiting.
func TestALongInvocationDelaysNoOtherMapping(t *testing.T) {
	w := newWorld(t)
	slow, quick := w.probe("slow", 150, one(nil)), w.probe("quick", 150, one(nil))
	w.send(slow, "hold")
	w.next(1)
	for range 3 {
		w.send(quick, "note")
		if r := w.next(1)[0]; r.Function != "quick" || r.End {
			t.Fatalf("%+v", r)
		}
	}
	w.send(w.release, "go on")
	if r := w.next(1)[0]; r.Function != "slow" || !r.End {
		t.Fatalf("%+v", r)
	}
}

// MaximumConcurrency is both reached and kept; each invocation has its own process, which serves again later.
func TestInvocationsRunUpToTheMaximumAtATime(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("busy", 150, one(map[string]any{"ScalingConfig": map[string]int{"MaximumConcurrency": 3}}))
	w.send(queue, "hold", "hold", "hold", "hold", "hold")
	begun := w.next(3)
	processes := map[int]bool{}
	for _, r := range begun {
		processes[r.PID] = !r.End
	}
	if len(processes) != 3 {
		t.Fatalf("%+v", begun)
	}
	// Nothing else may begin before one of the three has ended: the next reports come in pairs of an end and a begin.
	for range 2 {
		w.send(w.release, "go on")
		pair := w.next(2)
		sort.Slice(pair, func(i, j int) bool { return pair[i].End })
		if !pair[0].End || pair[1].End || !processes[pair[1].PID] {
			t.Fatalf("%+v, processes %v", pair, processes)
		}
	}
	w.send(w.release, "go on", "go on", "go on")
	w.next(3)
}

func TestABatchIsClosedByItsSizeOrItsWindow(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("batches", 150, map[string]any{
		"BatchSize": 40, "MaximumBatchingWindowInSeconds": 2, "ScalingConfig": map[string]int{"MaximumConcurrency": 2},
	})
	w.send(queue, slices.Repeat([]string{"note"}, 100)...)
	sizes := map[int]int{}
	for _, r := range w.next(100) {
		sizes[r.Batch]++
	}
	if sizes[40] != 80 || sizes[20] != 20 {
		t.Errorf("messages by size of their batch: %v", sizes)
	}
}

func TestOnlyTheNamedMessagesComeAgain(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("partial", 1, map[string]any{"BatchSize": 10, "MaximumBatchingWindowInSeconds": 1})
	w.send(queue, "note", "fail")
	w.next(2)
	if r := w.next(1)[0]; r.Body != "fail" || r.Received != "2" {
		t.Errorf("%+v", r)
	}
}

func TestAnUnknownNameFailsTheWholeBatch(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("unknown", 1, map[string]any{"BatchSize": 10, "MaximumBatchingWindowInSeconds": 1})
	w.send(queue, "note", "odd")
	w.next(2)
	again := w.next(2)
	if again[0].Received != "2" || again[1].Received != "2" || again[0].Body == again[1].Body {
		t.Errorf("%+v", again)
	}
}

// Killing a function's process is a crashed environment: its message comes again, others in work are not touched.
func TestAKilledProcessLosesNothing(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("killed", 2, one(map[string]any{"ScalingConfig": map[string]int{"MaximumConcurrency": 4}}))
	w.send(queue, "hold")
	victim := w.next(1)[0]
	process, err := os.FindProcess(victim.PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again := w.next(1)[0]
	if again.End || again.PID == victim.PID || again.Received != "2" {
		t.Fatalf("%+v after %+v", again, victim)
	}
	w.send(w.release, "go on")
	for {
		// The second delivery ends; a third may have begun, for the visibility timeout is shorter than the test may take.
		if r := w.next(1)[0]; r.End {
			break
		}
		w.send(w.release, "go on")
	}
}

// Of two tenants the one with less in work comes first, regardless of earlier sends.
func TestATenantWithMuchInWorkWaitsForTheOthers(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("fair", 150, one(map[string]any{"ScalingConfig": map[string]int{"MaximumConcurrency": 2}}))
	w.send(queue, "hold@big", "hold@big")
	w.next(2)
	w.send(queue, "hold@big", "note@small")
	w.send(w.release, "go on")
	if end := w.next(1)[0]; !end.End {
		t.Fatalf("%+v", end)
	}
	if r := w.next(1)[0]; r.Group != "small" {
		t.Errorf("%+v came before the small tenant", r)
	}
	w.send(w.release, "go on", "go on")
	w.next(3)
}

// Requests and mappings change the same queue at the same time, and no message is lost or doubled by it.
func TestNoMessageIsLostWhileItsQueueIsBusy(t *testing.T) {
	w := newWorld(t)
	queue := w.probe("rush", 150, map[string]any{"BatchSize": 20, "MaximumBatchingWindowInSeconds": 1})
	const senders, each = 8, 100
	failures := make(chan error, senders)
	for sender := range senders {
		go func() {
			for i := range each {
				body := fmt.Sprintf("note %d %d", sender, i)
				if _, err := w.sqs.SendMessage(w.ctx, &sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &body}); err != nil {
					failures <- err
					return
				}
			}
			failures <- nil
		}()
	}
	for range senders {
		if err := <-failures; err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for _, r := range w.next(senders * each) {
		if seen[r.Body] || r.Received != "1" {
			t.Errorf("%+v came again", r)
		}
		seen[r.Body] = true
	}
}
