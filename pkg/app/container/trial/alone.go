package trial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// held keeps the lock of a folder while the process lives.
var held *os.File

// alone takes the lock of folder, or says that a trial has it. A database that a killed trial left behind is stopped.
func alone(folder, password string) error {
	file, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errors.Join(fmt.Errorf("a trial runs on %s already: stop it, or name another folder with -data", folder), file.Close())
	}
	held = file
	return stopLeftover(folder, password)
}

// stopLeftover stops a database on folder. That it takes the password of the folder proves that the process id in its file is its own.
func stopLeftover(folder, password string) error {
	data := filepath.Join(folder, "data")
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	if err != nil || len(lines) < 4 { // the port is on the fourth line
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	address := "postgres://herald:" + password + "@127.0.0.1:" + strings.TrimSpace(lines[3]) + "/herald?sslmode=disable"
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil // nothing runs there; PostgreSQL itself removes the file
	}
	_ = conn.Close(ctx) // the server ends it otherwise
	control := filepath.Join(folder, "postgres-"+string(version), "bin", "pg_ctl")
	if out, err := exec.Command(control, "stop", "-w", "-m", "fast", "-D", data).CombinedOutput(); err != nil {
		return fmt.Errorf("the database that a killed trial left on %s does not stop (%w): %s", folder, err, strings.TrimSpace(string(out)))
	}
	return nil
}
