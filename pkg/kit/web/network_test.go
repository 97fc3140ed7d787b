package web_test

import (
	"slices"
	"testing"

	"herald/pkg/kit/web"
)

func TestNetworks(t *testing.T) {
	six := []web.Network{{Key: "2001:db8:1:1::/64", Times: 1}, {Key: "2001:db8:1::/48", Times: 10}}
	four := []web.Network{{Key: "203.0.113.9", Times: 1}}
	for address, want := range map[string][]web.Network{
		"203.0.113.9": four, "203.0.113.9:443": four, "::ffff:203.0.113.9": four, "[::ffff:203.0.113.9]:443": four,
		"2001:db8:1:1::1": six, "2001:DB8:1:1:ffff:ffff:ffff:ffff": six, "2001:db8:1:1::1%eth0": six, "[2001:db8:1:1::1]:443": six,
		"2001:0db8:0001:0001:0000::2": six,
		"2001:db8:1:2::1":             {{Key: "2001:db8:1:2::/64", Times: 1}, {Key: "2001:db8:1::/48", Times: 10}},
		"2001:db8:2:1::1":             {{Key: "2001:db8:2:1::/64", Times: 1}, {Key: "2001:db8:2::/48", Times: 10}},
		"::1":                         {{Key: "::/64", Times: 1}, {Key: "::/48", Times: 10}},
		"":                            {{Key: "", Times: 1}}, "203.0.113": {{Key: "203.0.113", Times: 1}},
		"unknown": {{Key: "unknown", Times: 1}},
	} {
		if got := web.Networks(address); !slices.Equal(got, want) {
			t.Errorf("%q: %v", address, got)
		}
	}
}
