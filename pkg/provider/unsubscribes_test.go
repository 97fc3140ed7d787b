package provider_test

import (
	"testing"

	"herald/pkg/provider"
)

// List-Unsubscribe takes addresses of https, and of a product that runs on this machine.
func TestUnsubscribes(t *testing.T) {
	for address, want := range map[string]bool{"https://go.example/u/x": true, "http://127.0.0.1:8080/u/x": true,
		"http://localhost:8080/u/x": true, "http://go.example/u/x": false, "http://127.0.0.1.example/u/x": false, "mailto:x@y.example": false,
		"": false} {
		if got := provider.Unsubscribes(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
