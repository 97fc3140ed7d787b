package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"herald/pkg/app/manifest"
)

// Identity of the local deployment. Requests to a gateway carry no key, so the stack lives in the account of none.
const (
	stackName   = "herald"
	stage       = "local"
	account     = "000000000000"
	region      = "us-east-1"
	secretsPath = "/" + stackName + "/" + stage + "/"
)

// originKey is the secret that the front door sends and the functions look for.
const originKey = "origin/key"

// whatsApp has the adapter's address and account; every field can be set by an environment variable.
type whatsApp struct {
	URL           string // HERALD_WHATSAPP_URL; empty starts the simulator
	Version       string // HERALD_WHATSAPP_VERSION
	PhoneNumberID string // HERALD_WHATSAPP_PHONE_NUMBER_ID
	WABAID        string // HERALD_WHATSAPP_WABA_ID
	Rate          string // HERALD_WHATSAPP_RATE, messages a second of the sender
	Secrets       map[string]string
}

// secretVariables are the secrets by their path, with the environment variable that sets each.
var secretVariables = map[string]string{
	"auth/key":              "HERALD_AUTH_KEY",
	originKey:               "HERALD_ORIGIN_KEY",
	manifest.LinkKey:        "HERALD_LINK_KEY",
	"whatsapp/token":        "HERALD_WHATSAPP_TOKEN",
	"whatsapp/app-secret":   "HERALD_WHATSAPP_APP_SECRET",
	"whatsapp/verify-token": "HERALD_WHATSAPP_VERIFY_TOKEN",
}

func environment(variable, otherwise string) string {
	if value := os.Getenv(variable); value != "" {
		return value
	}
	return otherwise
}

// readWhatsApp takes the settings from the environment. Secrets that are not there are made up once and kept in file.
func readWhatsApp(file string) (whatsApp, error) {
	w := whatsApp{
		URL:           strings.TrimSuffix(os.Getenv("HERALD_WHATSAPP_URL"), "/"),
		Version:       environment("HERALD_WHATSAPP_VERSION", "v23.0"),
		PhoneNumberID: environment("HERALD_WHATSAPP_PHONE_NUMBER_ID", "106540352242922"),
		WABAID:        environment("HERALD_WHATSAPP_WABA_ID", "102290129340398"),
		Rate:          environment("HERALD_WHATSAPP_RATE", "1000"),
		Secrets:       map[string]string{},
	}
	if err := readJSON(file, &w.Secrets); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return w, fmt.Errorf("%s: %w (delete it for new secrets)", file, err)
	}
	added := false
	for name := range secretVariables {
		if w.Secrets[name] == "" {
			random := make([]byte, 32)
			if _, err := rand.Read(random); err != nil {
				return w, err
			}
			w.Secrets[name], added = hex.EncodeToString(random), true
		}
	}
	if added {
		if err := writeJSON(file, w.Secrets, 0o600); err != nil {
			return w, err
		}
	}
	for name, variable := range secretVariables {
		w.Secrets[name] = environment(variable, w.Secrets[name])
	}
	return w, nil
}

// cleanEnvironment is ours without what would lead a child to a real account or to another product.
func cleanEnvironment(more ...string) []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "AWS_") && !strings.HasPrefix(variable, "HERALD_") {
			env = append(env, variable)
		}
	}
	return append(env, more...)
}

// awsEnvironment leads an AWS client to the local cloud.
func awsEnvironment(endpoint string, more ...string) []string {
	return cleanEnvironment(append([]string{
		"AWS_ENDPOINT_URL=" + endpoint, "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test",
		"AWS_REGION=" + region, "AWS_DEFAULT_REGION=" + region,
	}, more...)...)
}
