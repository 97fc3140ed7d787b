package config_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/config"
)

const longKey = "a key of at least thirty-two bytes"

// A call that fails temporarily is repeated; a refused one is not. Each is signed.
func TestSecretsAreAskedForAgain(t *testing.T) {
	var calls int
	answers := []int{503, 200}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := r.Header.Get("Authorization"); !strings.HasPrefix(a, "AWS4-HMAC-SHA256 Credential=") ||
			!strings.Contains(a, "/us-east-1/ssm/aws4_request") {
			t.Errorf("signature %q", a)
		}
		status := answers[min(calls, len(answers)-1)]
		calls++
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"Parameters":[{"Name":"/herald/auth/key","Value":"`+longKey+`"}],"InvalidParameters":[]}`)
	}))
	defer s.Close()
	c := &config.Config{Region: "us-east-1", Domain: "amazonaws.com", Endpoint: s.URL, Secrets: "/herald/"}
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	if err := c.ReadSecrets(context.Background(), c.AWS(), "auth/key"); err != nil || calls != 2 || string(c.AuthKey) != longKey {
		t.Errorf("%v after %d calls", err, calls)
	}
	calls, answers = 0, []int{400}
	if err := c.ReadSecrets(context.Background(), c.AWS(), "auth/key"); err == nil || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// A signing key that is too short, or an empty origin key, stops the function.
func TestBadSecretsStopTheFunction(t *testing.T) {
	for name, value := range map[string]string{"auth/key": "31 bytes are one byte too few..", "origin/key": `{"send":""}`,
		"link/key": `{"seal":"` + longKey + `","open":["short"]}`} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{"Parameters": []map[string]string{{"Name": "/herald/" + name, "Value": value}}})
		}))
		c := &config.Config{Region: "us-east-1", Endpoint: s.URL, Secrets: "/herald/"}
		t.Setenv("AWS_ACCESS_KEY_ID", "test")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
		if err := c.ReadSecrets(context.Background(), c.AWS(), name); err == nil || strings.Contains(err.Error(), value) {
			t.Errorf("%s: %v", name, err)
		}
		s.Close()
	}
}

// A parameter store that does not answer, or that lacks a secret, is told with the variables that decide about it.
func TestSecretsThatCannotBeRead(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"InvalidParameters": []string{"/herald/link/key"}})
	}))
	c := &config.Config{Region: "eu-west-1", Endpoint: s.URL, Secrets: "/herald/"}
	for _, words := range [][]string{{"/herald/link/key", "HERALD_SECRETS"}, {"/herald/", "eu-west-1", "HERALD_SECRETS", "credentials"}} {
		err := c.ReadSecrets(context.Background(), c.AWS(), manifest.LinkKey)
		for _, word := range words {
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("%v does not say %s", err, word)
			}
		}
		s.Close()
	}
}

// A field that is misspelt in an exchange would drop a key: sessions would end, and links would open no more. The answer has no key.
func TestAMisspeltFieldOfAKeyIsRefused(t *testing.T) {
	for name, value := range map[string]string{"auth/key": `{"sign":"` + longKey + `","alsoo":"` + longKey + `"}`,
		"link/key": `{"seal":"` + longKey + `","opens":["` + longKey + `"]}`, "origin/key": `{"send":"` + longKey + `","old":"` + longKey + `"}`} {
		err := config.CheckSecret(name, value)
		if err == nil {
			t.Errorf("%s was accepted", name)
			continue
		}
		if text := err.Error(); !strings.Contains(text, name) || !strings.Contains(text, "fields") || strings.Contains(text, longKey) {
			t.Error(text)
		}
	}
}

// The key of tokens is rotated without ending a session or an app key (C23).
func TestAKeyIsExchangedWithBothVersions(t *testing.T) {
	first, second, third := strings.Repeat("a", 32), strings.Repeat("b", 32), strings.Repeat("c", 32)
	read := func(value string) (*config.Config, error) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewEncoder(w).Encode(map[string]any{"Parameters": []map[string]string{{"Name": "/herald/auth/key", "Value": value}}})
		}))
		defer s.Close()
		t.Setenv("AWS_ACCESS_KEY_ID", "test")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
		c := &config.Config{Region: "us-east-1", Endpoint: s.URL, Secrets: "/herald/"}
		return c, c.ReadSecrets(context.Background(), c.AWS(), "auth/key")
	}
	type house struct {
		signer *auth.Signer
		sealer *auth.Sealer
	}
	build := func(value string) house {
		t.Helper()
		c, err := read(value)
		if err != nil {
			t.Fatal(err)
		}
		sealer, err := auth.NewSealer(c.SealKeys[0], "app keys", c.SealKeys[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		return house{auth.NewSigner(c.AuthKey, time.Now, c.AuthAlso...), sealer}
	}
	before := build(first)
	token, _ := before.signer.Sign("u", "s")
	sealed := before.sealer.Seal("secret", "me")
	holds := func(h house, tokens bool) {
		t.Helper()
		if _, err := h.signer.Parse(token); (err == nil) != tokens {
			t.Errorf("the token: %v", err)
		}
		if secret, err := h.sealer.Open(sealed, "me"); err != nil || secret != "secret" {
			t.Errorf("the app key: %q, %v", secret, err)
		}
	}
	holds(build(`{"sign":"`+second+`","also":"`+first+`"}`), true)
	holds(build(`{"sign":"`+second+`","seal":"`+first+`"}`), false)
	holds(build(`{"sign":"`+second+`","seal":"`+third+`","open":"`+first+`"}`), false)
	for _, bad := range []string{`{"sign":"short"}`, `{"also":"` + first + `"}`, `{"sign":"` + first + `","open":"short"}`, `{`} {
		if _, err := read(bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// The generated secrets of the deployment have a name of their own; a function that needs no secret reads none.
func TestTheKeyOfTheOriginMayLieElsewhere(t *testing.T) {
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Names []string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		asked = append(asked, in.Names...)
		_ = json.NewEncoder(w).Encode(map[string]any{"Parameters": []map[string]string{{"Name": "/elsewhere", "Value": "plain"}}})
	}))
	defer s.Close()
	for k, v := range map[string]string{"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_ENDPOINT_URL": s.URL,
		"HERALD_NAME": "herald", "HERALD_SECRETS": "/herald/", "HERALD_ORIGIN_KEY": "/elsewhere"} {
		t.Setenv(k, v)
	}
	c, err := config.Load()
	if err == nil {
		err = c.ReadSecrets(context.Background(), c.AWS())
	}
	if err != nil || asked != nil {
		t.Fatalf("%v, asked for %v", err, asked)
	}
	if err := c.ReadSecrets(context.Background(), c.AWS(), "origin/key"); err != nil || !slices.Equal(c.OriginKeys, []string{"plain"}) ||
		!slices.Equal(asked, []string{"/elsewhere"}) {
		t.Errorf("%v, %v, asked for %v", err, c.OriginKeys, asked)
	}
}

// The key of links is a text, or an object with the key that seals and those that still open.
func TestLinkKeysAreExchanged(t *testing.T) {
	for value, want := range map[string]int{longKey: 1, `{"seal":"` + longKey + `","open":[]}`: 1,
		`{"seal":"` + longKey + `","open":["` + longKey + `","` + longKey + `"]}`: 3, `{"open":["` + longKey + `"]}`: 0, `{`: 0,
		`{"seal":"` + longKey + `","open":"` + longKey + `"}`: 0} {
		t.Setenv("HERALD_NAME", "herald")
		t.Setenv("HERALD_SECRET_LINK_KEY", value)
		c, err := config.Load()
		if err != nil {
			t.Fatal(err)
		}
		err = c.ReadSecrets(context.Background(), c.AWS(), "link/key")
		if (err == nil) != (want > 0) || err == nil && (len(c.LinkKeys) != want || string(c.LinkKeys[0]) != longKey) {
			t.Errorf("%s: %d keys, %v", value, len(c.LinkKeys), err)
		}
	}
}
