package sim_test

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"herald/localstack/simulators/sim"
)

const runAsCommand = "SIMULATOR_RUNS_AS_COMMAND"

// TestMain lets the test binary be a simulator's command.
func TestMain(m *testing.M) {
	if os.Getenv(runAsCommand) != "" {
		sim.Main("toy", func() sim.Simulator { return newToy(sim.Config{}) })
		return
	}
	os.Exit(m.Run())
}

func TestCommandServesAndStopsOnSIGTERM(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), runAsCommand+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	send := func(to string) (*http.Response, error) {
		return http.Post(strings.TrimSpace(address)+"/messages", "application/json", strings.NewReader(`{"to":"`+to+`","text":"x"}`))
	}
	res, err := send("anna")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res, err)
	}
	res.Body.Close()
	script, err := http.Post(strings.TrimSpace(address)+"/_sim/script", "application/json",
		strings.NewReader(`{"rules":[{"outcome":"cut_after_accept"}]}`))
	if err != nil || script.StatusCode != http.StatusOK {
		t.Fatal(script, err)
	}
	script.Body.Close()
	if res, err := send("anna"); err == nil {
		t.Errorf("a cut answer: %v", res.Status)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestCommandSaysWhyItCannotListen(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-listen", "256.0.0.1:1")
	cmd.Env = append(os.Environ(), runAsCommand+"=1")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "256.0.0.1") {
		t.Errorf("%v: %s", err, out)
	}
}
