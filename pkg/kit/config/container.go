package config

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/manifest"
)

// Container is the configuration of a process that serves everything, beyond that of a function.
type Container struct {
	Listen   string        // address of HTTP API and websocket
	Grace    time.Duration // to finish what is in hand after the signal to stop
	Workers  int           // most messages of one queue that are worked on at a time
	Postgres Postgres      // where rows and messages are; without an address they are in DynamoDB and SQS
	Files    bool          // whether files are in the database too, instead of in S3
	Console  string        // folder of the built console; empty: the process does not serve it
	Traces   string        // address that takes traces (OTLP over HTTP); empty: none are made
	Metrics  string        // what a reader of /metrics shows; empty: it is not served
	Drain    time.Duration // between the signal to stop and the end of new requests
	// Where a platform hands out credentials that change, and what is shown for them; empty where the environment holds them.
	CredentialsURL, CredentialsToken, CredentialsTokenFile string
}

// Postgres is a database.
type Postgres struct{ URL string }

// readPostgres reads where rows and messages are kept.
func readPostgres() (p Postgres, err error) {
	p.URL = os.Getenv("HERALD_POSTGRES_URL")
	if u, err := url.Parse(p.URL); p.URL != "" && (err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return p, errors.New("config: HERALD_POSTGRES_URL must be an address, as postgres://user:password@host:5432/name") // never with the text
	}
	switch storage := os.Getenv("HERALD_STORAGE"); storage {
	case "", "aws":
		return Postgres{}, nil
	case "postgres":
		if p.URL == "" {
			return p, errors.New("config: HERALD_POSTGRES_URL is required with HERALD_STORAGE=postgres")
		}
		return p, nil
	}
	return p, errors.New("config: HERALD_STORAGE must be aws or postgres")
}

// readFiles reads where files are kept: true for the database.
func readFiles(p Postgres) (bool, error) {
	switch files := os.Getenv("HERALD_FILES"); {
	case files == "", files == "s3":
		return false, nil
	case files == "postgres" && p.URL != "":
		return true, nil
	case files == "postgres":
		return false, errors.New("config: HERALD_FILES=postgres needs HERALD_STORAGE=postgres")
	}
	return false, errors.New("config: HERALD_FILES must be s3 or postgres")
}

// leastToken is the least length of a token that people choose.
const leastToken = 16

func container() (c Container, err error) {
	if c.Postgres, err = readPostgres(); err != nil {
		return c, err
	}
	if c.Files, err = readFiles(c.Postgres); err != nil {
		return c, err
	}
	c.Listen, c.Console = Listens(":8080"), os.Getenv("HERALD_CONSOLE")
	if c.Metrics = os.Getenv("HERALD_METRICS_TOKEN"); c.Metrics != "" && len(c.Metrics) < leastToken {
		return c, errors.New("config: HERALD_METRICS_TOKEN must have 16 characters or more") // never with the text
	}
	c.Traces = os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")
	seconds, err := atLeast(1, "HERALD_STOP_SECONDS", 125)
	if err != nil {
		return c, err
	}
	c.Grace = time.Duration(seconds) * time.Second
	if seconds, err = atLeast(0, "HERALD_DRAIN_SECONDS", 3); err != nil {
		return c, err
	}
	c.Drain = time.Duration(seconds) * time.Second
	if c.Workers, err = atLeast(1, "HERALD_WORKERS", 16); err != nil {
		return c, err
	}
	if os.Getenv("AWS_ACCESS_KEY_ID") == "" {
		c.CredentialsURL = os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI")
		if relative := os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); relative != "" {
			c.CredentialsURL = "http://169.254.170.2" + relative
		}
		c.CredentialsToken, c.CredentialsTokenFile = os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN"),
			os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
	}
	return c, nil
}

// Function is the function that Lambda runs this process as; empty elsewhere.
func Function() string {
	return strings.TrimPrefix(os.Getenv("AWS_LAMBDA_FUNCTION_NAME"), os.Getenv("HERALD_NAME")+"-")
}

// File is the file that the environment names for ReadFile; empty for none.
func File() string { return os.Getenv("HERALD_CONFIG") }

// ReadFile brings lines NAME=value of a file into the environment; what stands there already holds. Empty lines and those that
// begin with # say nothing. A name that begins with HERALD_ and that Herald does not read is refused: it is a typing error. own are
// names beside those, which the caller takes.
func ReadFile(path string, own ...string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("config: the file of the configuration cannot be read (%w): correct its path or its rights", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")) // editors of Windows begin a file with it
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return fmt.Errorf("%s:%d: no NAME=value", path, n) // never with the text
		}
		if err := checkName(name, own); err != nil {
			return fmt.Errorf("config: %s:%d: %w", path, n, err)
		}
		if _, set := os.LookupEnv(name); set {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return lines.Err()
}

// Default sets variables that are not set.
func Default(values map[string]string) error {
	var failures []error
	for name, value := range values {
		if os.Getenv(name) == "" {
			failures = append(failures, os.Setenv(name, value))
		}
	}
	return errors.Join(failures...)
}

// Listens is the address that the environment names for HERALD_LISTEN, or otherwise.
func Listens(otherwise string) string { return cmp.Or(os.Getenv("HERALD_LISTEN"), otherwise) }

// Take gives a variable and removes it from the environment.
func Take(name string) (value string, err error) {
	value = os.Getenv(name)
	return value, os.Unsetenv(name)
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// checkName refuses a name that is no variable, or one of Herald's that it does not read. Others' names pass: libraries read them.
func checkName(name string, own []string) error {
	if !variableName.MatchString(name) {
		return errors.New("what stands before = is no name: write NAME=value")
	}
	if !strings.HasPrefix(strings.ToUpper(name), "HERALD_") || slices.Contains(own, name) || known(name) {
		return nil
	}
	return fmt.Errorf("Herald has no variable %s: correct its name by docs/configuration.md, or delete the line", name)
}

// known reports a variable that Herald reads.
func known(name string) bool {
	if secret, ok := strings.CutPrefix(name, "HERALD_SECRET_"); ok {
		return slices.ContainsFunc(manifest.SecretsOf(manifest.AllInOne), func(s string) bool {
			return secretVariable(s) == strings.ToLower(secret)
		})
	}
	for _, section := range Variables() {
		for _, v := range section.Variables {
			if name == v.Name || strings.HasSuffix(v.Name, "_") && strings.HasPrefix(name, v.Name) {
				return true
			}
		}
	}
	return false
}
