package config

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// addresses are the variables that hold an absolute http or https address, beside those whose names end in _URL or begin with
// HERALD_QUEUE_ or AWS_ENDPOINT_URL_.
var addresses = []string{"HERALD_WS_ENDPOINT", "HERALD_PARTNER_GROUPS", "HERALD_TWILIO_CALLBACK", "HERALD_VOICE_CALLBACK",
	"HERALD_VOICE_INSIGHTS", "HERALD_AWSSMS_CERTIFICATES",
	"AWS_CONTAINER_CREDENTIALS_FULL_URI"}

func isAddress(name string) bool {
	ours := strings.HasPrefix(name, "HERALD_") && !strings.HasPrefix(name, "HERALD_SECRET_")
	return ours && strings.HasSuffix(name, "_URL") || strings.HasPrefix(name, "HERALD_QUEUE_") || name == "AWS_ENDPOINT_URL" ||
		strings.HasPrefix(name, "AWS_ENDPOINT_URL_") ||
		slices.Contains(addresses, name)
}

// check refuses a variable whose value is not of its form, so that a typing error stops the start instead of meaning something
// else. The error names the variable and not its value.
func check() error {
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if value == "" {
			continue
		}
		switch {
		case isAddress(name):
			if u, err := url.Parse(value); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
				return fmt.Errorf("config: %s must be an absolute http or https address", name)
			}
		case name == "HERALD_LISTEN":
			_, port, err := net.SplitHostPort(value)
			if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
				return fmt.Errorf("config: %s must be an address with a port, as :8080", name)
			}
		case name == "HERALD_AWS_DOMAIN":
			if !isHost(value) {
				return fmt.Errorf("config: %s must be a domain, as amazonaws.com", name)
			}
		case name == "HERALD_TWILIO_MEDIAHOSTS", name == "HERALD_WHATSAPP_MEDIAHOSTS":
			if slices.ContainsFunc(several(name, ""), func(host string) bool { return !isHost(host) }) {
				return fmt.Errorf("config: %s must be hosts that commas divide", name)
			}
		}
	}
	return nil
}

// isHost reports a host, with or without a port.
func isHost(text string) bool {
	u, err := url.Parse("https://" + text)
	return err == nil && u.Host == text && u.Hostname() != "" && !strings.ContainsAny(text, " _")
}

// atLeast reads a whole number; otherwise is that of an unset variable.
func atLeast(least int, variable string, otherwise int) (int, error) {
	text := os.Getenv(variable)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, fmt.Errorf("config: %s must be a whole number of at least %d", variable, least)
	}
	return n, nil
}
