package config

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/app/manifest"
)

// addresses are the variables beside those of queues, services and adapters that hold an absolute http or https address.
var addresses = []string{"HERALD_PUBLIC_URL", "HERALD_WS_ENDPOINT", "AWS_ENDPOINT_URL", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
	"OTEL_EXPORTER_OTLP_ENDPOINT"}

func isAddress(name string) bool {
	return strings.HasPrefix(name, "HERALD_QUEUE_") || strings.HasPrefix(name, "AWS_ENDPOINT_URL_") || slices.Contains(addresses, name)
}

// checkAddress refuses a value that is no absolute address.
func checkAddress(name, value string) error {
	if u, err := url.Parse(value); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return fmt.Errorf("config: %s must be an absolute http or https address", name)
	}
	return nil
}

// checkSetting refuses a value of an adapter's setting that is not of its kind.
func checkSetting(s manifest.Setting, value string) error {
	switch s.Kind {
	case manifest.KindAddress:
		return checkAddress(s.Env(), value)
	case manifest.KindNumber:
		return checkNumber(s.Env(), value)
	case manifest.KindPort:
		if host, port, err := net.SplitHostPort(value); err != nil || host == "" || port == "" {
			return fmt.Errorf("config: %s must be host:port", s.Env())
		}
	case manifest.KindHosts:
		if slices.ContainsFunc(split(value), func(host string) bool { return !isHost(host) }) {
			return fmt.Errorf("config: %s must be hosts that commas divide", s.Env())
		}
	}
	return nil
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
			if err := checkAddress(name, value); err != nil {
				return err
			}
		case name == "HERALD_LISTEN":
			_, port, err := net.SplitHostPort(value)
			if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
				return fmt.Errorf("config: %s must be an address with a port, as :8080", name)
			}
		case name == "HERALD_DNS_SERVER" || name == "HERALD_TLS_SERVER":
			host, port, err := net.SplitHostPort(value)
			if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || host == "" {
				return fmt.Errorf("config: %s must be a host with a port, as 192.0.2.53:53", name)
			}
		case name == "HERALD_AWS_DOMAIN":
			if !isHost(value) {
				return fmt.Errorf("config: %s must be a domain, as amazonaws.com", name)
			}
		}
	}
	return nil
}

// roots reads HERALD_TLS_ROOTS: certificates, or the path of a file with them, as a line of a configuration file holds no others.
func roots() (string, error) {
	text := os.Getenv("HERALD_TLS_ROOTS")
	if strings.HasPrefix(text, "/") {
		file, err := os.ReadFile(text)
		if err != nil {
			return "", fmt.Errorf("config: the file that HERALD_TLS_ROOTS names cannot be read: %w", err)
		}
		text = string(file)
	}
	if text != "" && !x509.NewCertPool().AppendCertsFromPEM([]byte(text)) {
		return "", errors.New("config: HERALD_TLS_ROOTS must hold certificates in PEM, or the path of a file with them")
	}
	return text, nil
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

// checkNumber refuses what is no whole number of at least 1.
func checkNumber(variable, value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 1 {
		return fmt.Errorf("config: %s must be a whole number of at least 1", variable)
	}
	return nil
}
