package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unset takes variables out of the environment for the time of a test.
func unset(t *testing.T, names ...string) {
	for _, name := range names {
		t.Setenv(name, "") // brings the old value back afterwards
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
}

// The secrets of a trial are made up once, and kept apart from other users.
func TestSecretsAreMadeUpOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "demo.env")
	unset(t, append(made, "HERALD_SECRET_WHATSAPP_TOKEN", "HERALD_SECRET_WHATSAPP_APP_SECRET", "HERALD_SECRET_WHATSAPP_VERIFY_TOKEN")...)
	password, err := secrets(file)
	if err != nil || len(password) != 64 {
		t.Fatalf("%q %v", password, err)
	}
	key := os.Getenv("HERALD_SECRET_AUTH_KEY")
	if len(key) != 64 || os.Getenv("HERALD_SECRET_WHATSAPP_TOKEN") != "none" || os.Getenv("HERALD_DEMO_PASSWORD") != "" {
		t.Errorf("the environment has %q, and the password of the database %q", key, os.Getenv("HERALD_DEMO_PASSWORD"))
	}
	unset(t, "HERALD_SECRET_AUTH_KEY")
	if again, err := secrets(file); err != nil || again != password || os.Getenv("HERALD_SECRET_AUTH_KEY") != key {
		t.Errorf("the second start has other secrets (%v)", err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the secrets: %v %v", info.Mode(), err)
	}
}

// What is configured holds; only the database is the embedded one in any case.
func TestDefaultsGiveWayToTheConfiguration(t *testing.T) {
	unset(t, "HERALD_NAME", "HERALD_LISTEN", "HERALD_FILES", "HERALD_CONSOLE", "HERALD_STORAGE", "HERALD_POSTGRES_URL")
	t.Setenv("HERALD_PUBLIC_URL", "https://herald.example")
	if err := defaults("postgres://here"); err != nil {
		t.Fatal(err)
	}
	got := strings.Join([]string{os.Getenv("HERALD_NAME"), os.Getenv("HERALD_PUBLIC_URL"), os.Getenv("HERALD_POSTGRES_URL"),
		os.Getenv("HERALD_STORAGE"), os.Getenv("HERALD_FILES")}, " ")
	if got != "herald https://herald.example postgres://here postgres postgres" {
		t.Error(got)
	}
}

// Two trials on a folder would write the same data.
func TestAFolderHasOneTrial(t *testing.T) {
	folder := t.TempDir()
	if err := alone(folder, ""); err != nil {
		t.Fatal(err)
	}
	first := held
	if err := alone(folder, ""); err == nil || !strings.Contains(err.Error(), "runs on "+folder+" already") {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := alone(folder, ""); err != nil {
		t.Errorf("the folder is not free after the end: %v", err)
	}
}

// A trial at another port is found where its sentence says, and its pages may open the websocket.
func TestTheAddressFollowsThePort(t *testing.T) {
	for listen, wanted := range map[string]string{"127.0.0.1:9000": "http://127.0.0.1:9000", ":9000": "http://127.0.0.1:9000",
		"0.0.0.0:9000": "http://127.0.0.1:9000", "[::]:9000": "http://127.0.0.1:9000", "[::1]:9000": "http://[::1]:9000"} {
		unset(t, "HERALD_PUBLIC_URL")
		t.Setenv("HERALD_LISTEN", listen)
		if err := defaults("postgres://here"); err != nil || os.Getenv("HERALD_PUBLIC_URL") != wanted {
			t.Errorf("%s is reached at %s (%v)", listen, os.Getenv("HERALD_PUBLIC_URL"), err)
		}
	}
}
