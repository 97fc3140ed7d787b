package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// good are two keys that nothing is said about.
var good = []string{"3f9a1c5e7b20d8468e1f92a3b4c5d6e7", "b7e15162-8aed2a6a_bf7158809cf4f3c7"}

// What starts although it looks like a mistake is said, and nothing else is.
func TestAdviceNamesWhatLooksLikeAMistake(t *testing.T) {
	for name, c := range map[string]struct {
		auth, link, variable string
		wanted               []string
	}{
		"well":       {good[0], good[1], "HERALD_SECRET_WHATSAPP_TOKEN", nil},
		"word":       {strings.Repeat("changeme", 4), good[1], "", []string{"auth/key can be guessed"}},
		"digits":     {good[0], strings.Repeat("1234567890", 4), "", []string{"link/key can be guessed"}},
		"few":        {good[0], "aabbababbaabbabaababbaabbabaabab", "", []string{"link/key can be guessed"}},
		"one key":    {good[0], good[0], "", []string{"auth/key and link/key are one key"}},
		"name":       {good[0], good[1], "HERALD_LISTN", []string{"no variable HERALD_LISTN:"}},
		"secret":     {good[0], good[1], "HERALD_SECRET_AUHT_KEY", []string{"no variable HERALD_SECRET_AUHT_KEY:"}},
		"kubernetes": {good[0], good[1], "HERALD_PORT_8080_TCP_ADDR", nil},
		"service":    {good[0], good[1], "HERALD_SERVICE_HOST", nil},
		"tests":      {good[0], good[1], "HERALD_TEST_CLOUD", nil},
		"others":     {good[0], good[1], "PATHS", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.variable != "" {
				t.Setenv(c.variable, "x")
			}
			cfg := &Config{AuthKey: []byte(c.auth), LinkKeys: [][]byte{[]byte(c.link)}}
			said := cfg.Advice()
			if len(said) != len(c.wanted) || len(said) == 1 && !strings.Contains(said[0], c.wanted[0]) {
				t.Errorf("said %q, wanted %q", said, c.wanted)
			}
			if slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, c.auth) || strings.Contains(s, c.link) }) {
				t.Errorf("the key itself is said: %q", said)
			}
		})
	}
}

// A line of a file holds no certificates, which have many lines, so that a path stands for them.
func TestRootsMayBeAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(path, []byte(authority), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{path, authority} {
		t.Setenv("HERALD_TLS_ROOTS", value)
		if got, err := roots(); err != nil || got != authority {
			t.Errorf("%.20q gives %.20q (%v)", value, got, err)
		}
	}
}

// authority is a certificate for the tests; nothing is signed by it.
const authority = `-----BEGIN CERTIFICATE-----
MIIBdDCCARugAwIBAgIUSn81yGqRvcEyztQ7zo6wfvMuKMkwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFVGVzdHMwHhcNMjYxMTMwMDgxMTI3WhcNMzYxMTI3MDgxMTI3
WjAQMQ4wDAYDVQQDDAVUZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAtJ
/DmW9pqQBHWk+HsRhRoIA8JviENODmqdprz3WqPSlUFVbIvohrVQQ0n5pV/eF1GG
V6jW7XTi3RPyjyd+9sCjUzBRMB0GA1UdDgQWBBRJsAv4KcvKE7rlqPBroSCAW3xw
MzAfBgNVHSMEGDAWgBRJsAv4KcvKE7rlqPBroSCAW3xwMzAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0cAMEQCIAcKNXOqbz4abbTZZYCRXoNxgNRyL/i0YWc5
HEcgB1maAiAk0IiVFCBrC3/78bMyI88pajSAGFmG2rbt61mtrPG41g==
-----END CERTIFICATE-----`
