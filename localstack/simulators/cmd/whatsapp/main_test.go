package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

const runAsCommand = "WHATSAPP_SIMULATOR_RUNS_AS_COMMAND"

// TestMain lets the test binary be the command itself.
func TestMain(m *testing.M) {
	if os.Getenv(runAsCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestCommandServesAndStopsOnSIGTERM(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-listen", "127.0.0.1:0", "-token", "t", "-phone-number-id", "1")
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
	req, err := http.NewRequest("POST", strings.TrimSpace(address)+"/v23.0/1/messages",
		strings.NewReader(`{"messaging_product":"whatsapp","to":"4915112345601","type":"text","text":{"body":"x"}}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer t")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("status %d", res.StatusCode)
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
