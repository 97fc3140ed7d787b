package config_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/pkg/kit/config"
)

// All settings can come from a file, including secrets and single endpoints; the environment takes precedence.
func TestAFileIsTheEnvironment(t *testing.T) {
	for _, name := range []string{"HERALD_NAME", "HERALD_SECRETS", "HERALD_SECRET_AUTH_KEY", "HERALD_LISTEN", "HERALD_STOP_SECONDS",
		"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_SQS"} {
		t.Setenv(name, "") // put back when the test ends
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HERALD_NAME", "ours")
	file := filepath.Join(t.TempDir(), "herald.env")
	text := "# a comment\n\nHERALD_NAME=theirs\nHERALD_SECRET_AUTH_KEY=" + longKey +
		"\nHERALD_LISTEN=:9\nAWS_ENDPOINT_URL=http://all\nAWS_ENDPOINT_URL_SQS=http://queues?a=b\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := config.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "ours" || c.Container.Listen != ":9" || *c.EndpointOf("sqs", &c.Endpoint) != "http://queues?a=b" ||
		*c.EndpointOf("s3", &c.Endpoint) != "http://all" {
		t.Errorf("%+v", c)
	}
	if err := c.ReadSecrets(context.Background(), c.AWS(), "auth/key", "origin/key"); err != nil || string(c.AuthKey) != longKey ||
		len(c.OriginKeys) != 0 {
		t.Errorf("%q %q %v", c.AuthKey, c.OriginKeys, err)
	}
	if err := c.ReadSecrets(context.Background(), c.AWS(), "whatsapp/token"); err == nil ||
		!strings.Contains(err.Error(), "HERALD_SECRET_WHATSAPP_TOKEN") {
		t.Error(err)
	}
	t.Setenv("HERALD_STORAGE", "postgres")
	if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), "HERALD_POSTGRES_URL is required") {
		t.Error(err)
	}
	t.Setenv("HERALD_POSTGRES_URL", "postgres://a@b/c")
	if c, err := config.Load(); err != nil || c.Container.Postgres.URL != "postgres://a@b/c" {
		t.Errorf("%+v %v", c, err)
	}
	t.Setenv("HERALD_STOP_SECONDS", "soon")
	if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), "HERALD_STOP_SECONDS") {
		t.Error(err)
	}
}

// A typing error in the file of the configuration stops the start, and the sentence has no value.
func TestAFileWithAnUnknownNameIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"HERALD_LISTN=secret":        ":1: Herald has no variable HERALD_LISTN",
		"herald_workers=secret":      ":1: Herald has no variable herald_workers",
		"export HERALD_NAME=secret":  ":1: what stands before = is no name",
		"\n\nHERALD_SECRET=secret\n": ":3: Herald has no variable HERALD_SECRET",
		"HERALD_SECRET_AUTH_KEY":     ":1: no NAME=value",
	} {
		file := filepath.Join(t.TempDir(), "herald.env")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := config.ReadFile(file); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := config.ReadFile(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "correct its path") {
		t.Error(err)
	}
}
