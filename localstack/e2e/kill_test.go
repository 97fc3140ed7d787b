package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"herald/localstack/client"
)

// An order goes on although its workers are killed: nobody gets the message twice, nobody is forgotten, at most one
// sub-batch for each killed worker is in doubt, and the money is right to the unit.
func TestKilledWorkers(t *testing.T) {
	p, ctx := running(t)
	const n = 5000
	c := p.customer(t, 50_000)
	list := mobiles(t, n)
	o := must(c.Submit(ctx, client.Text("killed", collection(t, c, list), "BR", "Olá!")))(t)
	before := must(p.sim.Count(ctx))(t)
	check(t, p.admin.Judge(ctx, o.ID, true, ""))
	killed := 0
	for _, reached := range []int{300, 1000, 1700, 2500} {
		must(client.Poll(ctx, 20*time.Millisecond, func(ctx context.Context) (int, bool, error) {
			got, err := p.sim.Count(ctx)
			return got, got-before >= reached, err
		}))(t)
		killed += kill(t, p.Cloud.PID, "herald-send", 1)
		kill(t, p.Cloud.PID, "herald-receipt", 1)
	}
	killed += kill(t, p.Cloud.PID, "herald-send", 100)
	kill(t, p.Cloud.PID, "herald-receipt", 100)
	if killed < 4 {
		t.Fatalf("only %d workers were killed", killed)
	}
	must(client.Poll(ctx, time.Second, func(ctx context.Context) (client.Order, bool, error) {
		if err := p.tick(ctx); err != nil {
			return client.Order{}, false, err
		}
		now, err := c.Order(ctx, o.ID)
		return now, now.Status >= client.Completed, err
	}))(t)
	t.Parallel() // the rest is waiting
	times, _ := p.took(t, o.ID)
	must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Counts["arrived"]+o.Counts["read"] == len(times) }))(t)
	p.deadline(ctx, t)
	o = p.settled(ctx, t, c, o.ID)
	t.Logf("%d workers killed; %v", killed, o.Counts)
	if o.Status != client.Completed || o.Counted() != n || o.Total != n {
		t.Errorf("status %d, total %d, %v", o.Status, o.Total, o.Counts)
	}
	if doubt := o.Counts["unknown"]; doubt > 100*killed {
		t.Errorf("%d recipients are in doubt after %d killed workers", doubt, killed)
	}
	if o.Counts["unknown"]+len(times) != n || o.Charged() != len(times) {
		t.Errorf("%d accepted, %d charged, %d unknown of %d", len(times), o.Charged(), o.Counts["unknown"], n)
	}
	for _, target := range must(c.Targets(ctx, o.ID))(t) {
		if reached := target.State == "sent" || target.State == "arrived" || target.State == "read"; reached != (times[target.PhoneNumber] == 1) {
			t.Errorf("%s is shown as %s and was accepted %d times", target.PhoneNumber, target.State, times[target.PhoneNumber])
		}
	}
	p.books(t, c, o)
}

// kill ends at most limit processes of a function of this local cloud as a crash would, and tells how many.
func kill(t *testing.T, cloud int, function string, limit int) int {
	t.Helper()
	folders := must(filepath.Glob("/proc/[0-9]*"))(t)
	if len(folders) == 0 {
		t.Fatal("this test finds function processes in /proc: run it on Linux")
	}
	killed := 0
	for _, folder := range folders {
		environment, err := os.ReadFile(filepath.Join(folder, "environ"))
		if err != nil || !strings.Contains("\x00"+string(environment), "\x00AWS_LAMBDA_FUNCTION_NAME="+function+"\x00") {
			continue // ended meanwhile, or somebody else's
		}
		pid := must(strconv.Atoi(filepath.Base(folder)))(t)
		if killed < limit && parent(pid) == cloud && syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// parent of a process; 0 when it has ended.
func parent(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)
	if len(fields) < 2 || fields[0] == "Z" {
		return 0
	}
	id, _ := strconv.Atoi(fields[1])
	return id
}
