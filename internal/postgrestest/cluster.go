package postgrestest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Cluster is a server of a test's own, of the programs of the server that tests share. Its data can be copied, and a copy can take over.
type Cluster struct {
	URL    string
	t      testing.TB
	bin    string
	user   *syscall.Credential
	folder string
	port   int
	server *exec.Cmd
}

// NewCluster starts a server, which ends with the test.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	var data string
	if err := Connect(t).QueryRow(context.Background(), "show data_directory").Scan(&data); err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	c.must(err)
	first, _, _ := strings.Cut(string(pid), "\n")
	program, err := os.Readlink(filepath.Join("/proc", first, "exe"))
	c.must(err)
	c.bin = filepath.Dir(program)
	info, err := os.Stat(data)
	c.must(err)
	if owner := info.Sys().(*syscall.Stat_t); os.Geteuid() == 0 {
		c.user = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	c.folder = c.newFolder()
	c.run(filepath.Join(c.bin, "initdb"), "-D", c.folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	c.must(err)
	c.port = l.Addr().(*net.TCPAddr).Port
	c.must(l.Close())
	c.URL = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", c.port)
	t.Cleanup(c.Stop)
	c.Start()
	return c
}

func (c *Cluster) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// newFolder is one that the server's user may use, which a test's folders are not.
func (c *Cluster) newFolder() string {
	c.t.Helper()
	folder, err := os.MkdirTemp("", "herald-cluster-")
	c.must(err)
	c.t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if c.user != nil {
		c.must(os.Chown(folder, int(c.user.Uid), int(c.user.Gid)))
	}
	return folder
}

func (c *Cluster) command(argv ...string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.SysProcAttr = os.TempDir(), &syscall.SysProcAttr{Credential: c.user}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "LC_ALL=C"}
	return cmd
}

func (c *Cluster) run(argv ...string) {
	c.t.Helper()
	if out, err := c.command(argv...).CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v\n%s", argv[0], err, out)
	}
}

// Start starts the server and waits until it answers.
func (c *Cluster) Start() {
	c.t.Helper()
	c.server = c.command(filepath.Join(c.bin, "postgres"), "-D", c.folder, "-p", fmt.Sprint(c.port), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "fsync=off")
	c.must(c.server.Start())
	for {
		conn, err := pgx.Connect(c.t.Context(), c.URL)
		if err == nil {
			_ = conn.Close(context.Background())
			return
		}
		if c.t.Context().Err() != nil {
			c.t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond) // a server that starts tells nothing that could be awaited
	}
}

// Stop ends the server, which writes all that it knows, and all its connections. One that does not run stays so.
func (c *Cluster) Stop() { c.end(syscall.SIGINT) }

// Kill ends the server as a crash does.
func (c *Cluster) Kill() { c.end(syscall.SIGQUIT) }

func (c *Cluster) end(by os.Signal) {
	if c.server != nil {
		_ = c.server.Process.Signal(by)
		_ = c.server.Wait() // by a signal
		c.server = nil
	}
}

// Copy gives the data of a server that does not run as it is now.
func (c *Cluster) Copy() (folder string) {
	c.t.Helper()
	folder = c.newFolder()
	c.run("cp", "-a", c.folder+"/.", folder)
	return folder
}

// TakeOver starts a copy at the address of this server, as a standby that becomes the primary: it begins a history of its own.
func (c *Cluster) TakeOver(folder string) {
	c.t.Helper()
	c.folder = folder
	c.run("touch", filepath.Join(folder, "standby.signal"))
	c.Start()
	c.Exec("select pg_promote(true, 60)")
}

// Exec runs a statement.
func (c *Cluster) Exec(statement string) {
	c.t.Helper()
	conn, err := pgx.Connect(context.Background(), c.URL)
	c.must(err)
	defer conn.Close(context.Background()) //nolint:errcheck // it has done its work
	_, err = conn.Exec(context.Background(), statement)
	c.must(err)
}
