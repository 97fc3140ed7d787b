package config_test

import (
	"context"
	"strings"
	"testing"

	"herald/pkg/kit/config"
)

// A secret that is an object has fields of the types in its descriptor's example; another value stops the start, and its error does not
// show it.
func TestSecretsOfAdaptersHaveTheirForm(t *testing.T) {
	t.Setenv("HERALD_NAME", "ours")
	read := func(variable, name, value string) (config.Adapters, error) {
		t.Setenv("HERALD_SECRET_"+variable, value)
		c, err := config.Load()
		if err != nil {
			t.Fatal(err)
		}
		err = c.ReadSecrets(context.Background(), c.AWS(), name)
		return c.Adapters, err
	}
	var secret struct{ AuthTokens []string }
	a, err := read("SMS_TWILIO", "sms/twilio", `{"authTokens":["one","two"],"more":1}`)
	if err == nil {
		err = a.Object("sms/twilio", &secret)
	}
	if err != nil || len(secret.AuthTokens) != 2 {
		t.Errorf("%v %v", secret, err)
	}
	for _, value := range []string{`{`, `[]`, `"hidden"`, `{"authTokens":"hidden"}`, `{"authTokens":[1]}`, `{"authTokens":{}}`} {
		if _, err := read("SMS_TWILIO", "sms/twilio", value); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", value, err)
		}
	}
	var work struct{ Secrets map[string][]string }
	if a, err = read("PARTNER_WORK", "partner/work", `{"secrets":{"acme":["one","two"]}}`); err == nil {
		err = a.Object("partner/work", &work)
	}
	if err != nil || len(work.Secrets["acme"]) != 2 {
		t.Errorf("%v %v", work, err)
	}
	for _, value := range []string{`{"secrets":["hidden"]}`, `{"secrets":{"acme":"hidden"}}`, `{"secrets":{"acme":[1]}}`, `{"secrets":{"acme":null}}`} {
		if _, err := read("PARTNER_WORK", "partner/work", value); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", value, err)
		}
	}
	if _, err := read("SPEECH_SEAL", "speech/seal", "short"); err == nil || strings.Contains(err.Error(), "short") {
		t.Error(err)
	}
	if a, err := read("SPEECH_SEAL", "speech/seal", "{}"); err != nil || a.Secret("speech/seal") != "" {
		t.Error(err)
	}
}

// A name without a descriptor is an error of the program.
func TestUnknownSettingsPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	config.Adapters{}.Text("twilio.unknown")
}
