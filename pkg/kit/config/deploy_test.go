package config

import (
	"strings"
	"testing"

	"herald/pkg/kit/auth"
)

// A deployment refuses what would stop the functions' start.
func TestADeploymentChecksAsAProcessDoes(t *testing.T) {
	for name, values := range map[string][2]string{
		"auth/key":       {strings.Repeat("k", 32), "short"},
		"pay/gateway":    {`{"secrets":["a secret"]}`, `{"secrets":"a secret"}`},
		"whatsapp/token": {"a token", ""},
		"provider/seal":  {strings.Repeat("k", 32), "short"},
	} {
		if err := CheckSecret(name, values[0]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := CheckSecret(name, values[1]); err == nil && values[1] != "" {
			t.Errorf("%s: %q is taken", name, values[1])
		}
	}
	if err := CheckSetting("ses.rate", "14"); err != nil {
		t.Error(err)
	}
	for name, value := range map[string]string{"ses.rate": "many", "whatsapp.url": "graph.facebook.com", "smtp.address": "relay"} {
		if err := CheckSetting(name, value); err == nil {
			t.Errorf("%s takes %q", name, value)
		}
	}
}

// A key that seals is exchanged without a moment at which something sealed cannot be opened.
func TestASealIsExchanged(t *testing.T) {
	older, newer := strings.Repeat("o", 32), strings.Repeat("n", 40)
	for _, name := range []string{"provider/seal", "speech/seal"} {
		seal := func(value string) string { return sealerOf(t, name, value).Seal("secret", "row") }
		opens := func(value, sealed string, want bool) {
			t.Helper()
			if _, err := sealerOf(t, name, value).Open(sealed, "row"); (err == nil) != want {
				t.Errorf("%s: %v", name, err)
			}
		}
		before, during := seal(older), seal(newer+","+older)
		opens(newer+","+older, before, true)
		opens(newer, during, true)
		opens(newer, before, false)
		withComma := "short," + older // one key of an earlier version
		opens(withComma, seal(withComma), true)
	}
	if keys := (Adapters{}).Seals("speech/seal"); keys != nil {
		t.Errorf("%q", keys)
	}
}

func sealerOf(t *testing.T, name, value string) *auth.Sealer {
	t.Helper()
	var a Adapters
	if err := a.take(secretOf(name), value); err != nil {
		t.Fatal(err)
	}
	keys := a.Seals(name)
	s, err := auth.NewSealer(keys[0], "test", keys[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
