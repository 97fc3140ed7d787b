// Package trial lets Herald run on a bare machine: with an embedded PostgreSQL, made-up secrets and defaults for all that is not
// configured. It is for a trial, and not for customers' data.
package trial

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"

	"herald/pkg/kit/config"
)

// version is the release of PostgreSQL, from the packages io.zonky.test.postgres:embedded-postgres-binaries-<platform>.
const version = embeddedpostgres.PostgresVersion("18.6.0")

// lowest is the user without rights that the trial runs as where Herald is started by root: PostgreSQL refuses to run as root.
const lowest = 65534

// Folder is where a trial keeps its data when none is named: below /var/lib for root, else in the user's cache.
func Folder() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/lib/herald-demo", nil
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "herald-demo"), err
}

// Orphaned is the signal that the program of Lower gets when this process is killed. It is to end then as by SIGTERM.
const Orphaned = syscall.SIGUSR1

// Lower runs this program again as a user without rights, when it is root, and gives its exit status. done is false when this process is to
// go on itself.
func Lower(ctx context.Context, folder string, out io.Writer) (status int, done bool, err error) {
	if os.Geteuid() != 0 {
		return 0, false, nil
	}
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.Chown(folder, lowest, lowest)); err != nil {
		return 1, true, err
	}
	program, err := os.Executable()
	if err != nil {
		return 1, true, err
	}
	c := exec.CommandContext(ctx, program, append(slices.Clone(os.Args[1:]), "-data", folder)...) // the last one counts
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.Stdout, c.Stderr = out, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: lowest, Gid: lowest, NoSetGroups: true}}
	endTogether(c.SysProcAttr)
	runtime.LockOSThread() // the kernel takes the end of the thread that starts a process for that of its parent
	err = c.Run()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		return ended.ExitCode(), true, nil // it has said why
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return 0, true, nil // it ended because it was asked to
	case errors.Is(err, syscall.EACCES):
		return 1, true, fmt.Errorf("PostgreSQL does not run as root, and user %d may not run %s: copy it to /usr/local/bin, or start it as "+
			"another user", lowest, program)
	}
	return 0, true, err
}

// Start starts PostgreSQL on data in folder, and sets the variables of a trial that are not set. The first start fetches PostgreSQL, about
// 15 MB. stop ends the database.
func Start(folder string, out io.Writer) (stop func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	password, err := secrets(filepath.Join(folder, "demo.env"))
	if err != nil {
		return nil, err
	}
	if err := alone(folder, password); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	programs := filepath.Join(folder, "postgres-"+string(version))
	if _, err := os.Stat(filepath.Join(programs, "bin", "postgres")); err != nil {
		say(out, "PostgreSQL %s is fetched from Maven Central, once.", version)
	}
	log, err := os.OpenFile(filepath.Join(folder, "postgres.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	database := embeddedpostgres.NewDatabase(embeddedpostgres.DefaultConfig().Version(version).Port(uint32(port)).Database("herald").
		Username("herald").Password(password).Encoding("UTF8").Locale("C").CachePath(filepath.Join(folder, "cache")).BinariesPath(programs).
		RuntimePath(filepath.Join(folder, "run")).DataPath(filepath.Join(folder, "data")).Logger(log).StartParameters(map[string]string{
		"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}))
	if err := database.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("the embedded PostgreSQL does not start, see %s: %w", log.Name(), err), log.Close())
	}
	stop = func() error { return errors.Join(database.Stop(), log.Close()) }
	address := fmt.Sprintf("postgres://herald:%s@127.0.0.1:%d/herald?sslmode=disable", password, port)
	if err := defaults(address); err != nil {
		return nil, errors.Join(err, stop())
	}
	return stop, nil
}

// Note says what a trial is, and what is missing where it has no folder of the console.
func Note(out io.Writer, folder, console string) {
	say(out, "This is a trial: PostgreSQL is embedded, its data and the made-up secrets are in %s. No provider is connected, so orders wait "+
		"until you configure one. For customers use your own PostgreSQL, see deploy/README.md.", folder)
	if console == "" {
		say(out, "The console is not here, only the API: build it by npm run build in web, and set HERALD_CONSOLE to the folder web/out.")
	}
}

func say(out io.Writer, format string, args ...any) {
	_, _ = fmt.Fprintf(out, format+"\n", args...) // nowhere to report to
}

// made are the secrets that are made up.
var made = []string{"HERALD_SECRET_AUTH_KEY", "HERALD_SECRET_LINK_KEY", "HERALD_DEMO_PASSWORD"}

// secrets reads the file of the secrets, which the first start writes, and gives the password of the database.
func secrets(file string) (password string, err error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		var text strings.Builder
		for _, name := range made {
			key := make([]byte, 32)
			_, _ = rand.Read(key) // it never fails
			fmt.Fprintf(&text, "%s=%s\n", name, hex.EncodeToString(key))
		}
		for _, name := range []string{"TOKEN", "APP_SECRET", "VERIFY_TOKEN"} {
			fmt.Fprintf(&text, "HERALD_SECRET_WHATSAPP_%s=none\n", name)
		}
		whole := file + ".new" // a half-written file would lock the data
		if err := errors.Join(os.WriteFile(whole, []byte(text.String()), 0o600), os.Rename(whole, file)); err != nil {
			return "", err
		}
	}
	if err := config.ReadFile(file, made...); err != nil {
		return "", err
	}
	return config.Take("HERALD_DEMO_PASSWORD")
}

// defaults sets what a trial needs and the environment does not say. The database is the embedded one in any case.
func defaults(address string) error {
	listen := config.Listens("127.0.0.1:8080")
	values := map[string]string{"HERALD_NAME": "herald", "HERALD_LISTEN": listen, "HERALD_PUBLIC_URL": "http://" + reached(listen),
		"HERALD_FILES": "postgres"}
	if pages := besideProgram(); pages != "" {
		values["HERALD_CONSOLE"] = pages
	}
	return errors.Join(os.Setenv("HERALD_STORAGE", "postgres"), os.Setenv("HERALD_POSTGRES_URL", address), config.Default(values))
}

// reached is where a browser of this machine reaches what listens at an address, which may name no host or all of them.
func reached(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen // the configuration refuses it
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// besideProgram is the folder "console" beside the program, if it is there.
func besideProgram() string {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	folder := filepath.Join(filepath.Dir(program), "console")
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		return ""
	}
	return folder
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
