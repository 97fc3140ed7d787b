package container

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"herald/pkg/app/manifest"
)

// configured sets a configuration that a process could serve with, and changes variables of it. An empty value unsets one.
func configured(t *testing.T, change map[string]string) {
	t.Helper()
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "HERALD_") || strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	for name, value := range map[string]string{"HERALD_NAME": "herald", "HERALD_PUBLIC_URL": "http://herald.test",
		"HERALD_LISTEN": "127.0.0.1:0", "HERALD_STORAGE": "postgres", "HERALD_FILES": "postgres",
		"HERALD_POSTGRES_URL": "postgres://a:hidden@127.0.0.1:1/x?sslmode=disable"} {
		t.Setenv(name, value)
	}
	for _, s := range manifest.Secrets() {
		if s.Required {
			variable := "HERALD_SECRET_" + strings.ToUpper(strings.NewReplacer("/", "_", "-", "_").Replace(s.Name))
			t.Setenv(variable, "a secret of the tests, 32 bytes long!")
		}
	}
	for _, name := range []string{"AUTH", "LINK"} {
		t.Setenv("HERALD_SECRET_"+name+"_KEY", "a secret of the tests, 32 bytes long!")
	}
	for name, value := range change {
		t.Setenv(name, value)
	}
}

// refused starts a process that must not, and compares the sentence.
func refused(t *testing.T, change map[string]string, words ...string) {
	t.Helper()
	configured(t, change)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond) // the start waits so long for a database
	defer cancel()
	err := serve(ctx, nil, io.Discard)
	if err == nil {
		t.Fatal("it started")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hidden") {
		t.Errorf("%q is more than a sentence", err)
	}
}

func TestAMissingSecretIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_SECRET_AUTH_KEY": ""}, "HERALD_SECRET_AUTH_KEY is required", "openssl rand")
}

func TestAShortSecretIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_SECRET_AUTH_KEY": "hidden"}, "HERALD_SECRET_AUTH_KEY", "6 bytes", "at least 32", "openssl rand")
	refused(t, map[string]string{"HERALD_SECRET_LINK_KEY": "hidden"}, "HERALD_SECRET_LINK_KEY", "6 bytes", "at least 32", "openssl rand")
}

func TestAPortInUseIsNamed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	refused(t, map[string]string{"HERALD_LISTEN": l.Addr().String()}, l.Addr().String()+" is in use", "HERALD_LISTEN")
}

func TestADatabaseThatDoesNotAnswerIsNamed(t *testing.T) {
	refused(t, nil, "127.0.0.1:1", "start it, or correct HERALD_POSTGRES_URL")
}

func TestABucketThatIsMissingIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_FILES": "s3"}, "HERALD_BUCKET_UPLOAD is required", "HERALD_FILES=postgres")
}

func TestAQueueThatIsMissingIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_STORAGE": "aws", "HERALD_FILES": "s3"}, "HERALD_QUEUE_", "HERALD_STORAGE=postgres")
}

func TestAMissingPublicAddressIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_PUBLIC_URL": ""}, "HERALD_PUBLIC_URL is required")
}

func TestAConsoleThatIsNotBuiltIsNamed(t *testing.T) {
	refused(t, map[string]string{"HERALD_CONSOLE": t.TempDir()}, "no index.html", "HERALD_CONSOLE")
}

// HERALD_CONFIG names the file of a process that is started without arguments of its own.
func TestAFileOfTheConfigurationIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "herald.env")
	if err := os.WriteFile(file, []byte("HERALD_FILES=tape\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	configured(t, map[string]string{"HERALD_CONFIG": file})
	if err := os.Unsetenv("HERALD_FILES"); err != nil {
		t.Fatal(err)
	}
	if err := serve(t.Context(), nil, io.Discard); err == nil || !strings.Contains(err.Error(), "HERALD_FILES must be") {
		t.Error(err)
	}
}

// Help is no failure; a command that does not exist is one, and so is what serve does not take.
func TestCommandsAreChecked(t *testing.T) {
	for args, want := range map[string]int{"": 2, "--help": 0, "help": 0, "-h": 0, "bogus": 2, "serve extra": 1} {
		if got := Main(strings.Fields(args), io.Discard); got != want {
			t.Errorf("herald %s ends with %d, not %d", args, got, want)
		}
	}
}
