package config_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

// malformed has values that must stop the start, by variable.
var malformed = map[string][]string{
	"AWS_LAMBDA_FUNCTION_MEMORY_SIZE": {"much", "0", "-1", "512MB", "1.5"}, "HERALD_METRICS_TOKEN": {"short"}, "HERALD_TRUSTED_HOPS": {"one", "-1", "1 "},
	"HERALD_STOP_SECONDS": {"soon", "0", "2m"}, "HERALD_WORKERS": {"all", "0"},
	"HERALD_LISTEN":     {"8080", ":http:1", ":99999"},
	"HERALD_AWS_DOMAIN": {"https://amazonaws.com", "a b"},
	"HERALD_DNS_SERVER": {"192.0.2.53", "192.0.2.53:dns", ":53"}, "HERALD_TLS_SERVER": {"192.0.2.80", ":443"},
	"HERALD_TLS_ROOTS":  {"/dev/null/none.pem", "/dev/null/", "-----BEGIN CERTIFICATE-----"},
	"HERALD_QUEUE_SEND": noAddress, "AWS_ENDPOINT_URL": noAddress, "AWS_ENDPOINT_URL_SQS": noAddress, "HERALD_PUBLIC_URL": noAddress,
	"HERALD_WS_ENDPOINT":                 noAddress,
	"OTEL_EXPORTER_OTLP_ENDPOINT":        noAddress,
	"AWS_CONTAINER_CREDENTIALS_FULL_URI": noAddress,
	"HERALD_STORAGE":                     {"mysql", "Postgres"},
	"HERALD_FILES":                       {"disk", "postgres"}, // without a database
	"HERALD_DRAIN_SECONDS":               {"soon", "-1"},
	"HERALD_POSTGRES_URL":                {"localhost", "https://a.example/x", "postgres://a:b@h:port/x"},
}

var noAddress = []string{"example.com", "ftp://example.com", "https://", "//example.com", "https//example.com"}

// malformedKinds has values that no setting of a kind may have.
var malformedKinds = map[string][]string{manifest.KindAddress: noAddress, manifest.KindNumber: {"fast", "0", "-3", "0.5"},
	manifest.KindHosts: {"https://a.example", "a.example,b c"}}

// names are variables with any text as a value. The kinds of adapters' settings are in their descriptors.
var names = strings.Fields(`HERALD_NAME HERALD_SECRETS HERALD_SECRET_ HERALD_BUCKET_ HERALD_CONFIG HERALD_CONSOLE HERALD_ORIGIN_KEY HERALD_LINK_KEY AWS_LAMBDA_FUNCTION_NAME
AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
AWS_CONTAINER_AUTHORIZATION_TOKEN AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE`)

// A malformed value stops the start with an error that names the variable. Every variable is either tested here or a name.
func TestAMalformedValueStopsTheStart(t *testing.T) {
	t.Setenv("HERALD_NAME", "ours")
	t.Setenv("HERALD_SECRET_AUTH_KEY", longKey)
	if _, err := config.Load(); err != nil {
		t.Fatal(err)
	}
	malformed := maps.Clone(malformed)
	for _, s := range manifest.Settings() {
		malformed[s.Env()] = malformedKinds[s.Kind]
	}
	for name, values := range malformed {
		for _, value := range values {
			t.Run(name, func(t *testing.T) {
				t.Setenv(name, value)
				if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), name) {
					t.Errorf("%q: %v", value, err)
				}
			})
		}
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	for name := range malformed {
		known[name] = true
	}
	known["HERALD_QUEUE_"], known["AWS_ENDPOINT_URL_"], known["HERALD_"] = true, true, true
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"((?:HERALD|AWS|OTEL)_[A-Z_]+)"`).FindAllSubmatch(text, -1) {
			if name := string(m[1]); !known[name] {
				t.Errorf("%s reads %s: give it a malformed value here, or say that it is a name", file, name)
			}
		}
	}
}

// The address of the console is compared with origins and put before paths, so that a slash at its end says nothing.
func TestAnAddressMayEndWithASlash(t *testing.T) {
	t.Setenv("HERALD_NAME", "ours")
	t.Setenv("HERALD_SECRET_AUTH_KEY", longKey)
	t.Setenv("HERALD_PUBLIC_URL", "https://herald.example/")
	c, err := config.Load()
	if err != nil || c.PublicURL != "https://herald.example" {
		t.Errorf("%v: %v", c, err)
	}
}
