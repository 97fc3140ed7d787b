package config

import (
	"strings"
	"testing"
)

// A deployment refuses what would stop the functions' start.
func TestADeploymentChecksAsAProcessDoes(t *testing.T) {
	for name, values := range map[string][2]string{
		"auth/key": {strings.Repeat("k", 32), "short"}, "pay/gateway": {`{"secrets":["a secret"]}`, `{"secrets":"a secret"}`}, "whatsapp/token": {"a token", ""},
		"provider/seal": {strings.Repeat("k", 32), "short"},
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
