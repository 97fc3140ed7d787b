package outbound_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/pkg/kit/outbound"
)

// Hosts of the own network are refused in every spelling. What the configuration names passes.
func TestHostsOfTheOwnNetworkAreRefused(t *testing.T) {
	g := outbound.NewGuard("http://127.0.0.1:9000/twilio", "relay.internal:587", "")
	for _, address := range []string{"http://127.0.0.1/", "http://127.0.0.1:9001", "https://localhost", "http://169.254.169.254/latest",
		"http://[fd00:ec2::254]/", "http://[::1]:80", "http://[::ffff:10.0.0.1]", "http://10.1.2.3", "http://192.168.0.1", "172.16.0.1:25",
		"http://0.0.0.0", "http://100.64.0.1", "http://metadata.google.internal", "http://relay", "http://2130706433", "http://0x7f.1",
		"http://127.1", "http://[64:ff9b::7f00:1]", "http://printer.local", "http://[fe80::1]", "relay.internal:25"} {
		if err := g.Check(address); !errors.Is(err, outbound.ErrPrivate) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"https://api.twilio.com", "smtp.example.com:587", "http://127.0.0.1:9000", "relay.internal:587",
		"http://8.8.8.8", "https://[2606:4700::1111]"} {
		if err := g.Check(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A name that resolves to a private address is refused when it is dialled. The same host passes once the configuration names it.
func TestNamesThatResolveToTheOwnNetworkAreNotDialled(t *testing.T) {
	served := httptest.NewServer(http.NotFoundHandler())
	defer served.Close()
	byName := strings.Replace(served.URL, "127.0.0.1", "localhost", 1)
	get := func(g *outbound.Guard) error {
		c, err := outbound.New(byName, &http.Client{Transport: g.Transport(1)})
		if err == nil {
			_, err = c.Do(t.Context(), outbound.Call{Method: http.MethodGet, Path: "/"})
		}
		return err
	}
	if err := get(outbound.NewGuard()); !errors.Is(err, outbound.ErrPrivate) {
		t.Error(err)
	}
	if err := get(outbound.NewGuard(byName)); err != nil {
		t.Error(err)
	}
}
