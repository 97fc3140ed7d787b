package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// postgresVersion is the release of the packages io.zonky.test.postgres:embedded-postgres-binaries-<platform> that are used here.
const postgresVersion = "18.6.0"

// postgresPackages are the packages by system and processor, with the SHA-256 of their files.
var postgresPackages = map[string]struct{ platform, sum string }{
	"linux/amd64":  {"linux-amd64", "008ee189eaa7ca2b58bd01dd950291e638b998392cf982297acd4779ec898ac1"},
	"linux/arm64":  {"linux-arm64v8", "5f54e016723afa6213925a8acb939bac52944b1d348f65c7a20f0cd2928c31be"},
	"darwin/amd64": {"darwin-amd64", "690941008aac9ee360820fde9bb7870a4f3dcac5e9e2f9e45e42333a436ad0f9"},
	"darwin/arm64": {"darwin-arm64v8", "8f6ed6f38195b50a40712ada8b2a12060b6193c1a6977a6eb5cff053bb5a1b89"},
}

// postgresFolder is where PostgreSQL is unpacked.
func (p project) postgresFolder() string { return p.path(".local", "postgres", postgresVersion) }

// postgres fetches PostgreSQL's programs from Maven Central and unpacks them, once per version.
func (p project) postgres(ctx context.Context) (string, error) {
	of, ok := postgresPackages[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return "", fmt.Errorf("there is no package of PostgreSQL for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	if err := p.ignored(".local"); err != nil {
		return "", err
	}
	err := p.once(p.path(".local", "postgres", "stamp"), of.sum, func() error {
		if err := p.maven(ctx); err != nil {
			return err
		}
		name := "embedded-postgres-binaries-" + of.platform
		folder := p.path(".local", "postgres", "package")
		if err := command(ctx, p.path(".local", "logs", "postgres.log"), string(p), os.Environ(), "mvn", "--batch-mode", "-q",
			"dependency:copy", "-Dartifact=io.zonky.test.postgres:"+name+":"+postgresVersion, "-DoutputDirectory="+folder); err != nil {
			return err
		}
		jar := filepath.Join(folder, name+"-"+postgresVersion+".jar")
		if err := checkSum(jar, of.sum); err != nil {
			return err
		}
		if err := os.RemoveAll(p.postgresFolder()); err != nil {
			return err
		}
		return errors.Join(unpackPostgres(jar, p.postgresFolder()), os.RemoveAll(folder))
	})
	return "PostgreSQL " + postgresVersion + " in .local/postgres", err
}

// maven installs Debian's where it is missing and we may.
func (p project) maven(ctx context.Context) error {
	if _, err := exec.LookPath("mvn"); err == nil {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return errors.New("mvn is missing: it fetches PostgreSQL. Debian: apt-get install maven")
	}
	log, env := p.path(".local", "logs", "maven.log"), append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if err := command(ctx, log, string(p), env, "apt-get", "update"); err != nil {
		return err
	}
	return command(ctx, log, string(p), env, "apt-get", "install", "-y", "--no-install-recommends", "maven", "default-jre-headless")
}

func checkSum(file, want string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
		return fmt.Errorf("%s is not the package that is expected: its SHA-256 is %x", filepath.Base(file), sum)
	}
	return nil
}

// database is a running PostgreSQL with its own data.
type database struct {
	*process
	url    string
	folder string // of the data
	keep   bool
}

// startPostgres makes a database cluster in data and serves it on a port. Data that is there already is used again. An empty data is
// a folder that goes with the server.
func (p project) startPostgres(ctx context.Context, logs, data string, port int) (*database, error) {
	port, err := freePort(port)
	if err != nil {
		return nil, err
	}
	d := &database{folder: data, keep: data != ""}
	if !d.keep {
		if d.folder, err = os.MkdirTemp("", "herald-postgres-"); err != nil {
			return nil, err
		}
	}
	if err := p.initPostgres(ctx, logs, d.folder); err != nil {
		return d, err
	}
	options := []string{"-D", d.folder, "-p", fmt.Sprint(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
		"-c", "max_connections=300"}
	if !d.keep { // what a test wrote need not outlive the machine
		options = append(options, "-c", "fsync=off", "-c", "full_page_writes=off")
	}
	d.process, err = launch(child{name: "PostgreSQL", log: filepath.Join(logs, "postgres.log"), folder: d.folder, env: postgresEnvironment(),
		user: unprivileged()}, append([]string{filepath.Join(p.postgresFolder(), "bin", "postgres")}, options...)...)
	if err != nil {
		return d, err
	}
	d.url = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	return d, d.listening(ctx, fmt.Sprintf("127.0.0.1:%d", port))
}

// initPostgres makes the cluster unless it is there.
func (p project) initPostgres(ctx context.Context, logs, data string) error {
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err == nil {
		return nil
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	user := unprivileged()
	if user != nil {
		if err := os.Chown(data, int(user.Uid), int(user.Gid)); err != nil {
			return err
		}
	}
	c := groupCommand(ctx, data, postgresEnvironment(), filepath.Join(p.postgresFolder(), "bin", "initdb"),
		"-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	c.SysProcAttr.Credential = user
	return runLogged(filepath.Join(logs, "initdb.log"), c)
}

func postgresEnvironment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "LC_ALL=C"}
}

// stop ends the server, and removes data that goes with it.
func (d *database) stop() {
	if d == nil {
		return
	}
	if d.process != nil {
		_ = d.cmd.Process.Signal(syscall.SIGINT) // a fast shutdown: it does not wait for clients
		select {
		case <-d.done:
		case <-time.After(10 * time.Second):
		}
		d.process.stop(0)
	}
	if !d.keep {
		_ = os.RemoveAll(d.folder) // a temporary folder
	}
}

// unprivileged is the user that PostgreSQL runs as when this process is root, because PostgreSQL refuses root; nil is this user.
func unprivileged() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	const nobody = 65534
	return &syscall.Credential{Uid: nobody, Gid: nobody}
}
